import type { NewCall } from '../../../src/agents/turns/turns.ts';
import { EVAL_TRIGGER } from '../../../src/runs/contract.ts';
import type { ActivityContext } from '../../context.ts';
import { storableValue } from '../../model-settings.ts';
import { type TurnInProgress, tellable } from '../calls/outcome.ts';
import { actingOf } from '../tools/index.ts';

/**
 * The calls of a turn as they are stored with it: those that only compute, and for which nobody is asked, are made before, so
 * that they cost no step of their own. In an eval a stub or the past run may answer them.
 */
export async function withComputed(
  ctx: ActivityContext,
  calls: readonly NewCall[],
  { run }: TurnInProgress,
): Promise<readonly NewCall[]> {
  if (run.trigger_type === EVAL_TRIGGER) return calls;
  return Promise.all(calls.map((call) => computed(ctx, call)));
}

async function computed(ctx: ActivityContext, call: NewCall): Promise<NewCall> {
  const make = call.status === 'ready' ? actingOf({ type: call.toolType }).computing?.(ctx, call) : undefined;
  if (!make) return call;
  try {
    return ended(call, 'success', await make());
  } catch (error) {
    const told = tellable(error);
    if (!told) throw error;
    return ended(call, 'error', told);
  }
}

function ended(call: NewCall, outcome: 'success' | 'error', result: unknown): NewCall {
  return { ...call, status: 'done', outcome, result: storableValue(result) };
}
