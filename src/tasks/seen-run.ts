import type { Asker } from '../access/holdings.ts';
import type { Executor } from '../platform/db/client.ts';
import { assertRunVisible } from '../runs/visibility.ts';
import { taskRunKind } from './run-kind.ts';
import { findTaskRun, type TaskRunRow } from './runs.ts';

/** A run of a task; undefined where the task has none of the id. Throws where the asker does not see it. */
export async function findSeenRun(
  db: Executor,
  asker: Asker,
  taskId: string,
  id: string,
): Promise<TaskRunRow | undefined> {
  const run = await findTaskRun(db, id);
  if (run?.task_id !== taskId) return undefined;
  assertRunVisible(asker, taskRunKind, taskId, run);
  return run;
}
