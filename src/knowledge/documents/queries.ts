import { type Selectable, sql } from 'kysely';
import { hasGrantInProject } from '../../access/grants.ts';
import { hasRolePermission } from '../../access/permissions.ts';
import type { Principal } from '../../access/principal-grants.ts';
import { deleteFiles } from '../../files/queries.ts';
import type { Executor } from '../../platform/db/client.ts';
import { type Page, type PageRequest, paginate, sortByNewest } from '../../platform/db/pagination.ts';
import { toContainsPattern } from '../../platform/db/patterns.ts';
import type { SubjectRef } from '../../platform/errors.ts';
import { hasTagCondition, selectTags } from '../../tags/queries.ts';
import { toFilterSql } from '../metadata/filter-sql.ts';
import type { MetadataFilter } from '../metadata/filters.ts';
import { isReadableAtSource } from '../readers.ts';
import type { DocumentContentsTable, DocumentsTable, IngestionsTable } from '../tables.ts';

type Content = Selectable<DocumentContentsTable>;
type Ingestion = Selectable<IngestionsTable>;

/** A document with the result of its latest ingestion. */
export interface DocumentRow
  extends Selectable<DocumentsTable>,
    Pick<Content, 'media_type' | 'size' | 'language' | 'page_count' | 'chunk_count' | 'warnings'>,
    Pick<Ingestion, 'status' | 'stage' | 'progress' | 'waiting_for' | 'error' | 'restarts' | 'completed'> {
  readonly ingestion_id: string;
  /** Time when the latest ingestion was accepted. */
  readonly queued: Date;
  /** IDs of its collections. */
  readonly collections: readonly string[];
  /** Names of its tags in the order of assignment. */
  readonly tags: readonly string[];
}

/** Finds a live document of the project. */
export function findDocument(db: Executor, projectId: string, id: string): Promise<DocumentRow | undefined> {
  return selectDocuments(db, projectId).where('d.id', '=', id).executeTakeFirst();
}

/** Finds a live document of the project that its source lets the subject read. */
export function findReadableDocument(
  db: Executor,
  projectId: string,
  id: string,
  subject: SubjectRef,
): Promise<DocumentRow | undefined> {
  const rows = selectDocuments(db, projectId).where('d.id', '=', id);
  return rows.where(isReadableAtSource(projectId, subject)).executeTakeFirst();
}

/** Finds a document and locks it until the transaction ends. */
export async function lockDocument(trx: Executor, projectId: string, id: string): Promise<DocumentRow | undefined> {
  await sql`select from documents where id = ${id} for no key update`.execute(trx);
  return findDocument(trx, projectId, id);
}

/** Updates a locked document. Returns its new version. */
export async function updateDocument(
  trx: Executor,
  id: string,
  fields: { readonly title: string; readonly description: string },
): Promise<Pick<DocumentRow, 'version' | 'modified'>> {
  return trx
    .updateTable('documents')
    .set({ ...fields, modified: sql<Date>`now()` })
    .where('id', '=', id)
    .returning(['version', 'modified'])
    .executeTakeFirstOrThrow();
}

/** Marks a document as deleted; maintenance erases the rest. Returns the blob keys to remove after the commit. */
export async function deleteDocument(trx: Executor, id: string): Promise<string[]> {
  await trx.updateTable('documents').set({ deleted_at: sql<Date>`now()` }).where('id', '=', id).execute();
  await trx.deleteFrom('collection_documents').where('document_id', '=', id).execute();
  return deleteFiles(trx, [id]);
}

/** Returns the IDs that are live documents of the project. */
export async function filterDocuments(db: Executor, projectId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('documents')
    .select('id')
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
  return rows.map((row) => row.id);
}

/** Lists the live documents that one request created and that the principal may read, in request order. */
export function listGroupDocuments(
  db: Executor,
  { projectId, subject }: Pick<Principal, 'projectId' | 'subject'>,
  groupId: string,
): Promise<DocumentRow[]> {
  const rows = selectDocuments(db, projectId).where('d.group_id', '=', groupId);
  return rows.where(isReadableAtSource(projectId, subject)).orderBy('d.id').execute();
}

/** Filter of a list of documents. */
export interface DocumentFilter {
  /** Part of the title. */
  readonly title?: string | undefined;
  /** IDs of collections. Documents in any of them match. */
  readonly collectionIds?: readonly string[] | undefined;
  /** Source of the documents. */
  readonly sourceId?: string | undefined;
  readonly source?: string | undefined;
  readonly strategy?: string | undefined;
  /** Status in records. */
  readonly status?: string | undefined;
  /** ID or name of a tag. */
  readonly tag?: string | undefined;
  readonly metadata?: MetadataFilter | undefined;
}

/** Lists the documents of the project that the principal may view, newest first. */
export async function listDocuments(
  db: Executor,
  principal: Principal,
  filter: DocumentFilter,
  page: PageRequest,
): Promise<Page<DocumentRow>> {
  return paginate(selectVisibleDocuments(db, principal, filter), sortByNewest('d.id'), page);
}

/** Selects the documents of the project that the principal may view. */
export function selectVisibleDocuments(db: Executor, principal: Principal, filter: DocumentFilter) {
  const { title, collectionIds, sourceId, source, strategy, status, tag, metadata } = filter;
  let rows = selectDocuments(db, principal.projectId).where(isReadableAtSource(principal.projectId, principal.subject));
  if (!hasRolePermission(principal.grants, 'document:view'))
    rows = rows.where(hasGrantInProject(principal.subject, 'document', principal.projectId, sql.ref('d.id')));
  if (title !== undefined) rows = rows.where('d.title', 'ilike', toContainsPattern(title));
  if (collectionIds !== undefined)
    rows = rows.where(
      'd.id',
      'in',
      db
        .selectFrom('collection_documents')
        .select('document_id')
        .where('collection_id', 'in', [...collectionIds]),
    );
  if (sourceId !== undefined) rows = rows.where('d.source_id', '=', sourceId);
  if (source !== undefined) rows = rows.where(sql<string>`d.source`, '=', source);
  if (strategy !== undefined) rows = rows.where('d.strategy', '=', strategy);
  if (status !== undefined) rows = rows.where(DOCUMENT_STATUS, '=', status);
  if (tag !== undefined) rows = rows.where('d.id', 'in', hasTagCondition(db, principal.projectId, 'document', tag));
  return metadata === undefined ? rows : rows.where(toFilterSql(metadata, sql.ref('d.metadata')));
}

/** Status of a document by its ingestion `i`. A cancelled ingestion has failed; one being cancelled shows its stage. */
const DOCUMENT_STATUS = sql<string>`case i.status when 'cancelled' then 'failed' when 'cancelling' then coalesce(i.stage, 'queued')
  else i.status end`;

function selectDocuments(db: Executor, projectId: string) {
  return db
    .selectFrom('documents as d')
    .innerJoin('document_contents as c', 'c.document_id', 'd.id')
    .innerJoin('ingestions as i', 'i.id', 'c.ingestion_id')
    .selectAll('d')
    .select(['c.media_type', 'c.size', 'c.language', 'c.page_count', 'c.chunk_count', 'c.warnings', 'c.ingestion_id'])
    .select([
      'i.status',
      'i.stage',
      'i.progress',
      'i.waiting_for',
      'i.error',
      'i.restarts',
      'i.completed',
      'i.created as queued',
    ])
    .select(
      sql<string[]>`array(select k.collection_id from collection_documents k where k.document_id = d.id
        order by k.added, k.collection_id)`.as('collections'),
    )
    .select(selectTags(sql.ref('d.id')).as('tags'))
    .where('d.project_id', '=', projectId)
    .where('d.deleted_at', 'is', null);
}
