import { type FireContext, type Fired, fireTrigger, rejectOccasion } from '../fire.ts';
import type { TriggerRow } from '../queries.ts';
import { refusalOf } from '../refusal.ts';
import { inputOf, keysOf, type Received } from './input.ts';

/** Lets a trigger start what a delivery asks for. Throws a 422 where the delivery lacks a field; its event says so too. */
export async function deliver(ctx: FireContext, trigger: TriggerRow, received: Received): Promise<Fired> {
  const occasion = await keepRefusal(ctx, trigger, async () => ({
    input: await inputOf(trigger, received),
    keys: await keysOf(trigger, received),
  }));
  const fired = await ctx.db.transaction().execute((trx) => fireTrigger(ctx, trx, trigger, occasion));
  if (!fired) throw new Error(`a delivery for trigger ${trigger.id} was taken for a time of a schedule`);
  return fired;
}

/** Leaves a rejected event where what a sender sent is refused, and throws on what refused it. */
export async function keepRefusal<T>(
  { db }: Pick<FireContext, 'db'>,
  trigger: TriggerRow,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await rejectOccasion(db, trigger, {}, refusalOf(error));
    throw error;
  }
}
