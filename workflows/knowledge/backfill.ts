import { condition, continueAsNew, defineSignal, setHandler, workflowInfo } from '@temporalio/workflow';
import { BACKFILL_SIGNAL, type BackfillActivities, type BackfillInput } from '../../src/knowledge/backfill/contract.ts';
import { activitiesOn } from '../queues.ts';

const { fillSlice } = activitiesOn<BackfillActivities>('ingestion', {
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '10 seconds',
  // What the model lacks stands with the collection; the activity fails only while something of ours is away.
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
});

export const fillAgainSignal = defineSignal(BACKFILL_SIGNAL);

/** Makes the vectors that a collection lacks, slice by slice: which they are stands in the database. */
export async function fillCollection(input: BackfillInput): Promise<void> {
  let requestCount = 0;
  let failures = 0;
  setHandler(fillAgainSignal, () => void requestCount++);
  for (;;) {
    if (workflowInfo().continueAsNewSuggested) return await continueAsNew<typeof fillCollection>(input);
    const handledCount = requestCount;
    const outcome = await fillSlice({ ...input, failures });
    if (outcome.state === 'held') {
      failures++;
      await condition(() => requestCount > handledCount, outcome.lookAgainMs);
      continue;
    }
    failures = 0;
    if (outcome.state === 'ended' && requestCount === handledCount) return;
  }
}
