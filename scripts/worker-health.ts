/**
 * Exit code 0 when every worker process of this host (or container) has asked Temporal for work of each of its queues within
 * the last 90 s. A worker serves no port, so this is what a container's health check runs. Needs TEMPORAL_ADDRESS; looks at
 * the queues of WORKER_QUEUES only.
 */
import { Connection } from '@temporalio/client';
import { loadConfig, requireSetting } from '../src/platform/config.ts';
import { listLocalWorkers } from '../src/platform/temporal/local-workers.ts';
import { getTaskQueues } from '../src/platform/temporal/queues.ts';

/** A poll that finds no work stays open for up to a minute. */
const FRESH_SECONDS = 90;
/** Of Temporal's API. Each worker polls its queue for activities, only that of `runs` for workflow tasks. */
const TASK_QUEUE_TYPE_ACTIVITY = 2;

/** Answers what is missing; nothing where all is well. */
async function missing(): Promise<string | undefined> {
  const config = loadConfig();
  const address = requireSetting(config.temporalAddress, 'TEMPORAL_ADDRESS', 'name the Temporal frontend as host:port');
  const namespace = config.temporalNamespace;
  const names = getTaskQueues(config.taskQueuePrefix);
  const asked = [...config.workerQueues.keys()].map((queue) => names[queue]);
  const served = listLocalWorkers(config)
    .flatMap(({ pid, identity, queues }) => queues.map((queue) => ({ pid, identity, queue })))
    .filter(({ queue }) => asked.includes(queue));
  if (served.length === 0) return 'no worker of this host polls';
  const connection = await Connection.connect({ address, connectTimeout: '3 s' });
  try {
    for (const queue of new Set(served.map((one) => one.queue))) {
      const taskQueue = { name: queue };
      const { pollers } = await connection.workflowService.describeTaskQueue({
        namespace,
        taskQueue,
        taskQueueType: TASK_QUEUE_TYPE_ACTIVITY,
      });
      const since = Date.now() / 1000 - FRESH_SECONDS;
      const fresh = pollers?.filter((poller) => Number(poller.lastAccessTime?.seconds ?? 0) > since) ?? [];
      const polling = new Set(fresh.map((poller) => poller.identity));
      const silent = served.find((one) => one.queue === queue && !polling.has(one.identity));
      if (silent) return `the worker of process ${silent.pid} does not poll ${queue}`;
    }
    return undefined;
  } finally {
    await connection.close();
  }
}

missing().then(
  (problem) => {
    process.stdout.write(`${problem ?? 'the worker polls'}\n`);
    process.exit(problem === undefined ? 0 : 1);
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
