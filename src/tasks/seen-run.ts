import type { Principal } from '../access/principal-grants.ts';
import type { Executor } from '../platform/db/client.ts';
import { checkRunSeen } from '../runs/visibility.ts';
import { taskRunKind } from './run-kind.ts';
import { findTaskRun, type TaskRunRow } from './runs.ts';

/** A run of a task; undefined where the task has none of the id. Throws where the asker does not see it. */
export async function findSeenRun(
  db: Executor,
  principal: Principal,
  taskId: string,
  id: string,
): Promise<TaskRunRow | undefined> {
  const run = await findTaskRun(db, id);
  if (run?.task_id !== taskId) return undefined;
  checkRunSeen(principal, taskRunKind, taskId, run);
  return run;
}
