import type { Executor } from '../../src/platform/db/client.ts';
import { finishTaskRun, type TaskRunEnd } from '../../src/tasks/runs.ts';
import type { ActivityContext } from '../context.ts';
import type { Answer, Callers } from '../runs/callers.ts';

/** What activities of task runs stand on. */
export interface TaskContext extends ActivityContext {
  readonly callers: Callers;
}

/** Stores a task run's end; where the run answers a call, that is settled in the same transaction. */
export async function endTaskRun(
  { db, callers }: TaskContext,
  run: { readonly id: string; readonly tool_call_id: string | null },
  end: TaskRunEnd,
): Promise<void> {
  const finish = (trx: Executor) => finishTaskRun(trx, run.id, end);
  if (run.tool_call_id === null) await finish(db);
  else await callers.settle(run.tool_call_id, async (trx) => ((await finish(trx)) ? answerOf(end) : undefined));
}

function answerOf({ status, response, error }: TaskRunEnd): Answer {
  const succeeded = error === null;
  const outcome = status === 'cancelled' ? 'cancelled' : succeeded ? 'success' : 'error';
  return { outcome, result: succeeded ? response : error };
}
