/** What makes a document's newest ingestion another one: a retry, or bytes that take the place of its own. */

import { sql } from 'kysely';
import type { NewFile } from '../../files/queries.ts';
import { type Executor, json } from '../../platform/db/client.ts';
import { orNotFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { RunRef } from '../../platform/temporal/run-ref.ts';
import { toRunError } from '../../runs/errors.ts';
import { notifyEnded } from '../../runs/stop.ts';
import type { IngestionStatus, ParsedDocument } from '../contract.ts';
import { ingestionErrors } from '../errors.ts';
import { ingestionFailures } from '../failures.ts';
import { deleteKept, handOver, insertReplacement } from './files.ts';
import { type Bringer, insertIngestions } from './insert.ts';
import { freeFollowers } from './state.ts';

/** The newest ingestion of a document, locked with the document's contents. */
interface Newest {
  readonly id: string;
  readonly restarts: number;
  readonly status: IngestionStatus;
  readonly completed: Date | null;
  readonly edition: number;
  readonly parsed: ParsedDocument | null;
  readonly chunked: number | null;
  readonly media_type: string;
  readonly sha256: Buffer;
  readonly is_ready: boolean;
}

/** Why an ingestion ended before its time. */
const SUPERSEDED = toRunError('INGESTION_SUPERSEDED', ingestionFailures.ingestion_superseded);

/**
 * Stores an ingestion that goes on where the newest one failed or was cancelled; {@link startIngestions} follows the
 * commit. Throws a 409 where there is nothing to try again.
 */
export async function retryDocument(trx: Executor, bringer: Bringer, documentId: string): Promise<string> {
  const newest = await lockNewest(trx, documentId);
  if (newest.status !== 'failed' && newest.status !== 'cancelled') throw ingestionErrors.notFailed(documentId);
  const ingestionId = newId();
  const { edition, parsed, chunked } = newest;
  await insertIngestions(trx, bringer, [{ documentId, ingestionId, edition, parsed, chunked }]);
  await handOver(trx, newest.id, ingestionId);
  await makeNewest(trx, documentId, ingestionId);
  return ingestionId;
}

/** Bytes that are to take the place of a document's. */
export interface Replacement {
  /** The ingestion that is to be started after the commit. */
  readonly ingestionId: string;
  /** Ingestions to be woken, and blobs to be removed, after the commit. */
  readonly followers: readonly RunRef[];
  readonly blobKeys: readonly string[];
}

/**
 * Stores an ingestion that puts other bytes into the place of a document's: what is found of it stays as it is until they
 * are ready. An ingestion under way ends. Answers undefined where the document has these bytes and is ready, and stages
 * nothing then.
 */
export async function replaceBytes(
  trx: Executor,
  bringer: Bringer,
  documentId: string,
  file: NewFile,
): Promise<Replacement | undefined> {
  const newest = await lockNewest(trx, documentId);
  const isSame = newest.sha256.equals(file.blob.sha256) && newest.media_type === file.mediaType;
  if (isSame && newest.is_ready && newest.status === 'ready') return undefined;
  const followers = newest.completed === null ? await supersede(trx, newest.id) : [];
  const blobKeys = await deleteKept(trx, [newest.id]);
  const ingestionId = newId();
  await insertIngestions(trx, bringer, [{ documentId, ingestionId, edition: newest.edition + 1 }]);
  const { orgId, projectId } = bringer;
  await insertReplacement(trx, ingestionId, { documentId, orgId, projectId }, file);
  await makeNewest(trx, documentId, ingestionId);
  return { ingestionId, followers, blobKeys };
}

async function supersede(trx: Executor, id: string): Promise<RunRef[]> {
  await trx
    .updateTable('ingestions')
    .set({
      status: 'cancelled',
      is_error: true,
      error: json(SUPERSEDED),
      waiting_for: null,
      leads: null,
      waits_for: null,
      paused_at: null,
      completed: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute();
  // Whoever works at it is to let go at once: a model's answer would be paid for nothing.
  await notifyEnded(trx, id);
  return freeFollowers(trx, id);
}

async function lockNewest(trx: Executor, documentId: string): Promise<Newest> {
  const { rows } = await sql<Newest>`
    select i.id, i.restarts, i.status, i.completed, i.edition, i.parsed, i.chunked, c.media_type, c.sha256,
      c.ready_at is not null as is_ready
    from document_contents c join documents d on d.id = c.document_id join ingestions i on i.id = c.ingestion_id
    where c.document_id = ${documentId} and d.deleted_at is null for update of c, i`.execute(trx);
  return orNotFound(rows[0], 'document_id', documentId);
}

async function makeNewest(trx: Executor, documentId: string, ingestionId: string): Promise<void> {
  await trx
    .updateTable('document_contents')
    .set({ ingestion_id: ingestionId })
    .where('document_id', '=', documentId)
    .execute();
}
