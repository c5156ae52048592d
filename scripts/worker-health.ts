/**
 * Exits with 0 if every worker process of this host or container has polled each of its queues within the last 90 s.
 * Used as the container's health check, because a worker has no port. Requires TEMPORAL_ADDRESS; checks only the queues
 * of WORKER_QUEUES.
 */

import { Connection } from '@temporalio/client';
import { loadConfig, requireSetting } from '../src/platform/config.ts';
import { getErrorMessage } from '../src/platform/error-message.ts';
import { listLocalWorkers } from '../src/platform/temporal/local-workers.ts';
import { getTaskQueues } from '../src/platform/temporal/queues.ts';

/** A poll without tasks stays open for up to a minute. */
const MAX_POLL_AGE_SECONDS = 90;
/** From Temporal's API. Each worker polls its queue for activities; only `runs` has workflow tasks. */
const TASK_QUEUE_TYPE_ACTIVITY = 2;

/** Returns the problem; undefined if all workers poll. */
async function findProblem(): Promise<string | undefined> {
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
      const since = Date.now() / 1000 - MAX_POLL_AGE_SECONDS;
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

findProblem().then(
  (problem) => {
    process.stdout.write(`${problem ?? 'the worker polls'}\n`);
    process.exit(problem === undefined ? 0 : 1);
  },
  (error: unknown) => {
    process.stderr.write(`${getErrorMessage(error)}\n`);
    process.exit(1);
  },
);
