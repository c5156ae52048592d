import { queryOptions } from '@tanstack/react-query';
import { PROJECT } from '../../../../client/prefixes.ts';
import { get, type Schemas } from '../../lib/api.ts';
import type { Scope } from '../../lib/session.ts';

export type Collection = Schemas['Collection'];
export type KnownDocument = Schemas['Document'];
export type Answer = Schemas['QueryResult'];

const PAGE = 50;

export function collectionList(scope: Scope, cursor?: string) {
  const query = { page_limit: PAGE, cursor };
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

/** Documents of a collection, newest first; a change of any document reads them again. */
export function documentsOf(scope: Scope, collectionId: string, cursor?: string) {
  const query = { page_limit: PAGE, collection_id: collectionId, cursor };
  return queryOptions({
    queryKey: ['document', 'list', scope.project_id, query],
    queryFn: () => get(`${PROJECT}/document`, { params: { path: { ...scope }, query } }),
  });
}
