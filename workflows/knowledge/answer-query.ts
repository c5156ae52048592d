import type { KnowledgeQueryActivities, KnowledgeQueryInput } from '../../src/knowledge/queries/contract.ts';
import { proxyQueueActivities } from '../queues.ts';
import { failOnError } from '../supervise.ts';

const { answerQuery } = proxyQueueActivities<KnowledgeQueryActivities>('background', {
  startToCloseTimeout: '3 minutes',
  heartbeatTimeout: '10 seconds',
  // The activity stores model failures; this retry outlasts lost workers and a loss of the database.
  retry: { initialInterval: '1 second', maximumInterval: '1 minute', maximumAttempts: 20 },
});
const { failQuery } = proxyQueueActivities<KnowledgeQueryActivities>('background', {
  startToCloseTimeout: '30 seconds',
});

/** Answers a stored query, after the steps of its retrieval. */
export async function answerKnowledgeQuery(input: KnowledgeQueryInput): Promise<void> {
  await failOnError(
    async () => {
      while ((await answerQuery(input))?.state === 'next');
    },
    (problem) => failQuery({ ...input, problem }),
  );
}
