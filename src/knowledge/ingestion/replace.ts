/** Replaces the latest ingestion of a document: for a retry or for new content. */

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
import { deleteIngestionFiles, insertReplacement, transferFiles } from './files.ts';
import { type IngestionAuthor, insertIngestions } from './insert.ts';
import { releaseFollowers } from './state.ts';

/** Latest ingestion of a document, locked together with its contents. */
interface LatestIngestion {
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

/** Error of an ingestion that new content replaced. */
const SUPERSEDED_ERROR = toRunError('INGESTION_SUPERSEDED', ingestionFailures.ingestion_superseded);

/**
 * Stores an ingestion that continues a failed or cancelled one. Call {@link startIngestions} after the commit. Throws a
 * 409 if the latest ingestion has not failed.
 */
export async function retryDocument(trx: Executor, author: IngestionAuthor, documentId: string): Promise<string> {
  const latest = await lockLatest(trx, documentId);
  if (latest.status !== 'failed' && latest.status !== 'cancelled') throw ingestionErrors.notFailed(documentId);
  const ingestionId = newId();
  const { edition, parsed, chunked } = latest;
  await insertIngestions(trx, author, [{ documentId, ingestionId, edition, parsed, chunked }]);
  await transferFiles(trx, latest.id, ingestionId);
  await setLatestIngestion(trx, documentId, ingestionId);
  return ingestionId;
}

/** Replacement of the content of a document. */
interface Replacement {
  /** Ingestion to start after the commit. */
  readonly ingestionId: string;
  /** Ingestions to wake and blobs to remove after the commit. */
  readonly followers: readonly RunRef[];
  readonly blobKeys: readonly string[];
}

/**
 * Stores an ingestion that replaces the content of a document. The current content stays available until then. A
 * running ingestion ends. Returns undefined without changes if the document already has this content.
 */
export async function replaceContent(
  trx: Executor,
  author: IngestionAuthor,
  documentId: string,
  file: NewFile,
): Promise<Replacement | undefined> {
  const latest = await lockLatest(trx, documentId);
  const isSame = latest.sha256.equals(file.blob.sha256) && latest.media_type === file.mediaType;
  if (isSame && latest.is_ready && latest.status === 'ready') return undefined;
  const followers = latest.completed === null ? await supersede(trx, latest.id) : [];
  const blobKeys = await deleteIngestionFiles(trx, [latest.id]);
  const ingestionId = newId();
  await insertIngestions(trx, author, [{ documentId, ingestionId, edition: latest.edition + 1 }]);
  const { orgId, projectId } = author;
  await insertReplacement(trx, ingestionId, { documentId, orgId, projectId }, file);
  await setLatestIngestion(trx, documentId, ingestionId);
  return { ingestionId, followers, blobKeys };
}

async function supersede(trx: Executor, id: string): Promise<RunRef[]> {
  await trx
    .updateTable('ingestions')
    .set({
      status: 'cancelled',
      is_error: true,
      error: json(SUPERSEDED_ERROR),
      waiting_for: null,
      leads: null,
      waits_for: null,
      paused_at: null,
      completed: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute();
  // The running attempt must stop immediately, or a model call would be wasted.
  await notifyEnded(trx, id);
  return releaseFollowers(trx, id);
}

async function lockLatest(trx: Executor, documentId: string): Promise<LatestIngestion> {
  const { rows } = await sql<LatestIngestion>`
    select i.id, i.restarts, i.status, i.completed, i.edition, i.parsed, i.chunked, c.media_type, c.sha256,
      c.ready_at is not null as is_ready
    from document_contents c join documents d on d.id = c.document_id join ingestions i on i.id = c.ingestion_id
    where c.document_id = ${documentId} and d.deleted_at is null for update of c, i`.execute(trx);
  return orNotFound(rows[0], 'document_id', documentId);
}

async function setLatestIngestion(trx: Executor, documentId: string, ingestionId: string): Promise<void> {
  await trx
    .updateTable('document_contents')
    .set({ ingestion_id: ingestionId })
    .where('document_id', '=', documentId)
    .execute();
}
