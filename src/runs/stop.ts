import { sql } from 'kysely';
import { runBestEffort } from '../platform/best-effort.ts';
import { iterateBatches } from '../platform/db/batches.ts';
import type { Db, Executor } from '../platform/db/client.ts';
import { orNotFound } from '../platform/errors.ts';
import { attachKeyToRun } from '../platform/idempotency.ts';
import type { RunRef } from '../platform/temporal/run-ref.ts';
import { runErrors } from './errors.ts';
import type { RunKind } from './kind.ts';
import { ensureWorkflow, type RunContext } from './start.ts';
import type { RunTable } from './tables.ts';

/**
 * Asks a run to stop, in a transaction: nothing new begins. Repeats change nothing; a run that has ended otherwise is a 409.
 * `keyOwner` holds the request's Idempotency-Key: tied to the run, a repeat finds the cancel made. Answers whether the stop
 * begins with this call.
 */
export async function requestStop(trx: Executor, kind: RunKind, id: string, keyOwner?: string): Promise<boolean> {
  const { rows } = await sql<{ status: string; completed: Date | null }>`
    select status, completed from ${sql.table(kind.table)} where id = ${id} for update`.execute(trx);
  const run = orNotFound(rows[0], kind.resource, id);
  if (keyOwner !== undefined) await attachKeyToRun(trx, keyOwner, id);
  if (run.status === 'cancelled' || run.status === 'cancelling') return false;
  if (run.completed !== null) throw runErrors.runEnded(id);
  await kind.beginStop(trx, [id]);
  return true;
}

/** Marks runs as stopping and notifies their waiters and workers. */
export async function markStopping(trx: Executor, table: RunTable, ids: readonly string[]): Promise<void> {
  await sql`
    with stopping as (
      update ${sql.table(table)} set status = 'cancelling', waiting_for = null where id = any(${[...ids]}::uuid[]) returning id
    ) select pg_notify('holdfast_runs', id::text), pg_notify('holdfast_stops', id::text) from stopping`.execute(trx);
}

/** Notifies workers and waiters of a run that it has ended. */
export async function notifyEnded(trx: Executor, id: string): Promise<void> {
  await sql`select pg_notify('holdfast_runs', ${id}::text), pg_notify('holdfast_stops', ${id}::text)`.execute(trx);
}

/** Runs that are asked to stop in one transaction. */
const STOP_BATCH = 100;

/**
 * Asks all unfinished runs of a task, an agent or a project to stop, save those that stop with another's. Yields them batch
 * by batch, each committed, so that their workflows can be told; maintenance repeats what the caller could not tell them.
 */
export function stopRunsOf(db: Db, kind: RunKind, column: string, id: string): AsyncGenerator<StoppingRun[]> {
  const batch = () =>
    db.transaction().execute(async (trx) => {
      const { rows } = await sql<RunRef>`
        select id, restarts from ${sql.table(kind.table)} r
        where ${sql.ref(column)} = ${id} and completed is null and status <> 'cancelling' and ${kind.isIndependent}
        order by id limit ${STOP_BATCH} for update`.execute(trx);
      if (rows.length > 0)
        await kind.beginStop(
          trx,
          rows.map((run) => run.id),
        );
      return rows.map((run) => ({ ...run, kind }));
    });
  return iterateBatches(batch);
}

/** A run that was asked to stop. */
export interface StoppingRun extends RunRef {
  readonly kind: RunKind;
}

/**
 * Cancels the workflow of a run, which is started if it is missing. The row says `cancelling` already: if this fails, maintenance
 * repeats it.
 */
export async function cancelWorkflow(ctx: RunContext, { kind, ...run }: StoppingRun): Promise<void> {
  const cancel = async () => {
    const isCancelled = await ctx.temporal.cancel(run);
    if (!isCancelled && (await ensureWorkflow(ctx, kind, run.id))) await ctx.temporal.cancel(run);
  };
  await runBestEffort(ctx.log, 'cancel a workflow; maintenance will', cancel, { run_id: run.id });
}

/** Tells the workflows of runs that were asked to stop batch by batch, as {@link stopRunsOf} yields them. */
export async function cancelWorkflows(ctx: RunContext, batches: AsyncIterable<readonly StoppingRun[]>): Promise<void> {
  for await (const runs of batches) await Promise.all(runs.map((run) => cancelWorkflow(ctx, run)));
}

/** Asks all unfinished runs of a project to stop, of these kinds, as {@link stopRunsOf} does. */
export async function* stopRunsOfProject(
  db: Db,
  kinds: readonly RunKind[],
  projectId: string,
): AsyncGenerator<StoppingRun[]> {
  for (const kind of kinds) yield* stopRunsOf(db, kind, 'project_id', projectId);
}
