import { type Selectable, sql } from 'kysely';
import { hasGrantInProject } from '../../access/grants.ts';
import { hasRolePermission } from '../../access/permissions.ts';
import type { Principal } from '../../access/principal-grants.ts';
import type { Executor } from '../../platform/db/client.ts';
import { type Page, type PageRequest, paginate, sortByNewest } from '../../platform/db/pagination.ts';
import { toContainsPattern } from '../../platform/db/patterns.ts';
import { newId } from '../../platform/ids.ts';
import { hasTagCondition, selectTags } from '../../tags/queries.ts';
import { type BackfillState, backfillColumn } from '../backfill/queries.ts';
import type { Space } from '../spaces.ts';
import type {
  CollectionStatesTable,
  CollectionSummariesTable,
  CollectionsTable,
  EmbeddingSpacesTable,
} from '../tables.ts';

/** A collection with its state. Counts include live documents and chunks of ready ones. */
export interface CollectionRow
  extends Selectable<CollectionsTable>,
    Pick<Selectable<CollectionStatesTable>, 'summary' | 'space_id' | 'next_space_id'>,
    Pick<Selectable<EmbeddingSpacesTable>, 'model' | 'dimension'> {
  readonly document_count: number;
  readonly chunk_count: number;
  /** State of the latest summary request. Null if there was none. */
  readonly latestSummary: Pick<Selectable<CollectionSummariesTable>, 'asked' | 'done' | 'error'> | null;
  /** State of its embedding backfill. */
  readonly backfill: BackfillState;
  /** Names of its tags in the order of assignment. */
  readonly tags: readonly string[];
}

/** Owner of a collection. */
interface CollectionOwner {
  readonly orgId: string;
  readonly projectId: string;
  readonly userId: string;
}

/** Creates an empty collection. Returns its ID. */
export async function createCollection(
  trx: Executor,
  owner: CollectionOwner,
  title: string,
  space: Pick<Space, 'id'>,
): Promise<string> {
  const id = newId();
  const { orgId: org_id, projectId: project_id, userId: created_by } = owner;
  await trx.insertInto('collections').values({ id, org_id, project_id, title, created_by }).execute();
  await trx
    .insertInto('collection_states')
    .values({ collection_id: id, space_id: space.id, next_space_id: null, summary: null })
    .execute();
  return id;
}

/** Finds a collection of the project. */
export function findCollection(db: Executor, projectId: string, id: string): Promise<CollectionRow | undefined> {
  return selectCollections(db, projectId).where('k.id', '=', id).executeTakeFirst();
}

/** Finds a collection and locks it until the transaction ends. */
export async function lockCollection(trx: Executor, projectId: string, id: string): Promise<CollectionRow | undefined> {
  await sql`select from collections where id = ${id} for no key update`.execute(trx);
  return findCollection(trx, projectId, id);
}

/** Returns the IDs that are collections of the project. */
export async function filterCollections(db: Executor, projectId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('collections')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
  return rows.map((row) => row.id);
}

/** Filter of a list of collections. */
interface CollectionFilter {
  /** Part of the title. */
  readonly title?: string | undefined;
  /** ID or name of a tag. */
  readonly tag?: string | undefined;
}

/** Lists the collections of the project that the principal may view, newest first. */
export function listCollections(
  db: Executor,
  { subject, projectId, grants }: Principal,
  { title, tag }: CollectionFilter,
  page: PageRequest,
): Promise<Page<CollectionRow>> {
  let rows = selectCollections(db, projectId);
  if (!hasRolePermission(grants, 'collection:view'))
    rows = rows.where(hasGrantInProject(subject, 'collection', projectId, sql.ref('k.id')));
  if (title !== undefined) rows = rows.where('k.title', 'ilike', toContainsPattern(title));
  if (tag !== undefined) rows = rows.where('k.id', 'in', hasTagCondition(db, projectId, 'collection', tag));
  return paginate(rows, sortByNewest('k.id'), page);
}

/** Updates the title of a collection. */
export async function updateCollectionTitle(trx: Executor, id: string, title: string): Promise<void> {
  await trx.updateTable('collections').set({ title, modified: sql<Date>`now()` }).where('id', '=', id).execute();
}

/**
 * Returns the live documents of the project among these IDs. Locks them against deletion and publication until the
 * transaction ends, so that either the ingestion or the caller sees the other's change.
 */
export async function lockDocuments(trx: Executor, projectId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select d.id from documents d join document_contents dc on dc.document_id = d.id
    where d.project_id = ${projectId}::uuid and d.deleted_at is null and d.id = any(${[...ids]}::uuid[])
    order by d.id for share`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Adds documents to a collection. Returns the new ones. */
export async function addDocuments(trx: Executor, id: string, documentIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ document_id: string }>`
    insert into collection_documents (collection_id, document_id)
    select ${id}::uuid, d.id from unnest(${[...documentIds]}::uuid[]) d(id) order by d.id
    on conflict do nothing returning document_id`.execute(trx);
  return rows.map((row) => row.document_id);
}

/** Removes documents from a collection. Returns the removed ones. */
export async function removeDocuments(trx: Executor, id: string, documentIds: readonly string[]): Promise<string[]> {
  const rows = await trx
    .deleteFrom('collection_documents')
    .where('collection_id', '=', id)
    .where('document_id', '=', sql<string>`any(${[...documentIds]}::uuid[])`)
    .returning('document_id')
    .execute();
  return rows.map((row) => row.document_id);
}

/** Returns the documents among these that are in the collection. */
export async function filterMembers(db: Executor, id: string, documentIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('collection_documents')
    .select('document_id')
    .where('collection_id', '=', id)
    .where('document_id', '=', sql<string>`any(${[...documentIds]}::uuid[])`)
    .execute();
  return rows.map((row) => row.document_id);
}

/** Statistics of a collection. */
export interface CollectionStats {
  /** Live documents by the status of their latest ingestion. */
  readonly documents: Readonly<Record<string, number>>;
  /** Ready documents by language. The empty key counts unknown languages. */
  readonly languages: Readonly<Record<string, number>>;
  readonly chunks: number;
  readonly tokens: number;
  /** Size of the original files in bytes. */
  readonly size: number;
}

/** Returns the statistics of a collection. */
export async function getCollectionStats(db: Executor, id: string): Promise<CollectionStats> {
  const { rows } = await sql<CollectionStats>`
    with members as materialized (
      select d.id, i.status, dc.language, dc.size, dc.ready_at, dc.chunk_count, dc.edition from collection_documents cd
      join documents d on d.id = cd.document_id and d.deleted_at is null
      join document_contents dc on dc.document_id = d.id join ingestions i on i.id = dc.ingestion_id
      where cd.collection_id = ${id}::uuid)
    select coalesce((select json_object_agg(status, n) from (select status, count(*) n from members group by status) s), '{}') as documents,
      coalesce((select json_object_agg(coalesce(language, ''), n) from (
        select language, count(*) n from members where ready_at is not null group by language) l), '{}') as languages,
      (select coalesce(sum(chunk_count), 0) from members where ready_at is not null)::float8 as chunks,
      (select coalesce(sum(c.token_count), 0) from members m join chunks c on c.document_id = m.id and c.edition = m.edition
        where m.ready_at is not null)::float8 as tokens,
      (select coalesce(sum(size), 0) from members)::float8 as size`.execute(db);
  return rows[0] ?? { documents: {}, languages: {}, chunks: 0, tokens: 0, size: 0 };
}

function selectCollections(db: Executor, projectId: string) {
  const members = sql`collection_documents cd join documents d on d.id = cd.document_id and d.deleted_at is null`;
  return db
    .selectFrom('collections as k')
    .innerJoin('collection_states as s', 's.collection_id', 'k.id')
    .innerJoin('embedding_spaces as e', 'e.id', 's.space_id')
    .selectAll('k')
    .select(['s.summary', 's.space_id', 's.next_space_id', 'e.model', 'e.dimension'])
    .select(sql<number>`(select count(*)::int from ${members} where cd.collection_id = k.id)`.as('document_count'))
    .select(
      sql<number>`(select coalesce(sum(dc.chunk_count), 0)::int from ${members} join document_contents dc on dc.document_id = d.id
        where cd.collection_id = k.id and dc.ready_at is not null)`.as('chunk_count'),
    )
    .select(
      sql<CollectionRow['latestSummary']>`(select json_build_object('asked', m.asked, 'done', m.done, 'error', m.error)
        from collection_summaries m where m.collection_id = k.id)`.as('latestSummary'),
    )
    .select(backfillColumn(sql.ref('k.id'), 's').as('backfill'))
    .select(selectTags(sql.ref('k.id')).as('tags'))
    .where('k.project_id', '=', projectId);
}
