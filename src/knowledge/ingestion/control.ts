/** Actions on a running ingestion. Each is stored first; a signal only wakes the workflow. */

import { sql } from 'kysely';
import { runBestEffort } from '../../platform/best-effort.ts';
import { type Executor, json } from '../../platform/db/client.ts';
import { orNotFound } from '../../platform/errors.ts';
import type { RunRef } from '../../platform/temporal/run-ref.ts';
import type { RunContext } from '../../runs/start.ts';
import { requestStop } from '../../runs/stop.ts';
import { toWaitingFor } from '../../runs/waiting.ts';
import { GO_ON_SIGNAL } from '../contract.ts';
import { ingestionErrors } from '../errors.ts';
import { knowledgeWaits } from '../failures.ts';
import { ingestionKind } from './run-kind.ts';
import { releaseFollowers } from './state.ts';

/** Result of an action on an ingestion. */
interface IngestionChange {
  readonly ingestion: RunRef;
  /** Whether the action changed anything. */
  readonly changed: boolean;
  /** Ingestions of equal content to wake after the commit. */
  readonly followers: readonly RunRef[];
}

interface LockedIngestion extends RunRef {
  readonly completed: Date | null;
  readonly status: string;
  readonly paused: boolean;
  readonly waits: string | null;
}

/** Pauses an ingestion; a running step stops at its next batch. Throws a 409 if it has ended or is being cancelled. */
export async function pauseIngestion(trx: Executor, documentId: string): Promise<IngestionChange> {
  const found = await lockRunning(trx, documentId);
  if (found.paused) return { ingestion: found, changed: false, followers: [] };
  await trx
    .updateTable('ingestions')
    .set({
      paused_at: sql<Date>`now()`,
      waiting_for: json(toWaitingFor('paused', knowledgeWaits.wait_paused)),
      leads: null,
      waits_for: null,
    })
    .where('id', '=', found.id)
    .execute();
  // Ingestions must not wait for a paused one.
  return { ingestion: found, changed: true, followers: await releaseFollowers(trx, found.id) };
}

/** Resumes an ingestion that is paused or waits for a fix or retry. Throws a 409 otherwise. */
export async function resumeIngestion(trx: Executor, documentId: string): Promise<IngestionChange> {
  const found = await lockRunning(trx, documentId);
  const isResumable = found.paused || ['budget', 'held', 'retry'].includes(found.waits ?? '');
  if (!isResumable) throw ingestionErrors.notPaused(documentId);
  await trx
    .updateTable('ingestions')
    .set({ paused_at: null, waiting_for: null, failures: 0 })
    .where('id', '=', found.id)
    .execute();
  return { ingestion: found, changed: true, followers: [] };
}

/** Requests the cancellation of an ingestion. Throws a 409 if it has ended. */
export async function stopIngestion(trx: Executor, documentId: string): Promise<IngestionChange> {
  const found = await lockLatest(trx, documentId);
  return { ingestion: found, changed: await requestStop(trx, ingestionKind, found.id), followers: [] };
}

/** Wakes ingestions after the commit. Maintenance repeats lost signals. */
export async function wakeIngestions({ temporal, log }: RunContext, ingestions: readonly RunRef[]): Promise<void> {
  for (const ingestion of ingestions)
    await runBestEffort(log, 'wake an ingestion; maintenance will', () => temporal.signal(ingestion, GO_ON_SIGNAL), {
      run_id: ingestion.id,
    });
}

async function lockRunning(trx: Executor, documentId: string): Promise<LockedIngestion> {
  const found = await lockLatest(trx, documentId);
  if (found.completed !== null || found.status === 'cancelling') throw ingestionErrors.ended(documentId);
  return found;
}

async function lockLatest(trx: Executor, documentId: string): Promise<LockedIngestion> {
  const { rows } = await sql<LockedIngestion>`
    select i.id, i.restarts, i.completed, i.status, i.paused_at is not null as paused, i.waiting_for->>'kind' as waits
    from document_contents c join ingestions i on i.id = c.ingestion_id
    where c.document_id = ${documentId} for update of i`.execute(trx);
  return orNotFound(rows[0], 'document_id', documentId);
}
