import {
  ActivityCancellationType,
  ActivityFailure,
  CancellationScope,
  continueAsNew,
  isCancellation,
  proxyActivities,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import type { SyncActivities, SyncInput } from '../../src/knowledge/sources/contract.ts';
import { problemOf } from '../failure.ts';

const { syncSome } = proxyActivities<SyncActivities>({
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '10 seconds',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  // What a source does wrong stands with its things; a step fails only while something of ours is away.
  retry: { initialInterval: '1 second', maximumInterval: '30 seconds', maximumAttempts: 150 },
});
const { failSync, confirmSyncCancel } = proxyActivities<SyncActivities>({ startToCloseTimeout: '30 seconds' });

/** Brings a source up to date, a few seconds of work at a time, so that the runs of others get their turn in between. */
export async function syncSource(input: SyncInput): Promise<void> {
  try {
    for (;;) {
      const { done, waitMs } = await syncSome(input);
      if (done) return;
      if (waitMs > 0) await sleep(waitMs);
      if (workflowInfo().continueAsNewSuggested) break;
    }
  } catch (error) {
    if (isCancellation(error)) await CancellationScope.nonCancellable(() => confirmSyncCancel(input));
    if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
    await failSync({ ...input, problem: problemOf(error) });
    return;
  }
  await continueAsNew<typeof syncSource>(input);
}
