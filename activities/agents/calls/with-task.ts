import { taskRunKind } from '../../../src/tasks/run-kind.ts';
import type { ActivityContext } from '../../context.ts';
import { type StopWatch, watchStop } from '../../runs/stoppable.ts';

interface RunOfTask {
  /** Task run whose calls the run makes. */
  readonly task_run_id: string | null;
}

/** Returns a signal that aborts with `signal`, or when the run's task run must stop. */
export function watchTaskStop(
  ctx: ActivityContext,
  { task_run_id: taskRunId }: RunOfTask,
  signal: AbortSignal,
): StopWatch {
  if (taskRunId === null) return { signal, close: () => undefined };
  const stop = watchStop(ctx, taskRunKind, taskRunId);
  return { signal: AbortSignal.any([signal, stop.signal]), close: stop.close };
}

/** Runs a function with the signal of {@link watchTaskStop}. */
export async function runWithTaskStop<T>(
  ctx: ActivityContext,
  run: RunOfTask,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = watchTaskStop(ctx, run, signal);
  try {
    return await work(stop.signal);
  } finally {
    stop.close();
  }
}
