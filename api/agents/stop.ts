import { requestCancel } from '../../src/agents/cancel.ts';
import type { RunRef } from '../../src/platform/temporal/starter.ts';
import type { ApiContext } from '../context.ts';

/** Tells the workflow; the row says `cancelling` already, so that the reconciler repeats it where this fails. */
export async function cancelWorkflow(ctx: ApiContext, run: RunRef): Promise<void> {
  try {
    await ctx.temporal.cancel(run);
  } catch (error) {
    ctx.log.error({ err: error, run_id: run.id }, 'could not cancel a workflow; the reconciler will');
  }
}

/** Asks every unfinished run of a deleted agent to stop; each ends with its receipt. */
export async function cancelRunsOfAgent(ctx: ApiContext, agentId: string): Promise<void> {
  const open = await ctx.db
    .selectFrom('agent_runs')
    .select(['id', 'restarts'])
    .where('agent_id', '=', agentId)
    .where('completed', 'is', null)
    .execute();
  for (const run of open) {
    await requestCancel(ctx.db, run.id);
    await cancelWorkflow(ctx, run);
  }
}
