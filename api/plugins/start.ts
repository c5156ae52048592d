import type { ApiContext } from '../context.ts';

/**
 * Starts a run's workflow. The run's row is committed before: when Temporal can't be reached the run stays accepted,
 * the caller is not told otherwise, and the reconciler starts it as soon as Temporal is back.
 */
export async function startRun(
  ctx: ApiContext,
  workflow: 'taskRun' | 'agentRun',
  runId: string,
  orgId: string,
  input: object,
): Promise<void> {
  try {
    await ctx.temporal.start(workflow, { id: runId, restarts: 0 }, orgId, input);
  } catch (error) {
    ctx.log.error({ err: error, run_id: runId }, 'could not start a workflow; the reconciler will');
  }
}
