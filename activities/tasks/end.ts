import { startDelivery } from '../../src/forwarders/starting.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { type EndedTaskRun, finishTaskRun, type TaskRunEnd } from '../../src/tasks/runs.ts';
import type { ActivityContext } from '../context.ts';
import type { Answer, Callers } from '../runs/callers.ts';

/** What activities of task runs stand on. */
export interface TaskContext extends ActivityContext {
  readonly callers: Callers;
}

/**
 * Stores a task run's end; where the run answers a call, that is settled in the same transaction. What is to be forwarded
 * sets out after it, and nobody waits for that.
 */
export async function endTaskRun(
  ctx: TaskContext,
  run: { readonly id: string; readonly org_id: string; readonly tool_call_id: string | null },
  end: TaskRunEnd,
): Promise<void> {
  let ended: EndedTaskRun | undefined;
  const finish = async (trx: Executor) => {
    ended = await finishTaskRun(trx, run.id, end);
    return ended;
  };
  if (run.tool_call_id === null) await finish(ctx.db);
  else await ctx.callers.settle(run.tool_call_id, async (trx) => ((await finish(trx)) ? answerOf(end) : undefined));
  if (ended?.delivery) void startDelivery(ctx, { id: ended.delivery, org_id: run.org_id });
}

function answerOf({ status, response, error }: TaskRunEnd): Answer {
  const succeeded = error === null;
  const outcome = status === 'cancelled' ? 'cancelled' : succeeded ? 'success' : 'error';
  return { outcome, result: succeeded ? response : error };
}
