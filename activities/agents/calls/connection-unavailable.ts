import type { CallInRun } from '../../../src/agents/calls/calls.ts';
import { findEffect } from '../../../src/agents/calls/effects.ts';
import { storeCallWait } from '../../../src/agents/calls/parking.ts';
import type { CallOutcome } from '../../../src/agents/contract.ts';
import type { OutageSubject } from '../../../src/runs/outages.ts';
import { planProviderWait, type UnavailableFailure } from '../../../src/runs/provider-wait.ts';
import type { ActivityContext } from '../../context.ts';
import type { ToolCall, ToolExecutor } from '../tools/kind.ts';
import type { Sending } from './mark-call-sent.ts';
import { type CallResult, toFailure } from './outcome.ts';
import { canRepeat } from './unclear.ts';

/** Result of a call whose connection is temporarily unavailable. */
type UnavailableResult = Extract<CallResult, { state: 'unavailable' }>;

/**
 * Returns the result of a call that is not sent, because its connection has an open outage that another call probes.
 * Returns undefined if the call may be sent.
 */
export async function findDecline(
  ctx: ActivityContext,
  call: ToolCall,
  executor: ToolExecutor,
): Promise<UnavailableResult | undefined> {
  const subject = findWatchedConnection(call, executor);
  const failure = subject && (await ctx.outages.findDecline(subject));
  return failure && toUnavailableResult(call, failure, toFailure('TOOL_FAILED', failure.message));
}

/**
 * Counts a failure for the outages of the call's connection, or ends them. Returns the result with its open outages.
 */
export async function recordConnection(
  ctx: ActivityContext,
  call: ToolCall,
  executor: ToolExecutor,
  result: CallResult,
): Promise<CallResult> {
  const subject = findWatchedConnection(call, executor);
  if (!subject) return result;
  if (result.state === 'unavailable') {
    const { message, retryAfterMs } = result.failure;
    const outageKeys = await ctx.outages.recordFailure(subject, { reason: 'unavailable', message, retryAfterMs });
    return { ...result, failure: { ...result.failure, outageKeys } };
  }
  const hasResponded =
    result.state === 'ended' || result.state === 'waiting' || (result.state === 'failed' && !result.sent);
  if (hasResponded) await ctx.outages.recordResponse([subject.key]);
  return result;
}

/** Returns whose outages a call counts for; undefined if it does not wait for its connection. */
function findWatchedConnection(call: ToolCall, executor: ToolExecutor): OutageSubject | undefined {
  return call.maxWaitMs > 0 ? executor.connectionOf?.(call) : undefined;
}

/**
 * Returns the result of a call whose connection is unavailable. `otherwise` is its result if it does not wait, and says
 * whether the call was sent.
 */
export function toUnavailableResult(
  { maxWaitMs }: Pick<ToolCall, 'maxWaitMs'>,
  failure: Omit<UnavailableFailure, 'isDeclined' | 'outageKeys'> & Partial<UnavailableFailure>,
  otherwise: CallResult,
): UnavailableResult {
  const sent = otherwise.state === 'failed' && otherwise.sent;
  return {
    state: 'unavailable',
    failure: { isDeclined: false, outageKeys: [], ...failure },
    sent,
    maxWaitMs,
    otherwise,
  };
}

/**
 * Makes a call wait for its connection, if it certainly had no effect or its tool allows a repeat. Returns undefined if
 * the rows of the call changed meanwhile, and `ended` if the call does not wait or has waited long enough.
 */
export async function waitForConnection(
  ctx: ActivityContext,
  loaded: CallInRun,
  { failure, sent, maxWaitMs }: UnavailableResult,
  sending: Sending | undefined,
): Promise<CallOutcome | undefined | 'ended'> {
  const { call } = loaded;
  if (maxWaitMs === 0) return 'ended';
  const isUnsent = sending ? !sending.isRepeat && !sent : (await findEffect(ctx.db, call.id))?.status !== 'sent';
  if (!isUnsent && !(await canRepeat(ctx.db, loaded))) return 'ended';
  const wait = planProviderWait(call.provider_wait, failure, maxWaitMs, 0);
  if (!wait) return 'ended';
  // A call that may have taken effect stays marked as sent.
  const isStored = await storeCallWait(ctx.db, loaded, wait, isUnsent ? sending?.attempt : undefined);
  return isStored ? { state: 'undecided', approval: { requestId: call.id, expiresInMs: wait.retryMs } } : undefined;
}
