import { taskRunKind } from '../../../src/tasks/run-kind.ts';
import type { ActivityContext } from '../../context.ts';
import { stoppable } from '../../runs/stoppable.ts';

/** Does work of a run so that it also hears when the task run is asked to stop whose calls the run makes. */
export function alsoStoppable<T>(
  ctx: ActivityContext,
  { task_run_id: taskRunId }: { readonly task_run_id: string | null },
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (taskRunId === null) return work(signal);
  return stoppable(ctx, taskRunKind, taskRunId, (stop) => work(AbortSignal.any([signal, stop])));
}
