import { sql } from 'kysely';
import { runBestEffort } from '../platform/best-effort.ts';
import type { Db, Executor } from '../platform/db/client.ts';
import { iterateBatches } from '../platform/db/pagination.ts';
import { orNotFound } from '../platform/errors.ts';
import { attachKeyToRun } from '../platform/idempotency.ts';
import type { RunRef } from '../platform/temporal/run-ref.ts';
import { runErrors } from './errors.ts';
import type { RunKind } from './kind.ts';
import { ensureWorkflow, type RunContext } from './start.ts';
import type { RunTable } from './tables.ts';

/**
 * Requests a run to stop, in a transaction, so that nothing new starts. Idempotent; throws a 409 if the run has ended
 * otherwise. Stores the cancel with the Idempotency-Key of `keyOwner`, so that a repeat finds it. Returns whether this
 * call requested the stop.
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

/** Notifies workers and waiters that a run has ended. */
export async function notifyEnded(trx: Executor, id: string): Promise<void> {
  await sql`select pg_notify('holdfast_runs', ${id}::text), pg_notify('holdfast_stops', ${id}::text)`.execute(trx);
}

/** Runs stopped per transaction. */
const STOP_BATCH = 100;

/**
 * Requests all unfinished runs of a task, an agent or a project to stop, except those that stop with another run.
 * Yields committed batches, whose workflows the caller cancels; maintenance repeats failures.
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

/** Run that was requested to stop. */
interface StoppingRun extends RunRef {
  readonly kind: RunKind;
}

/**
 * Cancels the workflow of a run, or starts it if it is missing. The row is already `cancelling`, so maintenance repeats
 * failures.
 */
export async function cancelWorkflow(ctx: RunContext, { kind, ...run }: StoppingRun): Promise<void> {
  const cancel = async () => {
    const isCancelled = await ctx.temporal.cancel(run);
    if (!isCancelled && (await ensureWorkflow(ctx, kind, run.id))) await ctx.temporal.cancel(run);
  };
  await runBestEffort(ctx.log, 'cancel a workflow; maintenance will', cancel, { run_id: run.id });
}

/** Cancels the workflows of stopping runs, batch by batch, as {@link stopRunsOf} yields them. */
export async function cancelWorkflows(ctx: RunContext, batches: AsyncIterable<readonly StoppingRun[]>): Promise<void> {
  for await (const runs of batches) await Promise.all(runs.map((run) => cancelWorkflow(ctx, run)));
}

/** Requests all unfinished runs of a project to stop, like {@link stopRunsOf}. */
export async function* stopRunsOfProject(
  db: Db,
  kinds: readonly RunKind[],
  projectId: string,
): AsyncGenerator<StoppingRun[]> {
  for (const kind of kinds) yield* stopRunsOf(db, kind, 'project_id', projectId);
}
