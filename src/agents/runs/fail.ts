import { sql } from 'kysely';
import { type Db, type Executor, jsonOrNull } from '../../platform/db/client.ts';
import type { RunError } from '../../runs/contract.ts';
import { releaseCredits } from '../../usage/reservations.ts';
import { type CallInRun, toEndEvents } from '../calls/calls.ts';
import { type CallEnd, cancelOpenCalls, settleCall } from '../calls/settle.ts';
import { stopDescendants } from './cancel.ts';
import { appendEvents } from './events.ts';
import { lockRun } from './waiting.ts';

/**
 * Fails a run: open requests and calls are cancelled, partial output stays. Repeats change nothing. `before` runs in
 * the same transaction.
 */
export function failRun(
  db: Db,
  runId: string,
  error: RunError,
  before?: (trx: Executor) => Promise<void>,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await lockRun(trx, runId);
    await before?.(trx);
    await endAsFailed(trx, runId, error);
  });
}

/**
 * Settles a call and ends its run in one transaction: a repeat that finds only the call settled would continue the run.
 */
export function settleAndFail(db: Db, { call }: CallInRun, end: CallEnd, error: RunError): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await lockRun(trx, call.run_id);
    await settleCall(trx, call, end);
    await endAsFailed(trx, call.run_id, error);
  });
}

/** Requires the run's lock. */
async function endAsFailed(trx: Executor, runId: string, error: RunError): Promise<void> {
  const ended = await trx
    .updateTable('agent_runs')
    .set({
      status: 'failed',
      is_error: true,
      error: jsonOrNull(error),
      waiting_for: null,
      pending_answer: null,
      completed: sql<Date>`now()`,
    })
    .where('id', '=', runId)
    .where('completed', 'is', null)
    .where('status', '<>', 'cancelling')
    .returning('id')
    .executeTakeFirst();
  if (!ended) return;
  await cancelOpenCalls(trx, [runId]);
  await stopDescendants(trx, runId);
  await releaseCredits(trx, 'agent_runs', runId);
  const run = await trx.selectFrom('agent_runs').selectAll().where('id', '=', runId).executeTakeFirstOrThrow();
  await appendEvents(trx, runId, toEndEvents(run, run.turns, error));
}
