import { sql } from 'kysely';
import { listFiles } from '../../files/queries.ts';
import { type Db, type Executor, json } from '../../platform/db/client.ts';
import { lockMetadataFields } from '../../projects/queries.ts';
import { deleteChunks } from '../chunks.ts';
import type { ParsedDocument } from '../contract.ts';
import { MAX_TITLE_LENGTH } from '../documents/rules.ts';
import { archiveVersion, recordVersion } from '../documents/versions.ts';
import { refreshMetadata } from '../metadata/fields.ts';
import type { Space } from '../spaces.ts';
import { listDocumentSpaces, lockCollectionSpaces } from '../vectors.ts';
import { toReadAs } from './duplicate-content.ts';
import { applyReplacement, deleteIngestionFiles, getIngestionFiles } from './files.ts';
import { type ActiveIngestion, type ReleasedIngestions, releaseFollowers } from './state.ts';

/** Outcome of publishing a document. */
type ReadyOutcome =
  /** Published: blobs to remove and ingestions to wake. */
  | ({ readonly state: 'ready'; readonly blobKeys: readonly string[] } & ReleasedIngestions)
  /** The document needs vectors in more spaces meanwhile. */
  | { readonly state: 'more' }
  /** The ingestion has ended, is being cancelled or is paused. */
  | { readonly state: 'stopped' };

/**
 * Publishes the chunks of an ingestion in place of the previous ones and ends it, in one transaction. All chunks must
 * have vectors in `spaces`.
 */
export function publishDocument(
  db: Db,
  run: ActiveIngestion,
  {
    parsed,
    chunks,
    spaces,
  }: { readonly parsed: ParsedDocument; readonly chunks: number; readonly spaces: readonly Space[] },
): Promise<ReadyOutcome> {
  return db.transaction().execute(async (trx): Promise<ReadyOutcome> => {
    const fields = await lockMetadataFields(trx, run.project_id, 'share');
    // Adding a document to a collection takes this lock too, so one of the two sees the other's change.
    await sql`select from document_contents where document_id = ${run.document_id} for update`.execute(trx);
    await lockCollectionSpaces(trx, run.document_id);
    const known = new Set(spaces.map(({ id }) => id));
    if ((await listDocumentSpaces(trx, run.document_id)).some(({ id }) => !known.has(id))) return { state: 'more' };
    if (!(await markReady(trx, run.id, chunks))) return { state: 'stopped' };
    const blobKeys = await publishChunks(trx, run, parsed, chunks);
    await refreshMetadata(trx, fields, run.document_id);
    return { state: 'ready', blobKeys, followers: await releaseFollowers(trx, run.id) };
  });
}

/** Returns false if the ingestion has ended, is being cancelled or paused, or its document is deleted. */
async function markReady(trx: Executor, id: string, chunks: number): Promise<boolean> {
  const progress = json({ done: chunks, total: chunks });
  const { rows } = await sql`
    with done as (
      update ingestions r set status = 'ready', progress = ${progress}, waiting_for = null, leads = null, waits_for = null,
        completed = now()
      from documents d
      where r.id = ${id} and r.completed is null and r.status <> 'cancelling' and r.paused_at is null and d.id = r.document_id and d.deleted_at is null
      returning r.id
    ) select pg_notify('holdfast_runs', id::text) from done`.execute(trx);
  return rows.length > 0;
}

/** Returns the keys of unused blobs. */
async function publishChunks(
  trx: Executor,
  run: ActiveIngestion,
  parsed: ParsedDocument,
  chunks: number,
): Promise<string[]> {
  const documentId = run.document_id;
  if (run.edition > 1) await archiveVersion(trx, documentId);
  const keys = await deleteIngestionFiles(trx, [run.id], 'blocks');
  const { replacement } = await getIngestionFiles(trx, run.id);
  if (replacement) keys.push(...(await applyReplacement(trx, run.id, documentId)));
  await trx
    .updateTable('document_contents')
    .set({
      parser: parsed.parser,
      language: parsed.language,
      index_language: parsed.indexLanguage ?? null,
      page_count: parsed.pageCount,
      warnings: json(parsed.warnings),
      chunk_count: chunks,
      word_count: sql<string>`(select coalesce(sum(word_count), 0) from chunks where document_id = ${documentId} and edition = ${run.edition})`,
      edition: run.edition,
      ready_at: sql<Date>`now()`,
      media_type: parsed.mediaType,
      stated_metadata: json(parsed.properties ?? {}),
      ...(replacement && {
        size: replacement.size,
        sha256: replacement.sha256,
        read_as: toReadAs(toFile(replacement)),
      }),
    })
    .where('document_id', '=', documentId)
    .execute();
  if (parsed.statedTitle) await applyStatedTitle(trx, documentId, parsed.statedTitle);
  await recordVersion(trx, documentId);
  if (run.edition > 1) await deleteChunks(trx, documentId, { except: run.edition });
  return keys;
}

/** Applies the title in the front matter if the document still has the title of its file. */
async function applyStatedTitle(trx: Executor, documentId: string, title: string): Promise<void> {
  const [file] = await listFiles(trx, documentId);
  if (!file) return;
  await trx
    .updateTable('documents')
    .set({ title: title.slice(0, MAX_TITLE_LENGTH).toWellFormed() })
    .where('id', '=', documentId)
    .where('title', '=', file.name)
    .execute();
}

const toFile = ({ name, media_type }: { readonly name: string; readonly media_type: string }) => ({
  name,
  mediaType: media_type,
});
