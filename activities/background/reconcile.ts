import { WorkflowNotFoundError } from '@temporalio/client';
import { DECIDED_SIGNAL } from '../../src/agents/contract.ts';
import type { BackgroundActivities } from '../../src/background/contract.ts';
import { countRestart, forgetOldKeys, type OpenRun, openRuns, unheardDecisions } from '../../src/background/queries.ts';
import { type RunStarter, workflowIdOf } from '../../src/platform/temporal/starter.ts';
import type { ActivityContext } from '../context.ts';

/** Runs looked at together. */
const BATCH = 200;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** The activities of the background queue over their dependencies. */
export function backgroundActivities(ctx: ActivityContext, temporal: RunStarter): BackgroundActivities {
  return {
    async reconcileRuns({ graceSeconds }) {
      let after = FIRST_ID;
      for (;;) {
        const runs = await openRuns(ctx.db, graceSeconds, after, BATCH);
        await Promise.all(runs.map((run) => reconcile(ctx, temporal, run)));
        after = runs.at(-1)?.id ?? after;
        if (runs.length < BATCH) break;
      }
      for (const { id, restarts, request_id } of await unheardDecisions(ctx.db, graceSeconds)) {
        await temporal.signal({ id, restarts }, DECIDED_SIGNAL, request_id);
      }
      await forgetOldKeys(ctx.db);
    },
  };
}

/** Starts a run's workflow where there is none, and anew under the next id where it closed without ending the run. */
async function reconcile(ctx: ActivityContext, temporal: RunStarter, run: OpenRun): Promise<void> {
  const state = await workflowState(temporal, run);
  if (state === 'running') {
    if (run.stopping) await temporal.cancel(run);
    return;
  }
  if (state === 'closed' && !(await countRestart(ctx.db, run))) return;
  const restarts = state === 'closed' ? run.restarts + 1 : run.restarts;
  // A run that goes on begins with its newest stored turn, whose open calls are then taken up.
  const input = run.kind === 'taskRun' ? { taskRunId: run.id } : { runId: run.id, turn: Math.max(1, run.turns) };
  await temporal.start(run.kind, { id: run.id, restarts }, run.org_id, input);
  ctx.log.warn({ run_id: run.id, restarts }, 'a run whose workflow was gone goes on');
}

async function workflowState(temporal: RunStarter, run: OpenRun): Promise<'running' | 'closed' | 'missing'> {
  try {
    const { status } = await temporal.client.workflow.getHandle(workflowIdOf(run)).describe();
    return status.name === 'RUNNING' || status.name === 'PAUSED' ? 'running' : 'closed';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return 'missing';
    throw error;
  }
}
