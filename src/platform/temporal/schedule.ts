import { type Client, ScheduleAlreadyRunning, ScheduleNotFoundError, ScheduleOverlapPolicy } from '@temporalio/client';
import type { TaskQueues } from './queues.ts';
import { withTimeout } from './timeout.ts';

/** Milliseconds that a cycle waits for a worker. */
const WAIT_FOR_WORKER_MS = 600_000;

const toScheduleId = (queues: TaskQueues) => `${queues.background}-maintenance`;

/** Returns whether Temporal has the maintenance schedule. */
export async function isMaintenanceScheduled(client: Client, queues: TaskQueues): Promise<boolean> {
  try {
    await withTimeout(client, () => client.schedule.getHandle(toScheduleId(queues)).describe());
    return true;
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return false;
    throw error;
  }
}

/** Creates the maintenance schedule or updates its interval. */
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
  // After a late cycle the next one starts immediately.
  const policies = { overlap: ScheduleOverlapPolicy.BUFFER_ONE };
  try {
    const schedule = await client.schedule.create({ scheduleId, spec, action, policies });
    // Uses the schedule's own policy: "trigger immediately" would let the next cycle run concurrently.
    await schedule.trigger(policies.overlap);
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    await client.schedule.getHandle(scheduleId).update((current) => ({ ...current, spec, action }));
  }
}
