/**
 * Exit code 0 when a worker on this host has asked Temporal for work within the last 90 s. A worker serves no port, so
 * this is what a container's health check runs. Needs TEMPORAL_ADDRESS.
 */
import { hostname } from 'node:os';
import { Connection } from '@temporalio/client';
import { loadConfig, required } from '../src/platform/config.ts';
import { taskQueues } from '../src/platform/temporal/queues.ts';

/** A poll that finds no work stays open for up to a minute. */
const FRESH_SECONDS = 90;

async function main(): Promise<boolean> {
  const config = loadConfig();
  const address = required(config.temporalAddress, 'TEMPORAL_ADDRESS', 'name the Temporal frontend as host:port');
  const [queue = 'runs'] = config.workerQueues.keys();
  const connection = await Connection.connect({ address, connectTimeout: '3 s' });
  try {
    const { pollers } = await connection.workflowService.describeTaskQueue({
      namespace: config.temporalNamespace,
      taskQueue: { name: taskQueues(config.taskQueuePrefix)[queue] },
      taskQueueType: 1,
    });
    const since = Date.now() / 1000 - FRESH_SECONDS;
    const ours = pollers?.filter((poller) => poller.identity?.endsWith(`@${hostname()}`)) ?? [];
    return ours.some((poller) => Number(poller.lastAccessTime?.seconds ?? 0) > since);
  } finally {
    await connection.close();
  }
}

main().then(
  (polls) => {
    process.stdout.write(polls ? 'the worker polls\n' : 'no worker of this host polls\n');
    process.exit(polls ? 0 : 1);
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
