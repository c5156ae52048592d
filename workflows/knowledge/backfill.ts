import { condition, continueAsNew, defineSignal, setHandler, workflowInfo } from '@temporalio/workflow';
import { BACKFILL_SIGNAL, type BackfillActivities, type BackfillInput } from '../../src/knowledge/backfill/contract.ts';
import { proxyQueueActivities } from '../queues.ts';

const { backfillSlice } = proxyQueueActivities<BackfillActivities>('ingestion', {
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '10 seconds',
  // Model failures are stored with the collection; the activity fails only during internal outages.
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
});

const backfillAgainSignal = defineSignal(BACKFILL_SIGNAL);

/** Creates the missing vectors of a collection in slices. The database stores the state. */
export async function backfillEmbeddings(input: BackfillInput): Promise<void> {
  let requestCount = 0;
  let failures = 0;
  setHandler(backfillAgainSignal, () => void requestCount++);
  for (;;) {
    if (workflowInfo().continueAsNewSuggested) return await continueAsNew<typeof backfillEmbeddings>(input);
    const handledCount = requestCount;
    const outcome = await backfillSlice({ ...input, failures });
    if (outcome.state === 'held') {
      failures++;
      await condition(() => requestCount > handledCount, outcome.recheckMs);
      continue;
    }
    failures = 0;
    if (outcome.state === 'ended' && requestCount === handledCount) return;
  }
}
