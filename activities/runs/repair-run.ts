import { DomainError } from '../../src/platform/errors.ts';
import { getWorkflowState } from '../../src/platform/temporal/workflow-state.ts';
import type { RunKind } from '../../src/runs/kind.ts';
import { countRestart, type OpenRun } from '../../src/runs/open.ts';
import { requestStop } from '../../src/runs/stop.ts';
import type { MaintenanceContext } from '../maintenance/job.ts';

/** Starts the workflow of a run if it is missing, or with the next id if it closed without ending the run. */
export async function repairRun(ctx: MaintenanceContext, kind: RunKind, run: OpenRun): Promise<void> {
  const { db, temporal, log } = ctx;
  if (run.abandoned) await stop(ctx, kind, run);
  const state = await getWorkflowState(await temporal.client(), run);
  if (state === 'running' || state === 'waiting') {
    if (run.stopping || run.abandoned) await temporal.cancel(run);
    // The workflow waits although its run has moved on, as after a data loss of its server.
    else if (state === 'waiting' && run.moving)
      for (const { signal, args } of await kind.wakeups(db, run.id)) await temporal.signal(run, signal, ...args);
    return;
  }
  if (state === 'closed' && !(await countRestart(db, kind, run))) return;
  const restarted = { id: run.id, restarts: state === 'closed' ? run.restarts + 1 : run.restarts };
  await temporal.start(kind, restarted, run.org_id, kind.input(run));
  if (run.stopping || run.abandoned) await temporal.cancel(restarted);
  log.warn({ run_id: run.id, restarts: restarted.restarts }, 'the workflow of a run was missing and was started again');
}

/** Stops a run that a deletion missed because of a race or a crash. */
async function stop({ db, log }: MaintenanceContext, kind: RunKind, run: OpenRun): Promise<void> {
  try {
    await db.transaction().execute((trx) => requestStop(trx, kind, run.id));
  } catch (error) {
    if (!(error instanceof DomainError && error.reason === 'RUN_ENDED')) throw error;
    log.debug({ run_id: run.id }, 'the run of a deleted resource has already ended');
  }
}
