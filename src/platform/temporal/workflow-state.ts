import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { type RunRef, toWorkflowId } from './run-ref.ts';
import { withTimeout } from './timeout.ts';

/** `waiting` is a workflow that has nothing under way: no step, no child and nothing to think about. */
export type WorkflowState = 'running' | 'waiting' | 'closed' | 'missing';

/** What a run's workflow does, from its history's own state. */
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
 * Those of many runs that seem to have no running workflow, by Temporal's index of workflows. The index lags behind by
 * seconds: look at each that it names, and again later for one that has ended only just now. Where all of them run, Temporal
 * only counts.
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
