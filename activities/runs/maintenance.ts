import { RUN_KINDS } from '../../src/modules.ts';
import { runBestEffort } from '../../src/platform/best-effort.ts';
import { listRunsWithoutWorkflow } from '../../src/platform/temporal/workflow-state.ts';
import { deleteOldChanges } from '../../src/runs/changes.ts';
import type { RunKind } from '../../src/runs/kind.ts';
import { FIRST_ID, listParkedRuns, listQueuedRuns, listUnsettledRuns, type OpenRun } from '../../src/runs/open.ts';
import { deleteOldOutages } from '../../src/runs/outages.ts';
import type { MaintenanceContext, MaintenanceJob } from '../maintenance/job.ts';
import { repairRun } from './repair-run.ts';

/** Maximum number of parallel repairs. Each keeps a call to Temporal open, which uses memory. */
const MAX_PARALLEL_REPAIRS = 25;
/** Parked runs per request to Temporal. */
const BULK_BATCH = 500;

/** Maintenance jobs of all run kinds. */
export const runMaintenance: readonly MaintenanceJob[] = [
  { name: 'start queued runs', everySeconds: 5, run: startQueued },
  {
    name: 'repair active runs',
    everyCycles: 1,
    run: (ctx) => repairRuns(ctx, listUnsettledRuns, MAX_PARALLEL_REPAIRS),
  },
  {
    name: 'repair waiting runs',
    everyCycles: 4,
    // Parked runs do not move, so their workflow can only be missing.
    run: (ctx) =>
      repairRuns(ctx, listParkedRuns, BULK_BATCH, async (batch) =>
        listRunsWithoutWorkflow(await ctx.temporal.client(), batch),
      ),
  },
  { name: 'delete old project changes', everyCycles: 4, run: ({ db }) => deleteOldChanges(db) },
  { name: 'delete old outages', everyCycles: 240, run: ({ db }) => deleteOldOutages(db) },
];

/**
 * Starts the workflows of runs whose process died before it did. Most are merely busy, and a second start changes
 * nothing.
 */
async function startQueued(ctx: MaintenanceContext): Promise<void> {
  for (const kind of RUN_KINDS) {
    const runs = await listQueuedRuns(ctx.db, kind, MAX_PARALLEL_REPAIRS);
    await Promise.all(runs.map((run) => ctx.temporal.start(kind, run, run.org_id, kind.input(run))));
  }
}

async function repairRuns(
  ctx: MaintenanceContext,
  find: typeof listUnsettledRuns,
  limit: number,
  filter: (batch: OpenRun[]) => Promise<OpenRun[]> | OpenRun[] = (batch) => batch,
): Promise<void> {
  for (const kind of RUN_KINDS) {
    let after = FIRST_ID;
    for (;;) {
      const batch = await find(ctx.db, kind, { graceSeconds: ctx.graceSeconds, after, limit });
      await repairBatch(ctx, kind, await filter(batch));
      after = batch.at(-1)?.id ?? after;
      if (batch.length < limit) break;
    }
  }
}

async function repairBatch(ctx: MaintenanceContext, kind: RunKind, runs: readonly OpenRun[]): Promise<void> {
  for (let from = 0; from < runs.length; from += MAX_PARALLEL_REPAIRS) {
    const chunk = runs.slice(from, from + MAX_PARALLEL_REPAIRS);
    const repair = (run: OpenRun) =>
      runBestEffort(ctx.log, 'repair a run', () => repairRun(ctx, kind, run), { run_id: run.id });
    await Promise.all(chunk.map(repair));
  }
}
