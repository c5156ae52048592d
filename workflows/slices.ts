import { sleep, workflowInfo } from '@temporalio/workflow';
import { type RunEnds, superviseRun } from './supervise.ts';

/** A run in slices, each continuing from the run's rows. */
interface SlicedRun extends RunEnds {
  /** Works for a while. `waitMs` is the delay in milliseconds until the next slice. */
  slice(): Promise<{ readonly done: boolean; readonly waitMs?: number }>;
}

/** Works slice by slice. Returns false if the history is long and the workflow must continue as new. */
export async function runSlices({ slice, ...ends }: SlicedRun): Promise<boolean> {
  const ended = await superviseRun(async () => {
    for (;;) {
      const { done, waitMs = 0 } = await slice();
      if (done) return true;
      if (waitMs > 0) await sleep(waitMs);
      if (workflowInfo().continueAsNewSuggested) return false;
    }
  }, ends);
  return ended ?? true;
}
