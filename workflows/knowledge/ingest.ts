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
  // The activity counts failures of the embedding model; this retry outlasts an hour without the database.
  retry: { initialInterval: '1 second', maximumInterval: '30 seconds', maximumAttempts: 150 },
});
const { confirmIngestionCancel, failIngestion } = proxyQueueActivities<IngestionActivities>('ingestion', {
  startToCloseTimeout: '2 minutes',
});

const goOnSignal = defineSignal(GO_ON_SIGNAL);

/** Ingests a document in slices. The database stores the stage. */
export async function ingestDocument(input: IngestionInput): Promise<void> {
  let wakeCount = 0;
  setHandler(goOnSignal, () => void wakeCount++);
  const loop = async (): Promise<void> => {
    for (;;) {
      if (workflowInfo().continueAsNewSuggested) return continueAsNew<typeof ingestDocument>(input);
      const handledCount = wakeCount;
      const outcome = await ingest(input);
      if (outcome.state === 'ended') return;
      if (outcome.state === 'cancelled') return confirmIngestionCancel(input);
      if (outcome.state === 'next') continue;
      if (outcome.recheckMs === null) await condition(() => wakeCount > handledCount);
      else await condition(() => wakeCount > handledCount, outcome.recheckMs);
    }
  };
  await superviseRun(loop, {
    confirmCancel: () => confirmIngestionCancel(input),
    fail: (problem) => failIngestion({ ...input, problem }),
  });
}
