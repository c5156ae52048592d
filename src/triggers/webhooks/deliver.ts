import { DEPTH_HEADER, parseDepth } from '../../platform/call-depth.ts';
import { type FireContext, fireTrigger, rejectInvocation, type TriggerOutcome } from '../fire.ts';
import type { TriggerRow } from '../queries.ts';
import { toTriggerRunError } from '../run-errors.ts';
import { getHeader } from './delivery.ts';
import { getInvocationKeys, type Received, toTargetInput } from './input.ts';

/** Starts the run of a delivery. Throws a 422 and records an event if the delivery lacks a field. */
export async function deliver(ctx: FireContext, trigger: TriggerRow, received: Received): Promise<TriggerOutcome> {
  const occasion = await recordRejection(ctx, trigger, async () => ({
    input: await toTargetInput(trigger, received),
    keys: await getInvocationKeys(trigger, received),
    depth: parseDepth(getHeader(received, DEPTH_HEADER)),
  }));
  const fired = await ctx.db.transaction().execute((trx) => fireTrigger(ctx, trx, trigger, occasion));
  if (!fired) throw new Error(`a delivery for trigger ${trigger.id} was taken for a time of a schedule`);
  return fired;
}

/** Records a rejected event if a sender's delivery is invalid, and rethrows the error. */
export async function recordRejection<T>(
  { db }: Pick<FireContext, 'db'>,
  trigger: TriggerRow,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await rejectInvocation(db, trigger, {}, toTriggerRunError(error));
    throw error;
  }
}
