import type { Principal } from '../access/principal-grants.ts';
import type { Executor } from '../platform/db/client.ts';
import { assertRunVisible } from '../runs/visibility.ts';
import { taskRunKind } from './run-kind.ts';
import { findTaskRun, type TaskRunRow } from './runs.ts';

/** Finds a run of a task. Throws if the principal cannot see it. */
export async function findVisibleRun(
  db: Executor,
  principal: Principal,
  taskId: string,
  id: string,
): Promise<TaskRunRow | undefined> {
  const run = await findTaskRun(db, id);
  if (run?.task_id !== taskId) return undefined;
  assertRunVisible(principal, taskRunKind, taskId, run);
  return run;
}
