import { proxyActivities } from '@temporalio/workflow';
import type { KnowledgeQueryActivities, KnowledgeQueryInput } from '../../src/knowledge/queries/contract.ts';
import { failOnError } from '../supervise.ts';

// A person waits for the answer, so it shares the queue of runs, not that of summaries and evals.
const { answerQuery } = proxyActivities<KnowledgeQueryActivities>({
  startToCloseTimeout: '3 minutes',
  heartbeatTimeout: '10 seconds',
  // The activity stores model failures; this retry outlasts lost workers and a loss of the database.
  retry: { initialInterval: '1 second', maximumInterval: '1 minute', maximumAttempts: 20 },
});
const { failQuery } = proxyActivities<KnowledgeQueryActivities>({ startToCloseTimeout: '30 seconds' });

/** Answers a stored query, after the steps of its retrieval. */
export async function answerKnowledgeQuery(input: KnowledgeQueryInput): Promise<void> {
  await failOnError(
    async () => {
      while ((await answerQuery(input))?.state === 'next');
    },
    (problem) => failQuery({ ...input, problem }),
  );
}
