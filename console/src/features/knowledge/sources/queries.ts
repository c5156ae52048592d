import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { PROJECT } from '../../../../../client/prefixes.ts';
import { get, type Schemas } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import type { Scope } from '../../../lib/session.ts';

export const SOURCES_PATH = `${PROJECT}/knowledge_source` as const;
export const SOURCE_PATH = `${SOURCES_PATH}/{knowledge_source_id}` as const;
export const REMOVALS_PATH = `${SOURCE_PATH}/withheld_removal` as const;
export const SOURCE_RUN_PATH = `${SOURCE_PATH}/run/{sync_run_id}` as const;

export type Source = Schemas['KnowledgeSource'];
export type SourceRun = Schemas['SourceRun'];
export type ItemOutcome = Schemas['SourceRunItem']['outcome'];

const PAGE_SIZE = 50;

export function sourcesQuery(scope: Scope, cursor?: string) {
  const query = { page_limit: PAGE_SIZE, cursor };
  return queryOptions({
    queryKey: ['knowledge_source', 'list', scope.project_id, query],
    queryFn: () => get(SOURCES_PATH, { params: { path: { ...scope }, query } }),
  });
}

export function sourceQuery(scope: Scope, id: string) {
  return queryOptions({
    queryKey: ['knowledge_source', id],
    queryFn: () => get(SOURCE_PATH, { params: { path: { ...scope, knowledge_source_id: id } } }),
  });
}

/** Returns the runs of a source, newest first. */
export function sourceRunsQuery(scope: Scope, id: string, cursor?: string) {
  const query = { page_limit: PAGE_SIZE, cursor };
  return queryOptions({
    queryKey: ['source_run', 'list', id, query],
    queryFn: () => get(`${SOURCE_PATH}/run`, { params: { path: { ...scope, knowledge_source_id: id }, query } }),
  });
}

export function sourceRunQuery(scope: Scope, sourceId: string, id: string) {
  return queryOptions({
    queryKey: ['source_run', id],
    queryFn: () => {
      const path = { ...scope, knowledge_source_id: sourceId, sync_run_id: id };
      return get(SOURCE_RUN_PATH, { params: { path } });
    },
  });
}

/** Returns the items of a run and their outcomes, page by page. */
export function sourceRunItemsQuery(scope: Scope, run: SourceRun, outcome: ItemOutcome | undefined) {
  const path = { ...scope, knowledge_source_id: run.knowledge_source_id, sync_run_id: run.id };
  return infiniteQueryOptions({
    queryKey: ['source_run', run.id, 'items', outcome],
    queryFn: ({ pageParam }) =>
      get(`${SOURCE_RUN_PATH}/item`, {
        params: { path, query: { page_limit: PAGE_SIZE, cursor: pageParam, outcome } },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
  });
}

/** Returns the withheld removals of a source, page by page. */
export function withheldRemovalsQuery(scope: Scope, id: string, digest: string) {
  const path = { ...scope, knowledge_source_id: id };
  return infiniteQueryOptions({
    queryKey: ['knowledge_source', id, 'withheld', digest],
    queryFn: ({ pageParam }) =>
      get(REMOVALS_PATH, { params: { path, query: { page_limit: PAGE_SIZE, cursor: pageParam } } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
  });
}

/** Invalidates sources and their runs. */
export function invalidateSources(): void {
  void queryClient.invalidateQueries({ queryKey: ['knowledge_source'] });
  void queryClient.invalidateQueries({ queryKey: ['source_run'] });
}

/** Returns whether a run has completed. */
export function isCompleted(run: SourceRun): boolean {
  return run.completed !== null;
}
