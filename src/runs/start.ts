import { runBestEffort } from '../platform/best-effort.ts';
import type { Db } from '../platform/db/client.ts';
import type { Log } from '../platform/log.ts';
import type { RunRef } from '../platform/temporal/run-ref.ts';
import type { RunStarter } from '../platform/temporal/starter.ts';
import type { RunKind } from './kind.ts';
import { findOpenRun } from './open.ts';

/** Dependencies of starting and signaling workflows of runs. */
export interface RunContext {
  readonly db: Db;
  readonly temporal: RunStarter;
  readonly log: Log;
}

/**
 * Starts the workflow of a committed run. If Temporal is unavailable, maintenance starts it later. `fairnessKey` is the
 * organization, or another key for runs that must not delay its other runs.
 */
export async function startRun(ctx: RunContext, kind: RunKind, id: string, fairnessKey: string): Promise<void> {
  const start = () => ctx.temporal.start(kind, { id, restarts: 0 }, fairnessKey, kind.input({ id, turns: 0 }));
  await runBestEffort(ctx.log, 'start a workflow; maintenance will', start, { run_id: id });
}

/** Starts the workflow of an earlier request's run if it is missing. If Temporal is unavailable, maintenance starts it. */
export async function restartRun(ctx: RunContext, kind: RunKind, id: string): Promise<void> {
  const start = () => ensureWorkflow(ctx, kind, id);
  await runBestEffort(ctx.log, 'start a workflow; maintenance will', start, { run_id: id });
}

/** Starts the workflow of an open run if it is missing. Returns false if the run has ended or is a child run. */
export async function ensureWorkflow(ctx: RunContext, kind: RunKind, id: string): Promise<boolean> {
  const run = await findOpenRun(ctx.db, kind, id);
  if (!run) return false;
  await ctx.temporal.start(kind, run, run.org_id, kind.input(run));
  return true;
}

/** Signals a run's workflow and starts it if it is missing. */
export async function signalRun(
  ctx: RunContext,
  kind: RunKind,
  run: RunRef,
  signal: string,
  ...args: readonly unknown[]
): Promise<void> {
  const isSent = await ctx.temporal.signal(run, signal, ...args);
  if (!isSent && (await ensureWorkflow(ctx, kind, run.id))) await ctx.temporal.signal(run, signal, ...args);
}
