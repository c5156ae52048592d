import { deleteOldOutages } from '../../src/models/outages.ts';
import { RUN_KINDS } from '../../src/modules.ts';
import { runBestEffort } from '../../src/platform/best-effort.ts';
import { listRunsWithoutWorkflow } from '../../src/platform/temporal/workflow-state.ts';
import { forgetOldChanges } from '../../src/runs/changes.ts';
import type { RunKind } from '../../src/runs/kind.ts';
import { FIRST_ID, movingRuns, type OpenRun, parkedRuns, queuedRuns } from '../../src/runs/open.ts';
import type { MaintenanceContext, MaintenanceJob } from '../maintenance/job.ts';
import { lookAfterRun } from './look-after.ts';

/** Runs looked at together. Each holds a call to Temporal open, and with it memory that the process then keeps. */
const TOGETHER = 25;
/** Parked runs that Temporal is asked about in one question. */
const IN_BULK = 500;

/** Maintenance jobs of every kind of run. */
export const runMaintenance: readonly MaintenanceJob[] = [
  { name: 'start queued runs', everySeconds: 5, run: startQueued },
  { name: 'repair active runs', everyCycles: 1, run: (ctx) => lookAfter(ctx, movingRuns, TOGETHER) },
  {
    name: 'repair waiting runs',
    everyCycles: 4,
    // Nothing of theirs moves; all that can be wrong is that their workflow is gone.
    run: (ctx) =>
      lookAfter(ctx, parkedRuns, IN_BULK, async (batch) => listRunsWithoutWorkflow(await ctx.temporal.client(), batch)),
  },
  { name: 'delete old project changes', everyCycles: 4, run: ({ db }) => forgetOldChanges(db) },
  { name: 'delete old outages', everyCycles: 240, run: ({ db }) => deleteOldOutages(db) },
];

/** Starts the workflows of runs whose process died before it did. Most have one and are only busy: a second start changes nothing. */
async function startQueued(ctx: MaintenanceContext): Promise<void> {
  for (const kind of RUN_KINDS) {
    const runs = await queuedRuns(ctx.db, kind, TOGETHER);
    await Promise.all(runs.map((run) => ctx.temporal.start(kind, run, run.org_id, kind.input(run))));
  }
}

async function lookAfter(
  ctx: MaintenanceContext,
  find: typeof movingRuns,
  limit: number,
  sift: (batch: OpenRun[]) => Promise<OpenRun[]> | OpenRun[] = (batch) => batch,
): Promise<void> {
  for (const kind of RUN_KINDS) {
    let after = FIRST_ID;
    for (;;) {
      const batch = await find(ctx.db, kind, { graceSeconds: ctx.graceSeconds, after, limit });
      await lookAfterEach(ctx, kind, await sift(batch));
      after = batch.at(-1)?.id ?? after;
      if (batch.length < limit) break;
    }
  }
}

async function lookAfterEach(ctx: MaintenanceContext, kind: RunKind, runs: readonly OpenRun[]): Promise<void> {
  for (let from = 0; from < runs.length; from += TOGETHER) {
    const together = runs.slice(from, from + TOGETHER);
    const look = (run: OpenRun) =>
      runBestEffort(ctx.log, 'look after a run', () => lookAfterRun(ctx, kind, run), { run_id: run.id });
    await Promise.all(together.map(look));
  }
}
