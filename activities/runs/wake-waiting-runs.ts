import { claimCallsToWake, findAwaitingCall, type WaitingCall } from '../../src/agents/calls/awaiting.ts';
import { DECIDED_SIGNAL } from '../../src/agents/contract.ts';
import { RUN_KINDS } from '../../src/modules.ts';
import { runBestEffort } from '../../src/platform/best-effort.ts';
import type { RunRef } from '../../src/platform/temporal/run-ref.ts';
import { claimRunsToWake, findAwaitingRun } from '../../src/runs/awaiting.ts';
import { RESUMED_SIGNAL } from '../../src/runs/contract.ts';
import { claimDueProbes } from '../../src/runs/outages.ts';
import type { ActivityContext } from '../context.ts';
import type { FrequentJob } from '../maintenance/job.ts';

const KINDS = RUN_KINDS.filter(({ waitsForProviders }) => waitsForProviders);

/** Wakes runs that wait for a provider: one per due probe, and all in batches after an outage. */
export const wakeWaitingProviderRuns: FrequentJob = {
  name: 'wake runs that wait for a provider',
  everySeconds: 1,
  async run(ctx) {
    for (const key of await claimDueProbes(ctx.db)) {
      const runs = await findAwaitingRun(ctx.db, KINDS, key);
      await (runs.length > 0 ? wakeRuns(ctx, runs) : wakeCalls(ctx, await findAwaitingCall(ctx.db, key)));
    }
    for (const kind of KINDS) await wakeRuns(ctx, await claimRunsToWake(ctx.db, kind));
    await wakeCalls(ctx, await claimCallsToWake(ctx.db));
  },
};

async function wakeRuns(ctx: ActivityContext, runs: readonly RunRef[]): Promise<void> {
  await Promise.all(runs.map((run) => wake(ctx, run, RESUMED_SIGNAL)));
}

async function wakeCalls(ctx: ActivityContext, calls: readonly WaitingCall[]): Promise<void> {
  await Promise.all(calls.map((call) => wake(ctx, call, DECIDED_SIGNAL, call.call_id)));
}

/** Sends a signal. A lost one only costs time, since each waiting run and call has its own timer. */
async function wake({ temporal, log }: ActivityContext, run: RunRef, signal: string, ...args: string[]): Promise<void> {
  const send = () => temporal.signal(run, signal, ...args);
  await runBestEffort(log, 'wake a run that waits for a provider', send, { run_id: run.id });
}
