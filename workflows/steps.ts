import { ActivityFailure, CancellationScope, isCancellation, sleep, workflowInfo } from '@temporalio/workflow';
import { problemOf } from './failure.ts';

/** How a run is worked at that goes on in steps, each from wherever the rows say that it stands. */
export interface Steps {
  /** Works for a while. `waitMs` are the milliseconds before the next step finds something to do. */
  readonly step: () => Promise<{ readonly done: boolean; readonly waitMs?: number }>;
  /** Ends the run where it was cancelled … */
  readonly confirmCancel: () => Promise<void>;
  /** … and where a step gave up, with why. */
  readonly fail: (problem: string) => Promise<void>;
}

/** Takes step after step. Answers whether the run has ended; else its history has grown long and it is to be continued as new. */
export async function takeSteps({ step, confirmCancel, fail }: Steps): Promise<boolean> {
  try {
    for (;;) {
      const { done, waitMs = 0 } = await step();
      if (done) return true;
      if (waitMs > 0) await sleep(waitMs);
      if (workflowInfo().continueAsNewSuggested) return false;
    }
  } catch (error) {
    if (isCancellation(error)) await CancellationScope.nonCancellable(confirmCancel);
    if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
    await fail(problemOf(error));
    return true;
  }
}
