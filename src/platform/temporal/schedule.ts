import { type Client, ScheduleAlreadyRunning, ScheduleNotFoundError, ScheduleOverlapPolicy } from '@temporalio/client';
import { bounded } from './bounded.ts';
import type { TaskQueues } from './queues.ts';

const scheduleIdOf = (queues: TaskQueues) => `${queues.background}-reconcile`;

/** Whether Temporal knows the reconciler's schedule. */
export async function reconcilerIsScheduled(client: Client, queues: TaskQueues): Promise<boolean> {
  try {
    await bounded(client, () => client.schedule.getHandle(scheduleIdOf(queues)).describe());
    return true;
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return false;
    throw error;
  }
}

/** Makes sure that the reconciler's schedule exists with the interval that is set. */
export async function scheduleReconciler(client: Client, queues: TaskQueues, seconds: number): Promise<void> {
  const scheduleId = scheduleIdOf(queues);
  const spec = { intervals: [{ every: seconds * 1000 }] };
  const action = {
    type: 'startWorkflow' as const,
    workflowType: 'reconcile',
    workflowId: scheduleId,
    taskQueue: queues.runs,
    args: [{ graceSeconds: seconds }],
    workflowRunTimeout: 600_000,
  };
  try {
    await client.schedule.create({ scheduleId, spec, action, policies: { overlap: ScheduleOverlapPolicy.SKIP } });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    await client.schedule.getHandle(scheduleId).update((before) => ({ ...before, spec, action }));
  }
}
