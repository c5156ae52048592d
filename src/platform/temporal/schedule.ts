import { type Client, ScheduleAlreadyRunning, ScheduleOverlapPolicy } from '@temporalio/client';
import type { TaskQueues } from './queues.ts';

/** Makes sure that the reconciler's schedule exists with the interval that is set. */
export async function scheduleReconciler(client: Client, queues: TaskQueues, seconds: number): Promise<void> {
  const scheduleId = `${queues.background}-reconcile`;
  const spec = { intervals: [{ every: seconds * 1000 }] };
  const action = {
    type: 'startWorkflow' as const,
    workflowType: 'reconcile',
    workflowId: scheduleId,
    taskQueue: queues.background,
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
