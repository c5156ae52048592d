import type { NewCall } from '../../../src/agents/turns/turns.ts';
import { EVAL_TRIGGER } from '../../../src/runs/contract.ts';
import type { ActivityContext } from '../../context.ts';
import { toStorableValue } from '../../model-settings.ts';
import { type TurnInProgress, toToolError } from '../calls/outcome.ts';
import { getExecutor } from '../tools/index.ts';

/**
 * Computes the calls of a turn that need no approval and only compute, so they cost no step of their own. In an eval,
 * stubs or the past run can answer them.
 */
export async function withComputed(
  ctx: ActivityContext,
  calls: readonly NewCall[],
  { run }: TurnInProgress,
): Promise<readonly NewCall[]> {
  if (run.trigger_type === EVAL_TRIGGER) return calls;
  return Promise.all(calls.map((call) => computeCall(ctx, call)));
}

async function computeCall(ctx: ActivityContext, call: NewCall): Promise<NewCall> {
  const compute =
    call.status === 'ready' ? getExecutor({ type: call.toolType }).planComputation?.(ctx, call) : undefined;
  if (!compute) return call;
  try {
    return toEndedCall(call, 'success', await compute());
  } catch (error) {
    const toolError = toToolError(error);
    if (!toolError) throw error;
    return toEndedCall(call, 'error', toolError);
  }
}

function toEndedCall(call: NewCall, outcome: 'success' | 'error', result: unknown): NewCall {
  return { ...call, status: 'done', outcome, result: toStorableValue(result) };
}
