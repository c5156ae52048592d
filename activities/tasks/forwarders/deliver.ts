import * as attempts from '../../../src/tasks/forwarders/attempts.ts';
import type { NextTry } from '../../../src/tasks/forwarders/contract.ts';
import { forwardedRun } from '../../../src/tasks/forwarders/message.ts';
import { shownTaskRun } from '../../../src/tasks/run-record.ts';
import { findTaskRun } from '../../../src/tasks/runs.ts';
import type { ActivityContext } from '../../context.ts';
import { actingForwarder } from './kinds/index.ts';
import { tellOwners } from './owners.ts';

/** Most attempts at deliveries of one forwarder at once: a slow receiver takes no more of the workers than these. */
const AT_ONCE = 8;
/** Milliseconds that one waits for its turn, for each that is due. */
const TURN_MS = 50;

const OVER: NextTry = { over: true, inMs: 0 };

/**
 * Tries a delivery that is due. It may arrive twice when a worker dies between the receiver's yes and the note of it; the
 * message has the same id then.
 */
export async function tryDelivery(ctx: ActivityContext, id: string, signal: AbortSignal): Promise<NextTry> {
  const delivery = await attempts.pendingDelivery(ctx.db, id);
  if (!delivery) return OVER;
  if (delivery.forwarder_status === 'paused') {
    await attempts.holdDelivery(ctx.db, id);
    return OVER;
  }
  if (delivery.in_ms > 0) return { over: false, inMs: Math.ceil(delivery.in_ms) };
  if (delivery.under_way >= AT_ONCE) return waitForTurn(ctx, delivery);
  const number = await attempts.beginAttempt(ctx.db, delivery);
  if (number === undefined) return waitForTurn(ctx, delivery);
  return attempt(ctx, delivery, number, signal);
}

/** The more there are that wait, the longer each does: looking whether it is their turn takes its time too. */
async function waitForTurn(ctx: ActivityContext, delivery: attempts.PendingDelivery): Promise<NextTry> {
  const due = await attempts.dueAt(ctx.db, delivery.forwarder_id);
  return { over: false, inMs: Math.ceil(TURN_MS * (AT_ONCE + due * Math.random())) };
}

async function attempt(
  ctx: ActivityContext,
  delivery: attempts.PendingDelivery,
  number: number,
  signal: AbortSignal,
): Promise<NextTry> {
  const began = performance.now();
  const outcome = await send(ctx, delivery, signal);
  const patience = { firstWaitMs: ctx.config.forwardRetryMs, giveUpMs: ctx.config.forwardGiveUpMs };
  const ended = { ...outcome, ms: performance.now() - began };
  const { nextMs, paused } = await attempts.noteAttempt(ctx.db, delivery, number, ended, patience);
  if (paused) await tellOwners(ctx, delivery.forwarder_id);
  return nextMs === undefined ? OVER : { over: false, inMs: nextMs };
}

async function send(ctx: ActivityContext, delivery: attempts.PendingDelivery, signal: AbortSignal) {
  const row = await findTaskRun(ctx.db, delivery.run_id);
  if (!row) return { delivered: false, final: true, reason: 'the run is not there any more' };
  const run = forwardedRun(await shownTaskRun(row), delivery, ctx.config.publicUrl);
  return actingForwarder(delivery.type).send(ctx, { delivery, run }, signal);
}
