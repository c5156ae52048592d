import { evalReasons } from '../../src/evals/reasons.ts';
import { recordSkipReason } from '../../src/evals/results.ts';
import type { EvalTargetKind } from '../../src/evals/target.ts';
import { isUniqueViolation } from '../../src/platform/db/client.ts';
import { DomainError } from '../../src/platform/errors.ts';
import type { RunKind } from '../../src/runs/kind.ts';
import { findOpenRun, findRunStatus } from '../../src/runs/open.ts';
import { startRun } from '../../src/runs/start.ts';
import { cancelWorkflow, requestStop } from '../../src/runs/stop.ts';
import type { ActivityContext } from '../context.ts';
import { type CaseRunRequest, getEvalShare } from './case.ts';

/** Time limit of a wait. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Milliseconds of this process's clock after which the next step continues the wait. */
  readonly until: number;
}

/** Ensures that the run of a case exists and is started. A run of an earlier attempt is started again. */
export async function ensureCandidateRun(
  ctx: ActivityContext,
  { runKind: runs }: EvalTargetKind,
  order: CaseRunRequest,
  accept: (order: CaseRunRequest) => Promise<{ readonly started: Promise<void> }>,
): Promise<void> {
  const { candidate_run_id: id } = order.item;
  const status = await findRunStatus(ctx.db, runs, id);
  if (status === 'queued') return startRun(ctx, runs, id, getEvalShare(order.run.org_id));
  if (status !== undefined) return;
  try {
    await (await accept(order)).started;
  } catch (error) {
    // Another attempt at the same case was faster.
    if (!isUniqueViolation(error)) throw error;
  }
}

/**
 * Waits until a run has ended. A run that waits for a person is stopped: an eval asks nobody. Returns false if the
 * deadline passes first.
 */
export async function waitForCandidate(
  ctx: ActivityContext,
  { runKind: runs }: EvalTargetKind,
  item: CaseRunRequest['item'],
  patience: Deadline,
): Promise<boolean> {
  for (;;) {
    const status = await waitUntilSettled(ctx, runs, item.candidate_run_id, patience);
    if (status === undefined) return false;
    if (!runs.parked.includes(status)) return true;
    await recordSkipReason(ctx.db, item.id, evalReasons.candidate_waits({ status }));
    await stopCandidate(ctx, runs, item.candidate_run_id);
  }
}

/** Stops a run of a case unless it has ended. */
export async function stopCandidate(ctx: ActivityContext, runs: RunKind, id: string): Promise<void> {
  const open = await findOpenRun(ctx.db, runs, id);
  if (!open) return;
  try {
    await ctx.db.transaction().execute((trx) => requestStop(trx, runs, id));
  } catch (error) {
    if (error instanceof DomainError && error.reason === 'RUN_ENDED') return;
    throw error;
  }
  await cancelWorkflow(ctx, { kind: runs, id, restarts: open.restarts });
}

/** Returns the status with which a run ends or waits for a person. Undefined if the deadline passes first. */
async function waitUntilSettled(
  { stops }: ActivityContext,
  kind: RunKind,
  id: string,
  { signal, until }: Deadline,
): Promise<string | undefined> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
  const isAtRest = (status: string) => !kind.states.includes(status) || kind.parked.includes(status);
  const unwatch = stops.watch(
    kind,
    id,
    (status) => {
      if (status !== undefined && isAtRest(status)) resolve(status);
    },
    { following: true },
  );
  const timer = setTimeout(() => resolve(undefined), Math.max(0, until - Date.now()));
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await promise;
  } finally {
    unwatch();
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}
