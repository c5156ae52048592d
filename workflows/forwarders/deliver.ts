import { condition, defineSignal, setHandler } from '@temporalio/workflow';
import {
  DELIVERY_DUE,
  type DeliverForwardInput,
  type ForwarderActivities,
} from '../../src/tasks/forwarders/contract.ts';
import { proxyQueueActivities } from '../queues.ts';

const { tryDelivery } = proxyQueueActivities<ForwarderActivities>('background', {
  startToCloseTimeout: '20 minutes',
  heartbeatTimeout: '10 seconds',
  // Outcomes of a receiver are stored with the time of the next attempt. An activity fails only during internal
  // outages.
  retry: { initialInterval: '1 second', maximumInterval: '5 minutes' },
  // Maintenance on the same queue takes precedence: a slow receiver must not delay runs.
  priority: { priorityKey: 5 },
});

/** Delivery of a finished run to a forwarder, until it is delivered, given up, or waits for its forwarder. */
export async function deliverForward(input: DeliverForwardInput): Promise<void> {
  let due = 0;
  setHandler(defineSignal(DELIVERY_DUE), () => {
    due++;
  });
  for (;;) {
    const seen = due;
    const next = await tryDelivery(input);
    if (next.over && due === seen) return;
    if (!next.over) await condition(() => due > seen, next.inMs);
  }
}
