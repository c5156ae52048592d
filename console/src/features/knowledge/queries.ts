import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { PROJECT } from '../../../../client/prefixes.ts';
import { get, type Schemas } from '../../lib/api.ts';
import type { Scope } from '../../lib/session.ts';

export type Collection = Schemas['Collection'];
export type KnownDocument = Schemas['Document'];
export type Answer = Schemas['QueryResult'];

export type StoredQuery = Schemas['KnowledgeQuery'];

const PAGE = 50;
/** Milliseconds between two reads of a query that has no answer yet. */
const ANSWER_POLL_MS = 1500;

/** A query that took longer than its request, read again until it has an answer. */
export function storedQuery(scope: Scope, { id, collection_id, document_id }: StoredQuery) {
  const path = { ...scope, knowledge_query_id: id };
  return queryOptions({
    queryKey: ['knowledge_query', id],
    queryFn: () =>
      collection_id === null
        ? get(`${PROJECT}/document/{document_id}/query/{knowledge_query_id}`, {
            params: { path: { ...path, document_id: document_id ?? '' } },
          })
        : get(`${PROJECT}/collection/{collection_id}/query/{knowledge_query_id}`, {
            params: { path: { ...path, collection_id } },
          }),
    refetchInterval: ({ state }) => (state.data?.completed ? false : ANSWER_POLL_MS),
  });
}

export function collectionList(scope: Scope, cursor?: string, tag?: string) {
  const query = { page_limit: PAGE, cursor, tag_id: tag };
  return queryOptions({
    queryKey: ['collection', 'list', scope.project_id, query],
    queryFn: () => get(`${PROJECT}/collection`, { params: { path: { ...scope }, query } }),
  });
}

export function collection(scope: Scope, id: string) {
  return queryOptions({
    queryKey: ['collection', id],
    queryFn: () => get(`${PROJECT}/collection/{collection_id}`, { params: { path: { ...scope, collection_id: id } } }),
  });
}

/** What a list of documents is cut down to. */
export interface DocumentFilter {
  readonly title?: string | undefined;
  readonly status?: KnownDocument['status'] | undefined;
  /** Id of the source that they came from. */
  readonly source?: string | undefined;
  readonly tag?: string | undefined;
  readonly collection?: string | undefined;
}

/** Documents, newest first; a change of any document reads them again. */
export function documentList(scope: Scope, filter: DocumentFilter, cursor?: string) {
  const { title, status, source, tag, collection: collection_id } = filter;
  const query = { page_limit: PAGE, title, status, connection_id: source, tag_id: tag, collection_id, cursor };
  return queryOptions({
    queryKey: ['document', 'list', scope.project_id, query],
    queryFn: () => get(`${PROJECT}/document`, { params: { path: { ...scope }, query } }),
  });
}

export function document(scope: Scope, id: string) {
  return queryOptions({
    queryKey: ['document', id],
    queryFn: () => get(`${PROJECT}/document/{document_id}`, { params: { path: { ...scope, document_id: id } } }),
  });
}

/** The passages that a document was cut into, in their order, page after page. */
export function passagesOf(scope: Scope, id: string) {
  return infiniteQueryOptions({
    queryKey: ['document', id, 'passages'],
    queryFn: ({ pageParam }) =>
      get(`${PROJECT}/document/{document_id}/embeddings`, {
        params: { path: { ...scope, document_id: id }, query: { page_limit: 20, cursor: pageParam } },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
  });
}
