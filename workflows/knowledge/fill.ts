import { condition, continueAsNew, defineSignal, setHandler, workflowInfo } from '@temporalio/workflow';
import { FILL_AGAIN, type FillingActivities, type FillingInput } from '../../src/knowledge/filling/contract.ts';
import { proxyQueueActivities } from '../queues.ts';

const { fillSlice } = proxyQueueActivities<FillingActivities>('ingestion', {
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '10 seconds',
  // What the model lacks stands with the collection; the activity fails only while something of ours is away.
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
});

export const fillAgainSignal = defineSignal(FILL_AGAIN);

/** Makes the vectors that a collection lacks, slice by slice: which they are stands in the database. */
export async function fillCollection(input: FillingInput): Promise<void> {
  let requests = 0;
  let failures = 0;
  setHandler(fillAgainSignal, () => void requests++);
  for (;;) {
    if (workflowInfo().continueAsNewSuggested) return await continueAsNew<typeof fillCollection>(input);
    const seen = requests;
    const outcome = await fillSlice({ ...input, failures });
    if (outcome.state === 'held') {
      failures++;
      await condition(() => requests > seen, outcome.lookAgainMs);
      continue;
    }
    failures = 0;
    if (outcome.state === 'ended' && requests === seen) return;
  }
}
