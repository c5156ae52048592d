import { type Selectable, sql } from 'kysely';
import { hasGrantInProject } from '../../access/grants.ts';
import { rolesHavePermission } from '../../access/permissions.ts';
import type { Principal } from '../../access/principal-grants.ts';
import { deleteFiles } from '../../files/queries.ts';
import type { Executor } from '../../platform/db/client.ts';
import { newestFirst, type Page, type PageRequest, paginate } from '../../platform/db/pagination.ts';
import { containing } from '../../platform/db/patterns.ts';
import { hasTagCondition, selectTags } from '../../tags/queries.ts';
import type { DocumentContentsTable, DocumentsTable, IngestionsTable } from '../tables.ts';

type Content = Selectable<DocumentContentsTable>;
type Ingestion = Selectable<IngestionsTable>;

/** A document with what its newest ingestion made of it. */
export interface DocumentRow
  extends Selectable<DocumentsTable>,
    Pick<Content, 'media_type' | 'size' | 'language' | 'page_count' | 'chunk_count' | 'warnings'>,
    Pick<Ingestion, 'status' | 'stage' | 'progress' | 'waiting_for' | 'error' | 'restarts' | 'completed'> {
  readonly ingestion_id: string;
  /** When its newest ingestion was accepted. */
  readonly queued: Date;
  /** Ids of the collections that it is in. */
  readonly collections: readonly string[];
  /** Names of its tags, in the order in which they were given. */
  readonly tags: readonly string[];
}

/** A live document of the project. */
export function findDocument(db: Executor, projectId: string, id: string): Promise<DocumentRow | undefined> {
  return live(db, projectId).where('d.id', '=', id).executeTakeFirst();
}

/** A document that nobody else edits or deletes until the transaction ends. */
export async function lockDocument(trx: Executor, projectId: string, id: string): Promise<DocumentRow | undefined> {
  await sql`select from documents where id = ${id} for no key update`.execute(trx);
  return findDocument(trx, projectId, id);
}

/** Changes a document that the transaction has locked; answers its version and when that was. */
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

/**
 * Deletes a document for everybody: from now on nothing finds it, and what is left of it is erased by and by. Answers the
 * keys of its blobs, which are to be removed once the transaction is committed.
 */
export async function deleteDocument(trx: Executor, id: string): Promise<string[]> {
  await trx.updateTable('documents').set({ deleted_at: sql<Date>`now()` }).where('id', '=', id).execute();
  await trx.deleteFrom('collection_documents').where('document_id', '=', id).execute();
  return deleteFiles(trx, [id]);
}

/** Which of these are live documents of the project. */
export async function documentsAmong(db: Executor, projectId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('documents')
    .select('id')
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
  return rows.map((row) => row.id);
}

/** Live documents that one request made, in the order in which it named them. */
export function documentsOfGroup(db: Executor, projectId: string, groupId: string): Promise<DocumentRow[]> {
  return live(db, projectId).where('d.group_id', '=', groupId).orderBy('d.id').execute();
}

/** Which documents are listed. */
export interface DocumentFilter {
  /** Part of the title. */
  readonly title?: string | undefined;
  readonly collectionId?: string | undefined;
  /** The source that they were synced from. */
  readonly sourceId?: string | undefined;
  readonly source?: string | undefined;
  readonly strategy?: string | undefined;
  /** As records show it. */
  readonly status?: string | undefined;
  /** Id or name of a tag. */
  readonly tag?: string | undefined;
}

/** Documents of the project of the asker's path as far as they see them, newest first. */
export async function listDocuments(
  db: Executor,
  principal: Principal,
  filter: DocumentFilter,
  page: PageRequest,
): Promise<Page<DocumentRow>> {
  const { title, collectionId, sourceId, source, strategy, status, tag } = filter;
  let rows = live(db, principal.projectId);
  if (!rolesHavePermission(principal.grants, 'document:view'))
    rows = rows.where(hasGrantInProject(principal.subject, 'document', principal.projectId, sql.ref('d.id')));
  if (title !== undefined) rows = rows.where('d.title', 'ilike', containing(title));
  if (collectionId !== undefined)
    rows = rows.where(
      'd.id',
      'in',
      db.selectFrom('collection_documents').select('document_id').where('collection_id', '=', collectionId),
    );
  if (sourceId !== undefined) rows = rows.where('d.source_id', '=', sourceId);
  if (source !== undefined) rows = rows.where(sql<string>`d.source`, '=', source);
  if (strategy !== undefined) rows = rows.where('d.strategy', '=', strategy);
  if (status !== undefined) rows = rows.where(SHOWN_STATUS, '=', status);
  if (tag !== undefined) rows = rows.where('d.id', 'in', hasTagCondition(db, principal.projectId, 'document', tag));
  return paginate(rows, newestFirst('d.id'), page);
}

/** Status of an ingestion `i` as documents show it: one that was stopped has failed, one that is being stopped is where it was. */
const SHOWN_STATUS = sql<string>`case i.status when 'cancelled' then 'failed' when 'cancelling' then coalesce(i.stage, 'queued')
  else i.status end`;

function live(db: Executor, projectId: string) {
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
