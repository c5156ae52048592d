import { ActivityCancellationType, continueAsNew } from '@temporalio/workflow';
import type { SyncActivities, SyncInput } from '../../src/knowledge/sources/contract.ts';
import { proxyQueueActivities } from '../queues.ts';
import { runSlices } from '../slices.ts';

const { syncSome } = proxyQueueActivities<SyncActivities>('ingestion', {
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '10 seconds',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  // Failures of a source are stored with its items; a step fails only during internal outages.
  retry: { initialInterval: '1 second', maximumInterval: '30 seconds', maximumAttempts: 150 },
});
const { failSync, confirmSyncCancel } = proxyQueueActivities<SyncActivities>('ingestion', {
  startToCloseTimeout: '30 seconds',
});

/** Syncs a source in short steps, so that other runs get a turn. */
export async function syncSource(input: SyncInput): Promise<void> {
  const ended = await runSlices({
    slice: () => syncSome(input),
    confirmCancel: () => confirmSyncCancel(input),
    fail: (problem) => failSync({ ...input, problem }),
  });
  if (!ended) await continueAsNew<typeof syncSource>(input);
}
