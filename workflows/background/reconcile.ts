import type { BackgroundActivities, ReconcileInput } from '../../src/background/contract.ts';
import { activitiesOn } from '../queues.ts';

const { reconcileRuns } = activitiesOn<BackgroundActivities>('background', {
  startToCloseTimeout: '5 minutes',
  // A round whose worker died must not keep the next ones waiting.
  heartbeatTimeout: '10 seconds',
  retry: { maximumAttempts: 1 },
});

/** One round of the reconciler; a Temporal Schedule runs it again and again. */
export async function reconcile(input: ReconcileInput): Promise<void> {
  await reconcileRuns(input);
}
