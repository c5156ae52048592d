import { takeDueProbes } from '../../src/models/outages.ts';
import { runBestEffort } from '../../src/platform/best-effort.ts';
import type { RunRef } from '../../src/platform/temporal/run-ref.ts';
import { anyRunAwaiting, takeRunsToWake } from '../../src/runs/awaiting.ts';
import { RESUMED_SIGNAL } from '../../src/runs/contract.ts';
import { RUN_KINDS } from '../../src/runs/kinds.ts';
import type { ActivityContext } from '../context.ts';
import type { FrequentJob } from '../maintenance/job.ts';

const KINDS = RUN_KINDS.filter(({ waitsForProviders }) => waitsForProviders);

/** Wakes runs that wait for a provider: one for each probe that is due, and all, batch by batch, after an outage. */
export const wakeAwaiting: FrequentJob = {
  name: 'wake runs that wait for a provider',
  everySeconds: 1,
  async run(ctx) {
    for (const key of await takeDueProbes(ctx.db)) await wakeAll(ctx, await anyRunAwaiting(ctx.db, KINDS, key));
    for (const kind of KINDS) await wakeAll(ctx, await takeRunsToWake(ctx.db, kind));
  },
};

/** Wakes runs. A signal that is lost costs time only: each run has a timer of its own. */
async function wakeAll({ temporal, log }: ActivityContext, runs: readonly RunRef[]): Promise<void> {
  const wake = (run: RunRef) =>
    runBestEffort(log, 'wake a run that waits for a provider', () => temporal.signal(run, RESUMED_SIGNAL), {
      run_id: run.id,
    });
  await Promise.all(runs.map(wake));
}
