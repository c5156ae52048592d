import { type Client, ScheduleAlreadyRunning, ScheduleNotFoundError, ScheduleOverlapPolicy } from '@temporalio/client';
import type { TaskQueues } from './queues.ts';
import { withTimeout } from './timeout.ts';

/** Milliseconds that a cycle without any worker may wait for one. */
const WAIT_FOR_WORKER_MS = 600_000;

const toScheduleId = (queues: TaskQueues) => `${queues.background}-maintenance`;

/** Whether Temporal knows the maintenance schedule. */
export async function isMaintenanceScheduled(client: Client, queues: TaskQueues): Promise<boolean> {
  try {
    await withTimeout(client, () => client.schedule.getHandle(toScheduleId(queues)).describe());
    return true;
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return false;
    throw error;
  }
}

/** Creates the maintenance schedule, or sets its interval. Deletes the one of earlier releases. */
export async function scheduleMaintenance(client: Client, queues: TaskQueues, cycleSeconds: number): Promise<void> {
  const scheduleId = toScheduleId(queues);
  const spec = { intervals: [{ every: cycleSeconds * 1000 }] };
  const action = {
    type: 'startWorkflow' as const,
    workflowType: 'maintenance',
    workflowId: scheduleId,
    taskQueue: queues.runs,
    args: [{ cycleSeconds }],
    workflowRunTimeout: cycleSeconds * 1000 + WAIT_FOR_WORKER_MS,
  };
  // A cycle that ends late is followed by the next one at once.
  const policies = { overlap: ScheduleOverlapPolicy.BUFFER_ONE };
  try {
    const schedule = await client.schedule.create({ scheduleId, spec, action, policies });
    // With the schedule's own policy: "trigger immediately" would let the next cycle run at the same time.
    await schedule.trigger(policies.overlap);
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    await client.schedule.getHandle(scheduleId).update((current) => ({ ...current, spec, action }));
  }
  await deleteObsoleteSchedule(client, queues);
}

/** Deletes the schedule that earlier releases had instead, whose workflow exists no more. */
export async function deleteObsoleteSchedule(client: Client, queues: TaskQueues): Promise<void> {
  try {
    await withTimeout(client, () => client.schedule.getHandle(`${queues.background}-reconcile`).delete());
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
  }
}
