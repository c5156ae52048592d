import { loadCall, settleCall } from '../../src/agents/calls/calls.ts';
import { lockRun, refreshWaiting, tellCallers } from '../../src/agents/runs/waiting.ts';
import { finishTaskRun, type TaskRunEnd } from '../../src/tasks/runs.ts';
import type { ActivityContext } from '../context.ts';

/** Stores a task run's end; where the run answers an agent's tool call, the call is settled in the same transaction. */
export async function endTaskRun(
  ctx: ActivityContext,
  run: { readonly id: string; readonly tool_call_id: string | null },
  end: TaskRunEnd,
): Promise<void> {
  if (run.tool_call_id === null) {
    await finishTaskRun(ctx.db, run.id, end);
    return;
  }
  const loaded = await loadCall(ctx.db, run.tool_call_id);
  await ctx.db.transaction().execute(async (trx) => {
    if (loaded?.siblings) await lockRun(trx, loaded.call.run_id);
    const ended = await finishTaskRun(trx, run.id, end);
    if (!ended || !loaded) return;
    const succeeded = end.error === null;
    await settleCall(trx, loaded.call, {
      outcome: end.status === 'cancelled' ? 'cancelled' : succeeded ? 'success' : 'error',
      result: succeeded ? end.response : end.error,
    });
    if (loaded.siblings) await refreshWaiting(trx, loaded.call.run_id);
  });
  if (loaded?.siblings) await tellCallers(ctx.db, loaded.call.run_id);
}
