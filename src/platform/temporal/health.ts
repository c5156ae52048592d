import type { Client } from '@temporalio/client';
import { databaseNow } from '../clock.ts';
import { findCurrentBuild } from './deployment.ts';
import { hasNamespace } from './namespace.ts';
import type { TaskQueues } from './queues.ts';
import { isMaintenanceScheduled } from './schedule.ts';

/** Seconds since its last poll after which a worker does not count. A poll may stay open for a minute. */
const MAX_POLL_AGE_SECONDS = 90;

/** Returns the reason why Temporal cannot be used, or undefined. */
export async function findTemporalProblem(client: Client): Promise<string | undefined> {
  return (await hasNamespace(client)) ? undefined : 'the namespace does not exist; a worker creates it when it starts';
}

/**
 * Returns the reason why runs would not progress. Returns undefined if a worker of the current version polls and
 * maintenance is scheduled.
 */
export async function findWorkerProblem(
  client: Client,
  queues: TaskQueues,
  deployment: string,
): Promise<string | undefined> {
  const { namespace } = client.options;
  const taskQueue = { name: queues.runs };
  const [{ pollers }, current, isScheduled] = await Promise.all([
    client.workflowService.describeTaskQueue({ namespace, taskQueue, taskQueueType: 1 }),
    findCurrentBuild(client, deployment),
    isMaintenanceScheduled(client, queues),
  ]);
  const since = databaseNow() / 1000 - MAX_POLL_AGE_SECONDS;
  const activePollers = pollers?.filter((poller) => Number(poller.lastAccessTime?.seconds ?? 0) > since) ?? [];
  if (activePollers.length === 0) return 'no worker polls the runs queue';
  if (current === undefined) return 'no worker version is current, so nothing runs';
  if (!activePollers.some((poller) => poller.deploymentOptions?.buildId === current))
    return `no worker of the current version (${current}) polls the runs queue`;
  return isScheduled
    ? undefined
    : 'maintenance is not scheduled; a worker of the background queue creates the schedule';
}
