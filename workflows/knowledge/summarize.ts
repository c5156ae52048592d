import { defineSignal, setHandler } from '@temporalio/workflow';
import { SUMMARY_SIGNAL, type SummaryActivities, type SummaryInput } from '../../src/knowledge/collections/contract.ts';
import { proxyQueueActivities } from '../queues.ts';
import { failOnError } from '../supervise.ts';

const { summarize } = proxyQueueActivities<SummaryActivities>('background', {
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '10 seconds',
  // The activity counts model failures; this retry outlasts a loss of the database.
  retry: { initialInterval: '1 second', maximumInterval: '1 minute', maximumAttempts: 50 },
});
const { failSummary } = proxyQueueActivities<SummaryActivities>('background', { startToCloseTimeout: '30 seconds' });

/** Summarizes a collection, once for all requests before the start. */
export async function summarizeCollection(input: SummaryInput): Promise<void> {
  let requestCount = 0;
  setHandler(defineSignal(SUMMARY_SIGNAL), () => {
    requestCount++;
  });
  let handledCount: number;
  do {
    handledCount = requestCount;
    await failOnError(
      () => summarize(input),
      (problem) => failSummary({ ...input, problem }),
    );
  } while (requestCount > handledCount);
}
