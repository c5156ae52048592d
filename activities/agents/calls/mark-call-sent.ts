import { markSent } from '../../../src/agents/calls/effects.ts';
import { digestJson } from '../../../src/platform/digest.ts';
import type { GuardedClient } from '../../../src/platform/http/guarded-client.ts';
import type { ActivityContext } from '../../context.ts';
import type { ToolCall } from '../tools/kind.ts';
import type { CallResult } from './outcome.ts';
import { createSendClient } from './send-window.ts';
import { markRepeated } from './unclear.ts';

/** A sending of a call in the ledger. */
export interface Sending {
  /** Number of the sending, from 1. */
  readonly attempt: number;
  /** Whether an earlier sending may have taken effect. */
  readonly isRepeat: boolean;
}

/** A call that is marked as sent. Calls without side effects are not in the ledger. */
interface MarkedCall {
  readonly state: 'marked';
  readonly http: GuardedClient;
  readonly sending?: Sending;
}

/** Marks a call with side effects as sent. The mark is committed before the request leaves. */
export async function markCallSent(ctx: ActivityContext, planned: ToolCall): Promise<MarkedCall | CallResult> {
  if (!planned.sideEffects) return { state: 'marked', http: ctx.http };
  const { call, args } = planned;
  const since = { meter: performance.now(), clock: Date.now() };
  const mark = await markSent(ctx.db, {
    callId: call.id,
    runId: call.run_id,
    toolName: call.tool_name,
    requestDigest: digestJson(args),
  });
  if (mark.state === 'over' || mark.state === 'lapsed') return { state: 'changed' };
  const isRepeat = mark.state === 'repeat';
  const attempt = isRepeat ? await markRepeated(ctx.db, planned) : mark.attempt;
  if (attempt === undefined) return { state: 'sent_earlier' };
  return { state: 'marked', sending: { attempt, isRepeat }, http: createSendClient(ctx, call.id, attempt, since) };
}
