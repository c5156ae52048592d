/** What people do with an ingestion under way. Each is stored first; a signal only wakes. */

import { sql } from 'kysely';
import { bestEffort } from '../../platform/best-effort.ts';
import { type Executor, json } from '../../platform/db/client.ts';
import { orNotFound } from '../../platform/errors.ts';
import type { RunRef } from '../../platform/temporal/run-ref.ts';
import type { RunContext } from '../../runs/start.ts';
import { requestStop } from '../../runs/stop.ts';
import { toWaitingFor } from '../../runs/waiting.ts';
import { GO_ON_SIGNAL } from '../contract.ts';
import { ingestionErrors } from '../errors.ts';
import { ingestionKind } from './run-kind.ts';
import { freeFollowers } from './state.ts';

/** What became of an ingestion that was told something. */
export interface Steered {
  readonly ingestion: RunRef;
  /** Whether that was news. */
  readonly changed: boolean;
  /** Ingestions of equal bytes that are to be woken after the commit. */
  readonly followers: readonly RunRef[];
}

interface Standing extends RunRef {
  readonly completed: Date | null;
  readonly status: string;
  readonly paused: boolean;
  readonly waits: string | null;
}

/** Lets a document's ingestion rest: a step under way stops at its next batch. Throws a 409 where it has ended or stops. */
export async function pauseIngestion(trx: Executor, documentId: string): Promise<Steered> {
  const found = await lockOpen(trx, documentId);
  if (found.paused) return { ingestion: found, changed: false, followers: [] };
  await trx
    .updateTable('ingestions')
    .set({
      paused_at: sql<Date>`now()`,
      waiting_for: json(toWaitingFor('paused', 'a person has paused it')),
      leads: null,
      waits_for: null,
    })
    .where('id', '=', found.id)
    .execute();
  // Whoever waits for it can't know how long.
  return { ingestion: found, changed: true, followers: await freeFollowers(trx, found.id) };
}

/** Lets an ingestion that rests, or that waits for what a person had to mend, go on. Throws a 409 for any other. */
export async function resumeIngestion(trx: Executor, documentId: string): Promise<Steered> {
  const found = await lockOpen(trx, documentId);
  const waits = found.paused || ['budget', 'held', 'retry'].includes(found.waits ?? '');
  if (!waits) throw ingestionErrors.notPaused(documentId);
  await trx
    .updateTable('ingestions')
    .set({ paused_at: null, waiting_for: null, failures: 0 })
    .where('id', '=', found.id)
    .execute();
  return { ingestion: found, changed: true, followers: [] };
}

/** Asks a document's ingestion to stop. Throws a 409 where it has ended otherwise. */
export async function stopIngestion(trx: Executor, documentId: string): Promise<Steered> {
  const found = await lockNewest(trx, documentId);
  return { ingestion: found, changed: await requestStop(trx, ingestionKind, found.id), followers: [] };
}

/** Wakes ingestions whose rows are committed. Maintenance repeats a lost signal. */
export async function wakeIngestions({ temporal, log }: RunContext, ingestions: readonly RunRef[]): Promise<void> {
  for (const ingestion of ingestions)
    await bestEffort(log, 'wake an ingestion; maintenance will', () => temporal.signal(ingestion, GO_ON_SIGNAL), {
      run_id: ingestion.id,
    });
}

async function lockOpen(trx: Executor, documentId: string): Promise<Standing> {
  const found = await lockNewest(trx, documentId);
  if (found.completed !== null || found.status === 'cancelling') throw ingestionErrors.ended(documentId);
  return found;
}

async function lockNewest(trx: Executor, documentId: string): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select i.id, i.restarts, i.completed, i.status, i.paused_at is not null as paused, i.waiting_for->>'kind' as waits
    from document_contents c join ingestions i on i.id = c.ingestion_id
    where c.document_id = ${documentId} for update of i`.execute(trx);
  return orNotFound(rows[0], 'document_id', documentId);
}
