import type { CallInRun } from '../../../src/agents/calls/calls.ts';
import { findEffect } from '../../../src/agents/calls/effects.ts';
import { storeCallWait } from '../../../src/agents/calls/parking.ts';
import type { CallOutcome } from '../../../src/agents/contract.ts';
import { parseDurationOrZeroMs } from '../../../src/platform/duration.ts';
import { type AwayFailure, planProviderWait } from '../../../src/runs/provider-wait.ts';
import type { ActivityContext } from '../../context.ts';
import type { ToolCall, ToolExecutor } from '../tools/kind.ts';
import type { Sending } from './mark-call-sent.ts';
import { type CallResult, failed } from './outcome.ts';
import { canRepeat } from './unclear.ts';

/** A call whose connection is unavailable. */
export type AwayResult = Extract<CallResult, { state: 'away' }>;

/** Milliseconds that a call waits for an unavailable connection. 0: it does not wait. */
export function getCallMaxWaitMs(
  { config }: Pick<ActivityContext, 'config'>,
  { max_wait }: { readonly max_wait: string | null },
): number {
  return (max_wait === null ? undefined : parseDurationOrZeroMs(max_wait)) ?? config.modelMaxWaitMs;
}

/**
 * Returns the result of a call that is skipped because another call probes its connection. Undefined if the call can be
 * made.
 */
export async function findDecline(
  ctx: ActivityContext,
  call: ToolCall,
  executor: ToolExecutor,
): Promise<AwayResult | undefined> {
  const subject = call.maxWaitMs > 0 ? executor.connectionOf?.(call) : undefined;
  const failure = subject && (await ctx.outages.findDecline(subject));
  return failure && toAwayResult(call, failure, failed('TOOL_FAILED', failure.message));
}

/** Records a result in the outages of the call's connection. Returns the result with the open outages. */
export async function recordConnection(
  ctx: ActivityContext,
  call: ToolCall,
  executor: ToolExecutor,
  result: CallResult,
): Promise<CallResult> {
  const subject = call.maxWaitMs > 0 ? executor.connectionOf?.(call) : undefined;
  if (!subject) return result;
  if (result.state === 'away') {
    const { message, retryAfterMs } = result.failure;
    const outageKeys = await ctx.outages.recordFailure(subject, { reason: 'unavailable', message, retryAfterMs });
    return { ...result, failure: { ...result.failure, outageKeys } };
  }
  const hasResponded =
    result.state === 'ended' || result.state === 'waiting' || (result.state === 'failed' && !result.sent);
  if (hasResponded) await ctx.outages.recordResponse([subject.key]);
  return result;
}

/** Returns the result of a call whose connection is unavailable. `otherwise` is its result if it does not wait. */
export function toAwayResult(
  { maxWaitMs }: Pick<ToolCall, 'maxWaitMs'>,
  failure: Omit<AwayFailure, 'isDeclined' | 'outageKeys'> & Partial<AwayFailure>,
  otherwise: CallResult,
): AwayResult {
  const sent = otherwise.state === 'failed' && otherwise.sent;
  return { state: 'away', failure: { isDeclined: false, outageKeys: [], ...failure }, sent, maxWaitMs, otherwise };
}

/**
 * Parks a call until its connection is available. Only a call without effect, or with a repeatable tool, is sent again.
 * Returns undefined if the call's rows changed meanwhile, and `ended` if the call no longer waits.
 */
export async function waitForConnection(
  ctx: ActivityContext,
  loaded: CallInRun,
  { failure, sent, maxWaitMs }: AwayResult,
  sending: Sending | undefined,
): Promise<CallOutcome | undefined | 'ended'> {
  const { call } = loaded;
  if (maxWaitMs === 0) return 'ended';
  const isUnsent = sending ? !sending.isRepeat && !sent : (await findEffect(ctx.db, call.id))?.status !== 'sent';
  if (!isUnsent && !(await canRepeat(ctx.db, loaded))) return 'ended';
  const wait = planProviderWait(call.provider_wait, failure, maxWaitMs, 0);
  if (!wait) return 'ended';
  // The mark of a call that may have taken effect stays.
  const isStored = await storeCallWait(ctx.db, loaded, wait, isUnsent ? sending?.attempt : undefined);
  return isStored ? { state: 'undecided', approval: { requestId: call.id, expiresInMs: wait.retryMs } } : undefined;
}
