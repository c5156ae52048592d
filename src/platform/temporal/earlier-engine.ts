import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import type { TaskQueues } from './queues.ts';
import { withTimeout } from './timeout.ts';

/**
 * Terminates the workflows of builds before 0.1.0 that this one can't continue: those on a task queue that has no workflows any
 * more, and those whose build began steps beside them. Maintenance starts a new one for each, from its rows. Returns their number.
 */
export async function terminateEarlierWorkflows(
  client: Client,
  queues: TaskQueues,
  deployment: string,
): Promise<number> {
  const others = `TaskQueue IN ('${queues.ingestion}', '${queues.background}')`;
  const earlierBuilds = `TemporalWorkerDeploymentVersion STARTS_WITH '${deployment}:local-'`;
  const query = `ExecutionStatus = 'Running' AND (${others} OR ${earlierBuilds})`;
  let terminated = 0;
  for await (const { workflowId, runId } of client.workflow.list({ query })) {
    try {
      const reason = 'a build of Holdfast before 0.1.0 started it';
      await withTimeout(client, () => client.workflow.getHandle(workflowId, runId).terminate(reason));
      terminated++;
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    }
  }
  return terminated;
}
