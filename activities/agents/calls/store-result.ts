import { setTimeout as pause } from 'node:timers/promises';
import type { CallInRun } from '../../../src/agents/calls/calls.ts';
import { findEffect } from '../../../src/agents/calls/effects.ts';
import { parkCall } from '../../../src/agents/calls/parking.ts';
import { type CallEnd, settleAndPark } from '../../../src/agents/calls/settle.ts';
import type { CallOutcome } from '../../../src/agents/contract.ts';
import { settleAndFail } from '../../../src/agents/runs/fail.ts';
import type { Declined } from '../../../src/runs/contract.ts';
import type { ActivityContext } from '../../context.ts';
import { toStorableValue } from '../../model-settings.ts';
import { waitForConnection } from './connection-unavailable.ts';
import type { Sending } from './mark-call-sent.ts';
import { type CallResult, SETTLED, STOP } from './outcome.ts';
import { confirmEarlierSend, repeatOrConfirm } from './unclear.ts';

/** Attempts to store the result of a sent call, one per second. Without it the outcome is unknown. */
const MAX_STORE_ATTEMPTS = 30;

/**
 * Stores a result: settles the call with its effect and events, parks it, or requests confirmation. Returns undefined
 * if the call must be reloaded.
 */
export async function storeResult(
  ctx: ActivityContext,
  loaded: CallInRun,
  result: CallResult,
  signal: AbortSignal,
  sending?: Sending,
): Promise<CallOutcome | Declined | undefined> {
  switch (result.state) {
    case 'outcome':
      return result.outcome;
    case 'changed':
      return undefined;
    case 'waiting': {
      // The first sending may have taken effect, so the mark of a repeat stays.
      const attempt = sending?.isRepeat ? undefined : sending?.attempt;
      const approval = await parkCall(ctx.db, loaded, result.wait, attempt);
      return approval && { state: 'undecided', approval };
    }
    case 'unavailable': {
      const outcome = await waitForConnection(ctx, loaded, result, sending);
      return outcome === 'ended' ? storeResult(ctx, loaded, result.otherwise, signal, sending) : outcome;
    }
    case 'sent_earlier':
      return confirmEarlierSend(ctx, loaded, signal);
    case 'refused':
    case 'failed': {
      // The failure of a repeat does not say how the earlier sending ended.
      if (sending && (sending.isRepeat || (result.state === 'failed' && result.sent)))
        return repeatOrConfirm(ctx, loaded, result.error);
      const earlier = sending ? undefined : await findEffect(ctx.db, loaded.call.id);
      if (earlier?.status === 'sent') return confirmEarlierSend(ctx, loaded, signal);
      return settle(ctx, loaded, { outcome: 'error', result: result.error, effect: 'failed' }, signal);
    }
    case 'ended': {
      const { outcome, effect = sending && 'done', failure } = result;
      const end = { outcome, result: result.result, effect };
      if (failure === undefined) return settle(ctx, loaded, end, signal, sending && MAX_STORE_ATTEMPTS);
      await settleAndFail(ctx.db, loaded, end, failure);
      return STOP;
    }
  }
}

async function settle(
  ctx: ActivityContext,
  loaded: CallInRun,
  end: CallEnd,
  signal: AbortSignal,
  attempts = 1,
): Promise<CallOutcome> {
  const storable = { ...end, result: toStorableValue(end.result) };
  for (let attempt = 1; ; attempt++) {
    try {
      await settleAndPark(ctx.db, loaded, storable);
      return SETTLED;
    } catch (error) {
      if (attempt >= attempts || signal.aborted) throw error;
      ctx.log.warn({ err: error, tool_call_id: loaded.call.id }, 'could not store the result of a call; trying again');
      await pause(1000);
    }
  }
}
