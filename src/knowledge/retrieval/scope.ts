import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { hasGrantInProject } from '../../access/grants.ts';
import type { Db, Executor } from '../../platform/db/client.ts';
import { hasTag } from '../../tags/queries.ts';
import { toFilterSql } from '../metadata/filter-sql.ts';
import { isReadableAtSource } from '../readers.ts';
import type { IndexedSpace } from '../spaces.ts';
import { EXACT_SEARCH_MAX_CHUNKS } from './constants.ts';
import type { CollectionScope, SearchFilters, SearchRequest, SearchScope } from './contract.ts';

/** Part of a request that determines the searched documents. */
export type Reach = Pick<SearchRequest, 'projectId' | 'scope' | 'filters' | 'subject'>;

/** Condition on a document `d` with contents `dc`: the search may return its chunks. */
export function isSearched({ projectId, scope, filters = {}, subject }: Reach): RawBuilder<boolean> {
  const within =
    'documentId' in scope
      ? sql`d.id = ${scope.documentId}::uuid`
      : sql`exists (select from collection_documents cd
          where cd.document_id = d.id and ${isSearchedCollection(projectId, scope, sql`cd.collection_id`)})`;
  const conditions = [within, isReadableAtSource(projectId, subject), ...toFilterConditions(projectId, filters)];
  return sql<boolean>`d.project_id = ${projectId}::uuid and d.deleted_at is null and dc.ready_at is not null
    and ${sql.join(conditions, sql` and `)}`;
}

/** Condition on the ID of a collection of the project: the search may return its documents. */
export function isSearchedCollection(
  projectId: string,
  { collectionIds, viewer }: CollectionScope,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const conditions = [
    ...(collectionIds === null ? [] : [sql`${id} = any(${[...collectionIds]}::uuid[])`]),
    ...(viewer === undefined ? [] : [hasGrantInProject(viewer, 'collection', projectId, id)]),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** Conditions of filters on a document `d`. */
export function toFilterConditions(
  projectId: string,
  { tags, sources, documentIds, metadata }: SearchFilters,
): RawBuilder<unknown>[] {
  return [
    ...(tags === undefined ? [] : [hasTag(projectId, 'document', tags, sql`d.id`)]),
    ...(sources === undefined ? [] : [sql`d.source = any(${[...sources]}::text[])`]),
    ...(documentIds === undefined ? [] : [sql`d.id = any(${[...documentIds]}::uuid[])`]),
    ...(metadata === undefined ? [] : [toFilterSql(metadata, sql`d.metadata`)]),
  ];
}

/** Searched documents with their contents. */
export const DOCUMENTS = sql`documents d join document_contents dc on dc.document_id = d.id`;

/** Size of a searched scope. */
export interface Extent {
  readonly chunks: number;
  /** Number of words in its chunks. */
  readonly words: number;
  /** Languages of its documents, ISO 639-1. Null for unknown ones. */
  readonly languages: readonly (string | null)[];
}

/**
 * Cached extents of large scopes, which are slow to measure. An old value only affects the search method and new
 * languages.
 */
const extentCache = new LRUCache<string, Extent>({ max: 1000, ttl: 60_000 });

/** Measures the extent of a search. */
export async function measureExtent(db: Db, reach: Reach): Promise<Extent> {
  const key = JSON.stringify([reach.projectId, reach.scope, reach.filters, reach.subject.type, reach.subject.id]);
  const known = extentCache.get(key);
  if (known) return known;
  const { rows } = await sql<Extent>`
    select coalesce(sum(dc.chunk_count), 0)::float8 as chunks, coalesce(sum(dc.word_count), 0)::float8 as words,
      coalesce(array_agg(distinct coalesce(dc.index_language, dc.language)), '{}') as languages
    from ${DOCUMENTS} where ${isSearched(reach)}`.execute(db);
  const extent = rows[0] ?? { chunks: 0, words: 0, languages: [] };
  if (extent.chunks >= EXACT_SEARCH_MAX_CHUNKS) extentCache.set(key, extent);
  return extent;
}

/** Cached chunk counts of large projects. An old value hardly affects word weights. */
const chunkCountCache = new LRUCache<string, number>({ max: 1000, ttl: 60_000 });

/** Counts all chunks of a project. */
export async function countProjectChunks(db: Db, projectId: string): Promise<number> {
  const known = chunkCountCache.get(projectId);
  if (known !== undefined) return known;
  const { rows } = await sql<{ chunks: number }>`
    select coalesce(sum(chunk_count), 0)::float8 as chunks from document_contents where project_id = ${projectId}`.execute(
    db,
  );
  const chunks = rows[0]?.chunks ?? 0;
  if (chunks >= EXACT_SEARCH_MAX_CHUNKS) chunkCountCache.set(projectId, chunks);
  return chunks;
}

/** Columns of an {@link IndexedSpace} `e`. */
const SPACE_COLUMNS = sql`e.id, e.model, e.dimension, e.index_type as "indexType"`;

/** A space and the part of a scope to search in it. Null without vectors. */
export interface ScopePart {
  readonly space: IndexedSpace | null;
  readonly scope: SearchScope;
}

/** Splits a scope by spaces. `preferred` names the model whose vectors of a document are used. */
export async function listScopeParts(
  db: Executor,
  projectId: string,
  scope: SearchScope,
  preferred: string,
): Promise<ScopePart[]> {
  if ('documentId' in scope)
    return [{ space: (await findDocumentSpace(db, scope.documentId, preferred)) ?? null, scope }];
  const { rows } = await sql<IndexedSpace & { readonly collectionIds: string[] }>`
    select ${SPACE_COLUMNS}, array_agg(k.id order by k.id) as "collectionIds"
    from collections k join collection_states s on s.collection_id = k.id join embedding_spaces e on e.id = s.space_id
    where k.project_id = ${projectId}::uuid and ${isSearchedCollection(projectId, scope, sql`k.id`)}
    group by e.id order by e.id`.execute(db);
  return rows.map(({ collectionIds, ...space }) => ({ space, scope: { ...scope, collectionIds } }));
}

async function findDocumentSpace(
  db: Executor,
  documentId: string,
  preferred: string,
): Promise<IndexedSpace | undefined> {
  const { rows } = await sql<IndexedSpace>`
    select ${SPACE_COLUMNS} from embedding_spaces e
    where exists (select from document_spaces ds join document_contents dc on dc.document_id = ds.document_id
      where ds.space_id = e.id and ds.document_id = ${documentId}::uuid and ds.edition = dc.edition and ds.filled)
    order by e.model = ${preferred} desc, e.created desc, e.id limit 1`.execute(db);
  return rows[0];
}
