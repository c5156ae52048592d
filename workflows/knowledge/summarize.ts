import { defineSignal, setHandler } from '@temporalio/workflow';
import {
  SUMMARIZE_AGAIN,
  type SummaryActivities,
  type SummaryInput,
} from '../../src/knowledge/collections/contract.ts';
import { proxyQueueActivities } from '../queues.ts';
import { failOnError } from '../supervise.ts';

const { summarize } = proxyQueueActivities<SummaryActivities>('background', {
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '10 seconds',
  // Model failures are counted by the activity itself; this outlasts a loss of the database.
  retry: { initialInterval: '1 second', maximumInterval: '1 minute', maximumAttempts: 50 },
});
const { failSummary } = proxyQueueActivities<SummaryActivities>('background', { startToCloseTimeout: '30 seconds' });

/** Has a collection summed up, once for all who asked before it began. */
export async function summarizeCollection(input: SummaryInput): Promise<void> {
  let requests = 0;
  setHandler(defineSignal(SUMMARIZE_AGAIN), () => {
    requests++;
  });
  let seen: number;
  do {
    seen = requests;
    await failOnError(
      () => summarize(input),
      (problem) => failSummary({ ...input, problem }),
    );
  } while (requests > seen);
}
