import { neglectedDeliveries } from '../../src/forwarders/deliveries.ts';
import { startDelivery } from '../../src/forwarders/starting.ts';
import type { Chore, ChoreContext } from '../background/chore.ts';
import { tellOwners } from './owners.ts';

/** What forwarders and deliveries need. */
export const forwarderChores: readonly Chore[] = [
  { name: 'look after deliveries', everyRounds: 1, work: lookAfterDeliveries },
  { name: 'tell of paused forwarders', everyRounds: 1, work: (ctx) => tellOwners(ctx) },
];

/** Starts or wakes the workflows of deliveries that nobody looks after. */
async function lookAfterDeliveries(ctx: ChoreContext): Promise<void> {
  const neglected = await neglectedDeliveries(ctx.db, ctx.wakeGraceSeconds);
  await Promise.all(neglected.map((delivery) => startDelivery(ctx, delivery)));
}
