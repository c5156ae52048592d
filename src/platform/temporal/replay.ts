import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import type { TaskQueues } from './queues.ts';

/** A workflow that this build cannot continue. */
interface ReplayFailure {
  /** The run's id, followed by `/n` if maintenance restarted it. */
  readonly workflowId: string;
  readonly problem: string;
}

/** Result of a replay. */
interface ReplayReport {
  readonly replayed: number;
  /** Workflows that ended and were deleted before their history was read. */
  readonly deleted: number;
  readonly failures: readonly ReplayFailure[];
}

/**
 * Replays the history of every running workflow of the queues against a workflow bundle. Reads the histories one by one
 * and changes nothing.
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
