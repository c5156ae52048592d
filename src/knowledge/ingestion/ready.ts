import { sql } from 'kysely';
import { listFiles } from '../../files/queries.ts';
import { type Db, type Executor, json } from '../../platform/db/client.ts';
import { deleteChunks } from '../chunks.ts';
import type { ParsedDocument } from '../contract.ts';
import { LONGEST_TITLE } from '../documents/rules.ts';
import type { Space } from '../spaces.ts';
import { holdSpaces, spacesOf } from '../vectors.ts';
import { readAs } from './equal-bytes.ts';
import { deleteKept, filesOf, putInPlace } from './files.ts';
import { type BegunIngestion, type Freed, freeFollowers } from './state.ts';

/** What making a document ready came to. */
export type ReadyOutcome =
  /** It is ready, or was over already: blobs to remove, and ingestions to wake. */
  | ({ readonly state: 'ready'; readonly blobKeys: readonly string[] } & Freed)
  /** It has to be found in more spaces by now. */
  | { readonly state: 'more' }
  /** It is over, or is to stop or to rest. */
  | { readonly state: 'stopped' };

/**
 * Makes the chunks of an ingestion what queries find of its document, in the place of those that served before, and ends
 * it, all in one transaction. `spaces` are those that all of them have a vector in.
 */
export function makeReady(
  db: Db,
  run: BegunIngestion,
  {
    parsed,
    chunks,
    spaces,
  }: { readonly parsed: ParsedDocument; readonly chunks: number; readonly spaces: readonly Space[] },
): Promise<ReadyOutcome> {
  return db.transaction().execute(async (trx): Promise<ReadyOutcome> => {
    // Whoever adds the document to a collection takes this lock too: either its space is seen here, or it sees that the
    // document is ready.
    await sql`select from document_contents where document_id = ${run.document_id} for update`.execute(trx);
    await holdSpaces(trx, run.document_id);
    const known = new Set(spaces.map(({ id }) => id));
    if ((await spacesOf(trx, run.document_id)).some(({ id }) => !known.has(id))) return { state: 'more' };
    if (!(await endReady(trx, run.id, chunks))) return { state: 'stopped' };
    const blobKeys = await serve(trx, run, parsed, chunks);
    return { state: 'ready', blobKeys, followers: await freeFollowers(trx, run.id) };
  });
}

/** Answers false where the ingestion is over, is to stop or to rest, or its document is deleted. */
async function endReady(trx: Executor, id: string, chunks: number): Promise<boolean> {
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

/** Answers the keys of the blobs that nothing needs any more. */
async function serve(trx: Executor, run: BegunIngestion, parsed: ParsedDocument, chunks: number): Promise<string[]> {
  const documentId = run.document_id;
  const keys = await deleteKept(trx, [run.id], 'blocks');
  const { replacement } = await filesOf(trx, run.id);
  if (replacement) keys.push(...(await putInPlace(trx, run.id, documentId)));
  await trx
    .updateTable('document_contents')
    .set({
      parser: parsed.parser,
      language: parsed.language,
      page_count: parsed.pageCount,
      warnings: json(parsed.warnings),
      chunk_count: chunks,
      edition: run.edition,
      ready_at: sql<Date>`now()`,
      media_type: parsed.mediaType,
      ...(replacement && { size: replacement.size, sha256: replacement.sha256, read_as: readAs(fileOf(replacement)) }),
    })
    .where('document_id', '=', documentId)
    .execute();
  if (parsed.statedTitle) await takeStatedTitle(trx, documentId, parsed.statedTitle);
  if (run.edition > 1) await deleteChunks(trx, documentId, { butFor: run.edition });
  return keys;
}

/** Gives a document the title that it states of itself, where it has but the name of its file so far. */
async function takeStatedTitle(trx: Executor, documentId: string, title: string): Promise<void> {
  const [file] = await listFiles(trx, documentId);
  if (!file) return;
  await trx
    .updateTable('documents')
    .set({ title: title.slice(0, LONGEST_TITLE).toWellFormed() })
    .where('id', '=', documentId)
    .where('title', '=', file.name)
    .execute();
}

const fileOf = ({ name, media_type }: { readonly name: string; readonly media_type: string }) => ({
  name,
  mediaType: media_type,
});
