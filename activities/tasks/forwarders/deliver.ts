import { enqueueNotification } from '../../../src/notifications/outbox.ts';
import { runAtDepth } from '../../../src/platform/call-depth.ts';
import type { Executor } from '../../../src/platform/db/client.ts';
import * as attempts from '../../../src/tasks/forwarders/attempts.ts';
import type { NextAttempt } from '../../../src/tasks/forwarders/contract.ts';
import { forwarderFailures } from '../../../src/tasks/forwarders/failures.ts';
import { toForwardedRun } from '../../../src/tasks/forwarders/message.ts';
import { createPauseNotification, forwarderPaused } from '../../../src/tasks/notifications/forwarder-paused.ts';
import { toPublicTaskRun } from '../../../src/tasks/run-record.ts';
import { findTaskRun } from '../../../src/tasks/runs.ts';
import type { ActivityContext } from '../../context.ts';
import { getForwarderSender } from './kinds/index.ts';

/** Maximum number of concurrent attempts per forwarder, so that a slow receiver cannot occupy all workers. */
const MAX_CONCURRENT_ATTEMPTS = 8;
/** Wait for a free slot in milliseconds, per due delivery. */
const TURN_WAIT_MS = 50;

const DELIVERY_ENDED: NextAttempt = { over: true, inMs: 0 };

/**
 * Attempts a due delivery. It can arrive twice if a worker crashes after the receiver accepted it. Both messages have
 * the same ID.
 */
export async function tryDelivery(ctx: ActivityContext, id: string, signal: AbortSignal): Promise<NextAttempt> {
  const delivery = await attempts.findPendingDelivery(ctx.db, id);
  if (!delivery) return DELIVERY_ENDED;
  if (delivery.forwarder_status === 'paused') {
    await attempts.suspendDelivery(ctx.db, id);
    return DELIVERY_ENDED;
  }
  if (delivery.in_ms > 0) return { over: false, inMs: Math.ceil(delivery.in_ms) };
  if (delivery.under_way >= MAX_CONCURRENT_ATTEMPTS) return waitForSlot(ctx, delivery);
  const number = await attempts.startAttempt(ctx.db, delivery);
  if (number === undefined) return waitForSlot(ctx, delivery);
  return attempt(ctx, delivery, number, signal);
}

/** Waits longer the more deliveries are due, since each check has a cost. */
async function waitForSlot(ctx: ActivityContext, delivery: attempts.PendingDelivery): Promise<NextAttempt> {
  const due = await attempts.countDueDeliveries(ctx.db, delivery.forwarder_id);
  return { over: false, inMs: Math.ceil(TURN_WAIT_MS * (MAX_CONCURRENT_ATTEMPTS + due * Math.random())) };
}

async function attempt(
  ctx: ActivityContext,
  delivery: attempts.PendingDelivery,
  number: number,
  signal: AbortSignal,
): Promise<NextAttempt> {
  const startedAt = performance.now();
  const outcome = await send(ctx, delivery, signal);
  const retryPolicy = { initialDelayMs: ctx.config.forwardRetryMs, maxRetryMs: ctx.config.forwardGiveUpMs };
  const timedOutcome = { ...outcome, ms: performance.now() - startedAt };
  const nextMs = await attempts.recordAttempt(ctx.db, delivery, number, timedOutcome, retryPolicy, notifyOwner);
  const result = outcome.delivered ? 'delivered' : nextMs === undefined ? 'given_up' : 'retried';
  ctx.telemetry.metrics.recordDelivery(delivery.type, result, timedOutcome.ms / 1000);
  return nextMs === undefined ? DELIVERY_ENDED : { over: false, inMs: nextMs };
}

/** Notifies the owner in the transaction that pauses a forwarder. */
async function notifyOwner(trx: Executor, forwarderId: string): Promise<void> {
  const notification = await createPauseNotification(trx, forwarderId);
  if (notification) await enqueueNotification(trx, forwarderPaused, notification);
}

async function send(
  ctx: ActivityContext,
  delivery: attempts.PendingDelivery,
  signal: AbortSignal,
): Promise<attempts.AttemptOutcome> {
  const row = await findTaskRun(ctx.db, delivery.run_id);
  if (!row) return { delivered: false, isFinal: true, reason: forwarderFailures.run_deleted };
  const run = toForwardedRun(await toPublicTaskRun(row), delivery, ctx.config.publicUrl);
  return runAtDepth(row, () => getForwarderSender(delivery.type).send(ctx, { delivery, run }, signal));
}
