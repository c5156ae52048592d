import type { Client } from '@temporalio/client';
import type { GaugeSource } from '../telemetry/metrics.ts';
import { QUEUE_NAMES, type QueueName } from './queues.ts';
import type { RunStarter } from './starter.ts';
import { withTimeout } from './timeout.ts';

const CALL_TIMEOUT_MS = 3000;

/** Task queue types by label. Only `runs` has workflow tasks. */
const TYPES = { workflow: 1, activity: 2 } as const;

/** Creates the source of Temporal's task queues: depth and age as Temporal estimates them. */
export function createQueueSource(openTemporal: () => Promise<RunStarter>): GaugeSource {
  return {
    name: 'task_queues',
    cacheMs: 5000,
    gauges: [
      { name: 'holdfast_task_queue_depth', help: 'Tasks that wait in a Temporal task queue, by queue and type.' },
      { name: 'holdfast_task_queue_oldest_age_seconds', help: 'Age of the oldest of these tasks; 0 for none.' },
      { name: 'holdfast_task_queue_pollers', help: 'Workers that polled the queue in the last minutes.' },
    ],
    async read() {
      const temporal = await openTemporal();
      const client = await temporal.client();
      const measures = await Promise.all(
        QUEUE_NAMES.flatMap((queue) =>
          listTypes(queue).map((type) => measureQueue(client, temporal.queues[queue], { queue, type })),
        ),
      );
      const toSamples = (field: 'depth' | 'age' | 'pollers') =>
        measures.map(({ labels, ...values }) => ({ value: values[field], labels }));
      return {
        holdfast_task_queue_depth: toSamples('depth'),
        holdfast_task_queue_oldest_age_seconds: toSamples('age'),
        holdfast_task_queue_pollers: toSamples('pollers'),
      };
    },
  };
}

function listTypes(queue: QueueName): readonly (keyof typeof TYPES)[] {
  return queue === 'runs' ? ['workflow', 'activity'] : ['activity'];
}

async function measureQueue(
  client: Client,
  name: string,
  labels: { readonly queue: QueueName; readonly type: keyof typeof TYPES },
) {
  const request = {
    namespace: client.options.namespace,
    taskQueue: { name },
    taskQueueType: TYPES[labels.type],
    reportStats: true,
  };
  const { stats, pollers } = await withTimeout(
    client,
    () => client.workflowService.describeTaskQueue(request),
    CALL_TIMEOUT_MS,
  );
  const age = stats?.approximateBacklogAge;
  return {
    labels,
    depth: Number(stats?.approximateBacklogCount ?? 0),
    age: Number(age?.seconds ?? 0) + (age?.nanos ?? 0) / 1e9,
    pollers: pollers?.length ?? 0,
  };
}
