import { effectMessages, markUnknown } from '../../../src/agents/calls/effects.ts';
import type { CallInput, CallOutcome } from '../../../src/agents/contract.ts';
import type { Declined } from '../../../src/runs/contract.ts';
import type { ActivityContext } from '../../context.ts';
import { isStopRequested } from '../../runs/stoppable.ts';
import { getExecutor } from '../tools/index.ts';
import { checkCall } from './check-call.ts';
import { markCallSent } from './mark-call-sent.ts';
import { STOP } from './outcome.ts';
import { readCall } from './read-call.ts';
import { sendCall } from './send-call.ts';
import { storeResult } from './store-result.ts';
import { watchTaskStop } from './with-task.ts';

/** Maximum number of times a call is reloaded after its rows changed. */
const MAX_LOADS = 3;

/**
 * Executes one tool call, or settles it according to its approval decision. A repeat returns the stored outcome. Once a
 * call with side effects is sent, only `lastingSignal` aborts it.
 */
export async function callTool(
  ctx: ActivityContext,
  { callId }: CallInput,
  signal: AbortSignal,
  lastingSignal: AbortSignal,
): Promise<CallOutcome | Declined> {
  for (let loads = 0; loads < MAX_LOADS; loads++) {
    const outcome = await attemptCall(ctx, callId, signal, lastingSignal);
    if (outcome) return outcome;
  }
  throw new Error('the rows of the call keep changing; the step is repeated');
}

/** Attempts the call once. Returns undefined if its rows changed meanwhile and it must be reloaded. */
async function attemptCall(
  ctx: ActivityContext,
  callId: string,
  runSignal: AbortSignal,
  lastingSignal: AbortSignal,
): Promise<CallOutcome | Declined | undefined> {
  const { loaded, known } = await readCall(ctx.db, callId);
  if (!loaded) return STOP;
  if (known) return storeResult(ctx, loaded, known, runSignal);
  const { signal: stopSignal, close } = watchTaskStop(ctx, loaded.run, lastingSignal);
  const signal = AbortSignal.any([runSignal, stopSignal]);
  try {
    const checked = await checkCall(ctx, loaded, getExecutor({ type: loaded.call.tool_type }), signal);
    if (checked.state !== 'checked') return await storeResult(ctx, loaded, checked, signal);
    const mark = await markCallSent(ctx, checked.call);
    if (mark.state !== 'marked') return await storeResult(ctx, loaded, mark, signal);
    const sendSignal = mark.sending ? stopSignal : signal;
    const result = await sendCall(ctx, { ...checked, call: { ...checked.call, signal: sendSignal } }, mark.http);
    // After a takeover only a response says more than the other attempt knows.
    if (result.state !== 'ended' && !sendSignal.aborted) signal.throwIfAborted();
    return await storeResult(ctx, loaded, result, sendSignal, mark.sending);
  } catch (error) {
    if (!isStopRequested(stopSignal)) throw error;
    await markUnknown(ctx.db, callId, effectMessages.effect_run_stopped);
    return STOP;
  } finally {
    close();
  }
}
