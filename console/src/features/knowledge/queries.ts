import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { PROJECT } from '../../../../client/prefixes.ts';
import { get, type Schemas } from '../../lib/api.ts';
import { listAll } from '../../lib/pagination.ts';
import type { Scope } from '../../lib/session.ts';

export type Collection = Schemas['Collection'];
export type KnowledgeDocument = Schemas['Document'];
export type QueryResult = Schemas['QueryResult'];

export type StoredQuery = Schemas['KnowledgeQuery'];

const PAGE_SIZE = 50;
/** Poll interval of a pending query, in milliseconds. */
const QUERY_POLL_INTERVAL_MS = 1500;

/** Returns a query that outlasted its request, polled until it completes. */
export function storedQueryQuery(scope: Scope, { id, collection_id, document_id }: StoredQuery) {
  const path = { ...scope, knowledge_query_id: id };
  return queryOptions({
    queryKey: ['knowledge_query', id],
    queryFn: () => {
      if (collection_id !== null)
        return get(`${PROJECT}/collection/{collection_id}/query/{knowledge_query_id}`, {
          params: { path: { ...path, collection_id } },
        });
      if (document_id !== null)
        return get(`${PROJECT}/document/{document_id}/query/{knowledge_query_id}`, {
          params: { path: { ...path, document_id } },
        });
      return get(`${PROJECT}/collection/query/{knowledge_query_id}`, { params: { path } });
    },
    refetchInterval: ({ state }) => (state.data?.completed ? false : QUERY_POLL_INTERVAL_MS),
  });
}

export function collectionsQuery(scope: Scope, cursor?: string, tag?: string) {
  const query = { page_limit: PAGE_SIZE, cursor, tag_id: tag };
  return queryOptions({
    queryKey: ['collection', 'list', scope.project_id, query],
    queryFn: () => get(`${PROJECT}/collection`, { params: { path: { ...scope }, query } }),
  });
}

/** Returns all collections that the user may view. */
export function allCollectionsQuery(scope: Scope) {
  return queryOptions({
    queryKey: ['collection', 'list', scope.project_id, 'all'],
    queryFn: async () => {
      const { results } = await listAll((query) =>
        get(`${PROJECT}/collection`, { params: { path: { ...scope }, query } }),
      );
      return results;
    },
  });
}

export function collectionQuery(scope: Scope, id: string) {
  return queryOptions({
    queryKey: ['collection', id],
    queryFn: () => get(`${PROJECT}/collection/{collection_id}`, { params: { path: { ...scope, collection_id: id } } }),
  });
}

/** Filters of a list of documents. */
export interface DocumentFilter {
  readonly title?: string | undefined;
  readonly status?: KnowledgeDocument['status'] | undefined;
  /** ID of the knowledge source. */
  readonly source?: string | undefined;
  readonly tag?: string | undefined;
  /** IDs of collections. Documents in any of them match. */
  readonly collectionIds?: readonly string[] | undefined;
  /** Condition on the metadata, in JSON. */
  readonly metadata?: string | undefined;
}

/** Returns the query parameters of a filter. */
export function toDocumentParams({ title, status, source, tag, collectionIds, metadata }: DocumentFilter) {
  const collection_id = collectionIds && [...collectionIds];
  return { title, status, connection_id: source, tag_id: tag, collection_id, metadata };
}

/** Returns documents, newest first. A change of any document invalidates the list. */
export function documentsQuery(scope: Scope, filter: DocumentFilter, cursor?: string) {
  const query = { page_limit: PAGE_SIZE, ...toDocumentParams(filter), cursor };
  return queryOptions({
    queryKey: ['document', 'list', scope.project_id, query],
    queryFn: () => get(`${PROJECT}/document`, { params: { path: { ...scope }, query } }),
  });
}

export function documentQuery(scope: Scope, id: string) {
  return queryOptions({
    queryKey: ['document', id],
    queryFn: () => get(`${PROJECT}/document/{document_id}`, { params: { path: { ...scope, document_id: id } } }),
  });
}

export type DocumentVersion = Schemas['DocumentVersion'];

/** Returns the versions of a document, newest first. The API keeps ten. */
export function versionsQuery(scope: Scope, id: string) {
  return queryOptions({
    queryKey: ['document', id, 'versions'],
    queryFn: async () => {
      const path = { ...scope, document_id: id };
      return (await get(`${PROJECT}/document/{document_id}/version`, { params: { path } })).results;
    },
  });
}

/** Returns the texts of a version in document order. */
export function versionChunksQuery(scope: Scope, documentId: string, { id, current }: DocumentVersion) {
  const path = { ...scope, document_id: documentId, document_version_id: id };
  return queryOptions({
    queryKey: ['document', documentId, 'version', id],
    queryFn: () =>
      listAll((query) =>
        get(`${PROJECT}/document/{document_id}/version/{document_version_id}/embeddings`, { params: { path, query } }),
      ),
    // Only the chunks of the current version can change.
    staleTime: current ? 0 : 'static',
  });
}

/** Returns one chunk of a document. */
export function chunkQuery(scope: Scope, documentId: string, chunkId: string) {
  return queryOptions({
    queryKey: ['document', documentId, 'passage', chunkId],
    queryFn: () =>
      get(`${PROJECT}/document/{document_id}/embedding/{embedding_id}`, {
        params: { path: { ...scope, document_id: documentId, embedding_id: chunkId } },
      }),
  });
}

/** Returns the chunks of a document in order, page by page. */
export function chunksQuery(scope: Scope, id: string) {
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
