import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  isCancellation,
  TimeoutFailure,
} from '@temporalio/workflow';

/** Ends of a run other than by its own steps. */
export interface RunEnds {
  /** Stores that the run was cancelled. */
  confirmCancel(): Promise<void>;
  /** Stores that the run failed, with a problem that contains nothing of a step's input. */
  fail(problem: string): Promise<void>;
}

/** Executes the loop of a run. Stores the run's end if the run is cancelled, or if a step fails for good. */
export async function superviseRun<T>(
  loop: () => Promise<T>,
  { confirmCancel, fail }: RunEnds,
): Promise<T | undefined> {
  try {
    return await failOnError(loop, fail);
  } catch (error) {
    if (isCancellation(error)) await CancellationScope.nonCancellable(confirmCancel);
    throw error;
  }
}

/** Executes work. Stores its failure if an activity fails for good. */
export async function failOnError<T>(work: () => Promise<T>, fail: RunEnds['fail']): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
    await fail(toProblem(error));
    return undefined;
  }
}

/** Returns why an activity failed permanently, without its input. */
function toProblem(error: ActivityFailure): string {
  const { cause } = error;
  if (cause instanceof TimeoutFailure) return 'a step was interrupted again and again and did not finish';
  if (cause instanceof ApplicationFailure) return `a step failed: ${cause.type ?? 'error'}`;
  return 'a step failed';
}
