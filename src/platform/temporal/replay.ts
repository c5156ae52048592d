import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import type { TaskQueues } from './queues.ts';

/** A workflow that this build cannot go on with. */
export interface ReplayFailure {
  /** The run's id, followed by `/n` if maintenance restarted it. */
  readonly workflowId: string;
  readonly problem: string;
}

/** What came of replaying. */
export interface ReplayReport {
  readonly replayed: number;
  /** Workflows that ended and were forgotten before their history could be read. */
  readonly deleted: number;
  readonly failures: readonly ReplayFailure[];
}

/**
 * Replays the history of every workflow that is running on the queues against a bundle of workflows. Histories are read
 * page by page and one after the other; nothing of them is changed.
 */
export async function replayRunning(client: Client, queues: TaskQueues, codePath: string): Promise<ReplayReport> {
  let deleted = 0;
  let replayed = 0;
  const failures: ReplayFailure[] = [];
  async function* listHistories() {
    const names = Object.values(queues).map((name) => `"${name}"`);
    const query = `ExecutionStatus = "Running" AND TaskQueue IN (${names.join(', ')})`;
    for await (const { workflowId, runId } of client.workflow.list({ query })) {
      try {
        yield { workflowId, history: await client.workflow.getHandle(workflowId, runId).fetchHistory() };
      } catch (error) {
        if (!(error instanceof WorkflowNotFoundError)) throw error;
        deleted += 1;
      }
    }
  }
  for await (const { workflowId, error } of Worker.runReplayHistories(
    { workflowBundle: { codePath } },
    listHistories(),
  )) {
    replayed += 1;
    if (error) failures.push({ workflowId, problem: error.message });
  }
  return { replayed, deleted, failures };
}
