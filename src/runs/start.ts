import { sql } from 'kysely';
import { bestEffort } from '../platform/best-effort.ts';
import { type Db, UNSYNCED } from '../platform/db/client.ts';
import type { Log } from '../platform/log.ts';
import type { RunRef } from '../platform/temporal/run-ref.ts';
import type { RunStarter } from '../platform/temporal/starter.ts';
import type { RunKind } from './kind.ts';
import { findOpenRun } from './open.ts';

/** What it takes to tell workflows of runs something. */
export interface RunContext {
  readonly db: Db;
  readonly temporal: RunStarter;
  readonly log: Log;
}

/** A run whose workflow is to be there. */
export interface StartingRun extends RunRef {
  /** Whose runs it takes turns with: its organization's but for what must not stand in the way of those. */
  readonly share: string;
  /** Newest stored turn; 0 for none. */
  readonly turns: number;
}

/**
 * Starts the workflow of a run whose row is committed. When Temporal can't be reached the run stays accepted, the caller is
 * not told otherwise, and the reconciler starts it as soon as Temporal is back.
 */
export async function startRun(ctx: RunContext, kind: RunKind, id: string, share: string): Promise<void> {
  await tryToStart(ctx, kind, { id, restarts: 0, share, turns: 0 });
}

/** Starts workflows that were put off. Those that can't be started stay due. */
export async function startPutOff(ctx: RunContext, kind: RunKind, runs: readonly StartingRun[]): Promise<void> {
  const started = await Promise.all(runs.map(async (run) => ((await tryToStart(ctx, kind, run)) ? [run.id] : [])));
  const ids = started.flat();
  if (ids.length === 0) return;
  const note = sql`with ${UNSYNCED} update ${sql.table(kind.table)} set workflow_due = null from unsynced where id = any(${ids}::uuid[])`;
  // Not noted, they are started once more, which changes nothing.
  await bestEffort(ctx.log, 'note that workflows are started', () => note.execute(ctx.db));
}

/** Starts the workflow of a run that may not have one yet, where the run is not over and none of another's. */
export async function startWhereOpen(ctx: RunContext, kind: RunKind, id: string): Promise<boolean> {
  const run = await findOpenRun(ctx.db, kind, id);
  if (!run) return false;
  const starting = { ...run, share: run.org_id };
  await (kind.begunAhead ? startPutOff(ctx, kind, [starting]) : tryToStart(ctx, kind, starting));
  return true;
}

/** The same for a repeat of the request that had the run made. */
export async function startOnceMore(ctx: RunContext, kind: RunKind, id: string): Promise<void> {
  await bestEffort(ctx.log, 'start a workflow; the reconciler will', () => startWhereOpen(ctx, kind, id), {
    run_id: id,
  });
}

/** Gives a run's workflow a signal; where it was not started yet, it is, and hears it then. */
export async function signalRun(
  ctx: RunContext,
  kind: RunKind,
  run: RunRef,
  signal: string,
  ...args: readonly unknown[]
): Promise<void> {
  const isThere = await ctx.temporal.signal(run, signal, ...args);
  if (!isThere && (await startWhereOpen(ctx, kind, run.id))) await ctx.temporal.signal(run, signal, ...args);
}

/** Answers whether the workflow is there. */
async function tryToStart({ temporal, log }: RunContext, kind: RunKind, run: StartingRun): Promise<boolean> {
  const { id, restarts, share } = run;
  let started = false;
  const start = async () => {
    await temporal.start(kind, { id, restarts }, share, kind.input(run));
    started = true;
  };
  await bestEffort(log, 'start a workflow; the reconciler will', start, { run_id: id });
  return started;
}
