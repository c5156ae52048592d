import type { RunRef } from '../platform/temporal/starter.ts';
import type { RunContext } from './start.ts';

/** Tells the workflow; the row says `cancelling` already, so that the reconciler repeats it where this fails. */
export async function cancelWorkflow(ctx: RunContext, run: RunRef): Promise<void> {
  try {
    await ctx.temporal.cancel(run);
  } catch (error) {
    ctx.log.error({ err: error, run_id: run.id }, 'could not cancel a workflow; the reconciler will');
  }
}

/** Tells the workflows of runs that were asked to stop batch by batch, as `stopRunsOfProject` and its like yield them. */
export async function cancelWorkflows(ctx: RunContext, batches: AsyncIterable<readonly RunRef[]>): Promise<void> {
  for await (const runs of batches) await Promise.all(runs.map((run) => cancelWorkflow(ctx, run)));
}
