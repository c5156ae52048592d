import { type Selectable, sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import { type Page, type PageRequest, paginate } from '../../platform/db/pagination.ts';
import { newId } from '../../platform/ids.ts';
import type { DocumentVersionChunksTable, DocumentVersionsTable } from '../tables.ts';

/** Number of versions whose texts are kept, with the current one. */
export const MAX_VERSIONS = 10;

/** A published version of a document. */
export interface DocumentVersionRow extends Omit<Selectable<DocumentVersionsTable>, 'sha256'> {
  readonly sha256: Buffer;
  readonly is_current: boolean;
}

/** A chunk of a version. */
export type VersionChunkRow = Omit<Selectable<DocumentVersionChunksTable>, 'document_version_id'>;

/**
 * Stores the published content of a document as a version. Call it after each publication, and before the content is
 * replaced, for documents that were published otherwise.
 */
export async function recordVersion(trx: Executor, documentId: string): Promise<void> {
  await sql`
    insert into document_versions (id, document_id, edition, media_type, size, sha256, page_count, chunk_count, created_by_type,
      created_by, published)
    select ${newId()}::uuid, c.document_id, c.edition, c.media_type, c.size, c.sha256, c.page_count, c.chunk_count, i.created_by_type,
      i.created_by, c.ready_at
    from document_contents c join lateral (
      select created_by_type, created_by from ingestions i where i.document_id = c.document_id and i.edition = c.edition
      order by i.id desc limit 1) i on true
    where c.document_id = ${documentId} and c.ready_at is not null
    on conflict (document_id, edition) do nothing`.execute(trx);
}

/** Keeps the texts of the published content before its chunks are deleted, and deletes the oldest versions. */
export async function archiveVersion(trx: Executor, documentId: string): Promise<void> {
  await recordVersion(trx, documentId);
  await sql`
    insert into document_version_chunks (document_version_id, position, text, page, heading_path)
    select v.id, k.position, k.text, k.page, k.heading_path
    from document_contents c join document_versions v on v.document_id = c.document_id and v.edition = c.edition
      join chunks k on k.document_id = c.document_id and k.edition = c.edition
    where c.document_id = ${documentId} on conflict do nothing`.execute(trx);
  await sql`
    delete from document_versions where document_id = ${documentId} and id not in (
      select id from document_versions where document_id = ${documentId} order by edition desc limit ${MAX_VERSIONS - 1})`.execute(
    trx,
  );
}

/** Lists the versions of a document, newest first. */
export function listVersions(db: Executor, documentId: string, page: PageRequest): Promise<Page<DocumentVersionRow>> {
  return paginate(selectVersions(db, documentId), [{ column: 'v.edition', type: 'integer', order: 'desc' }], page);
}

/** Finds a version of a document. */
export function findVersion(db: Executor, documentId: string, id: string): Promise<DocumentVersionRow | undefined> {
  return selectVersions(db, documentId).where('v.id', '=', id).executeTakeFirst();
}

function selectVersions(db: Executor, documentId: string) {
  return db
    .selectFrom('document_versions as v')
    .innerJoin('document_contents as c', 'c.document_id', 'v.document_id')
    .selectAll('v')
    .select(sql<boolean>`v.edition = c.edition`.as('is_current'))
    .where('v.document_id', '=', documentId);
}

/** Lists the chunks of a version in order. */
export function listVersionChunks(
  db: Executor,
  { id, document_id, edition, is_current }: DocumentVersionRow,
  page: PageRequest,
): Promise<Page<VersionChunkRow>> {
  const sort = [{ column: 'k.position', type: 'integer', order: 'asc' }] as const;
  const columns = ['k.position', 'k.text', 'k.page', 'k.heading_path'] as const;
  return is_current
    ? paginate(
        db
          .selectFrom('chunks as k')
          .select(columns)
          .where('k.document_id', '=', document_id)
          .where('k.edition', '=', edition),
        sort,
        page,
      )
    : paginate(
        db.selectFrom('document_version_chunks as k').select(columns).where('k.document_version_id', '=', id),
        sort,
        page,
      );
}
