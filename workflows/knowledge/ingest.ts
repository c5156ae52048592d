import {
  ActivityCancellationType,
  condition,
  continueAsNew,
  defineSignal,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import { GO_ON_SIGNAL, type IngestionActivities, type IngestionInput } from '../../src/knowledge/contract.ts';
import { proxyQueueActivities } from '../queues.ts';
import { superviseRun } from '../supervise.ts';

const { ingest } = proxyQueueActivities<IngestionActivities>('ingestion', {
  startToCloseTimeout: '2 hours',
  heartbeatTimeout: '10 seconds',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  // Failures of the embedding model are counted by the activity itself; this outlasts an hour's loss of the database.
  retry: { initialInterval: '1 second', maximumInterval: '30 seconds', maximumAttempts: 150 },
});
const { confirmIngestionCancel, failIngestion } = proxyQueueActivities<IngestionActivities>('ingestion', {
  startToCloseTimeout: '2 minutes',
});

export const goOnSignal = defineSignal(GO_ON_SIGNAL);

/** Makes a document searchable, slice by slice: which stage comes next stands with its row. */
export async function ingestDocument(input: IngestionInput): Promise<void> {
  let woken = 0;
  setHandler(goOnSignal, () => void woken++);
  const loop = async (): Promise<void> => {
    for (;;) {
      if (workflowInfo().continueAsNewSuggested) return continueAsNew<typeof ingestDocument>(input);
      const seen = woken;
      const outcome = await ingest(input);
      if (outcome.state === 'ended') return;
      if (outcome.state === 'cancelled') return confirmIngestionCancel(input);
      if (outcome.state === 'next') continue;
      if (outcome.lookAgainMs === null) await condition(() => woken > seen);
      else await condition(() => woken > seen, outcome.lookAgainMs);
    }
  };
  await superviseRun(loop, {
    confirmCancel: () => confirmIngestionCancel(input),
    fail: (problem) => failIngestion({ ...input, problem }),
  });
}
