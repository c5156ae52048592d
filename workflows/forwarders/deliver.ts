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
  // What a receiver does is in the row and says when to come again; an activity fails only while something of ours is away.
  retry: { initialInterval: '1 second', maximumInterval: '5 minutes' },
  // Maintenance on the same queue goes first: a slow receiver must not keep runs waiting.
  priority: { priorityKey: 5 },
});

/** The end of a run on its way to a forwarder, until it is delivered, given up, or waits for its forwarder. */
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
