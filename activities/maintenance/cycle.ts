import { setTimeout as pause } from 'node:timers/promises';
import { ApplicationFailure, Context } from '@temporalio/activity';
import { runBestEffort } from '../../src/platform/best-effort.ts';
import type { MaintenanceActivities } from '../../src/platform/maintenance/contract.ts';
import { registerJobs, setJobDone, setJobFailed, takeDueJob } from '../../src/platform/maintenance/jobs.ts';
import type { ActivityContext } from '../context.ts';
import { withHeartbeat } from '../heartbeat.ts';
import { toSafeError } from '../redact-errors.ts';
import type { CycleJob, FrequentJob, MaintenanceContext, MaintenanceJob } from './job.ts';

/** Part of a cycle by which the next one may begin early and still find its jobs due. */
const EARLY = 0.5;
/** Longest time that a wake signal has to arrive before it is repeated. */
const MAX_WAKE_GRACE_SECONDS = 15;
/** Shortest pause after a failed run: the log must not fill up while the database is unavailable. */
const MIN_FAILURE_PAUSE_MS = 2000;
/** Pause before another worker continues the cycle of one that shuts down. */
const HANDOVER_MS = 500;

/** Seconds that a wake signal has to arrive before it is repeated. */
export function wakeGraceSeconds(cycleSeconds: number): number {
  return Math.min(cycleSeconds, MAX_WAKE_GRACE_SECONDS);
}

/** Creates the activities of maintenance for these jobs. */
export function maintenanceActivities(ctx: ActivityContext, jobs: readonly MaintenanceJob[]): MaintenanceActivities {
  return {
    async runMaintenance() {
      const { scheduledTimestampMs: began, currentAttemptScheduledTimestampMs: attempt } = Context.current().info;
      const graceSeconds = ctx.config.reconcileSeconds;
      const jobContext = { ...ctx, graceSeconds, wakeGraceSeconds: wakeGraceSeconds(graceSeconds) };
      // Both times are the server's. After a crash the cycle ends when it would have ended, or at once.
      const leftMs = Math.max(0, graceSeconds * 1000 - (attempt - began));
      await withHeartbeat((cancelled) =>
        runCycle(jobContext, jobs, leftMs, AbortSignal.any([cancelled, ctx.shutdown])),
      );
      if (ctx.shutdown.aborted)
        throw ApplicationFailure.create({ message: 'the worker shuts down', nextRetryDelay: HANDOVER_MS });
    },
  };
}

/**
 * Runs the jobs of one cycle. Frequent jobs run until the cycle is over and the last other job has ended, each by
 * itself, so that no slow job delays them. `stop` ends the cycle after the jobs that are running.
 */
async function runCycle(
  ctx: MaintenanceContext,
  jobs: readonly MaintenanceJob[],
  cycleMs: number,
  stop: AbortSignal,
): Promise<void> {
  const began = await registerJobs(
    ctx.db,
    jobs.map(({ name }) => name),
  );
  const over = new AbortController();
  const end = AbortSignal.any([stop, over.signal]);
  const frequent = jobs.filter((job) => 'everySeconds' in job).map((job) => runFrequently(ctx, job, end));
  try {
    const due = runDueJobs(
      ctx,
      jobs.filter((job) => 'everyCycles' in job),
      began,
      stop,
    );
    await Promise.all([due, sleep(cycleMs, end)]);
  } finally {
    over.abort();
    await Promise.all(frequent);
  }
}

/** Runs each job that is due once, one after another. */
async function runDueJobs(
  ctx: MaintenanceContext,
  jobs: readonly CycleJob[],
  began: string,
  stop: AbortSignal,
): Promise<void> {
  const cycleMs = ctx.config.reconcileSeconds * 1000;
  const left = new Map(jobs.map((job) => [job.name, job]));
  while (!stop.aborted) {
    const intervals = [...left.values()].map(({ name, everyCycles }) => ({
      name,
      intervalMs: (everyCycles - EARLY) * cycleMs,
    }));
    const job = left.get((await takeDueJob(ctx.db, intervals, began)) ?? '');
    if (!job) return;
    left.delete(job.name);
    if (await runJob(ctx, job)) await setJobDone(ctx.db, job.name);
  }
}

/** Runs a job at its interval until `end`, at least once. Its success is stored once per cycle, and after a failure. */
async function runFrequently(ctx: MaintenanceContext, job: FrequentJob, end: AbortSignal): Promise<void> {
  const intervalMs = job.everySeconds * 1000;
  let isStored = false;
  do {
    const hasSucceeded = await runJob(ctx, job);
    if (hasSucceeded && !isStored) await storeState(ctx, () => setJobDone(ctx.db, job.name));
    isStored = hasSucceeded;
    await sleep(hasSucceeded ? intervalMs : Math.max(intervalMs, MIN_FAILURE_PAUSE_MS), end);
  } while (!end.aborted);
}

/** Runs a job. A failure is logged and stored, and keeps no other job from running. Returns whether it succeeded. */
async function runJob(ctx: MaintenanceContext, job: MaintenanceJob): Promise<boolean> {
  try {
    await job.run(ctx);
    return true;
  } catch (error) {
    ctx.log.error({ err: error, job: job.name }, `could not ${job.name}`);
    await storeState(ctx, () => setJobFailed(ctx.db, job.name, toSafeError(error).message));
    return false;
  }
}

/** The state is for operators: a job does not stop because it can't be stored. */
function storeState({ log }: MaintenanceContext, store: () => Promise<void>): Promise<void> {
  return runBestEffort(log, 'store the state of a maintenance job', store);
}

/** Waits so long, or until `signal` is aborted. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return pause(ms, undefined, { signal }).catch(() => undefined);
}
