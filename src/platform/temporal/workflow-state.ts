import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { type RunRef, toWorkflowId } from './run-ref.ts';
import { withTimeout } from './timeout.ts';

/** `waiting` is a workflow without pending activities, children and workflow tasks. */
type WorkflowState = 'running' | 'waiting' | 'closed' | 'missing';

/** Returns the state of a run's workflow, read from its history. */
export async function getWorkflowState(client: Client, run: RunRef): Promise<WorkflowState> {
  try {
    const { status, raw } = await withTimeout(client, () => client.workflow.getHandle(toWorkflowId(run)).describe());
    if (status.name !== 'RUNNING' && status.name !== 'PAUSED') return 'closed';
    const hasPendingWork = [raw.pendingActivities, raw.pendingChildren].some((items) => (items?.length ?? 0) > 0);
    return hasPendingWork || raw.pendingWorkflowTask ? 'running' : 'waiting';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return 'missing';
    throw error;
  }
}

/**
 * Returns the runs without a running workflow, by Temporal's visibility index. The index lags by seconds: check each
 * result, and check recently closed runs again later. If all of them run, one count suffices.
 */
export async function listRunsWithoutWorkflow<R extends RunRef>(client: Client, runs: readonly R[]): Promise<R[]> {
  if (runs.length === 0) return [];
  const ids = runs.map((run) => `'${toWorkflowId(run)}'`).join(', ');
  const query = `ExecutionStatus = 'Running' AND WorkflowId IN (${ids})`;
  const { count } = await withTimeout(client, () => client.workflow.count(query));
  if (count >= runs.length) return [];
  const runningIds = new Set<string>();
  await withTimeout(client, async () => {
    for await (const { workflowId } of client.workflow.list({ query })) runningIds.add(workflowId);
  });
  return runs.filter((run) => !runningIds.has(toWorkflowId(run)));
}
