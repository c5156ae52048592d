import { queryOptions } from '@tanstack/react-query';
import { PROJECT } from '../../../../../client/prefixes.ts';
import { post } from '../../../lib/api.ts';
import type { Scope } from '../../../lib/session.ts';
import type { MetadataFilter } from '../metadata/filter.ts';

/** A search, as the address of the page has it. */
export interface SearchRequest {
  readonly query: string;
  /** Undefined for all collections that the user may view. */
  readonly collectionIds: readonly string[] | undefined;
  readonly filter: MetadataFilter | undefined;
  /** Whether a model answers the query from the chunks. */
  readonly isAnswered: boolean;
}

const RESULT_COUNT = 20;

/** Runs a search once. Its result stays as it was, because a repetition can cost credits. */
export function searchQuery(scope: Scope, { query, collectionIds, filter, isAnswered }: SearchRequest) {
  const body = {
    query,
    results_only: !isAnswered,
    limit: RESULT_COUNT,
    ...(collectionIds && { collection_ids: [...collectionIds] }),
    ...(filter && { filters: { metadata: filter } }),
  };
  return queryOptions({
    queryKey: ['knowledge_search', scope.project_id, body],
    queryFn: () => post(`${PROJECT}/collection/query`, { params: { path: { ...scope } }, body }),
    staleTime: 'static',
    retry: false,
  });
}
