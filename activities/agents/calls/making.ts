import { ApplicationFailure } from '@temporalio/common';
import type { CallInRun } from '../../../src/agents/calls/calls.ts';
import { markUnknown } from '../../../src/agents/calls/effects.ts';
import type { CallOutcome } from '../../../src/agents/contract.ts';
import type { GuardedClient } from '../../../src/platform/http/guarded.ts';
import { EVAL_TRIGGER } from '../../../src/runs/contract.ts';
import type { ActivityContext } from '../../context.ts';
import { stopWasRequested } from '../../runs/stoppable.ts';
import { STOP, settle, type ToldError, tellable } from './outcome.ts';
import { refuse, sendOnce } from './send-once.ts';

/** A call as it is to be made now. */
export interface Making {
  readonly args: unknown;
  /** Whether it may change something outside: then it goes through the ledger. */
  readonly leavesTraces: boolean;
  /** What has to be there first. What goes wrong here leaves no doubt that nothing was done. */
  prepare?(): Promise<void>;
  /** Makes it and answers what the model is told. */
  run(http: GuardedClient): Promise<unknown>;
}

/** Makes a call right here and stores how it ended. A run that is to stop asks nothing and repeats nothing any more. */
export async function makeHere(
  ctx: ActivityContext,
  loaded: CallInRun,
  making: Making,
  signal: AbortSignal,
): Promise<CallOutcome> {
  try {
    return await make(ctx, loaded, making, signal);
  } catch (error) {
    if (!stopWasRequested(signal)) throw error;
    // The receipt says what is known.
    if (making.leavesTraces)
      await markUnknown(ctx.db, loaded.call.id, 'the run was stopped while the call was under way');
    return STOP;
  }
}

async function make(
  ctx: ActivityContext,
  loaded: CallInRun,
  making: Making,
  signal: AbortSignal,
): Promise<CallOutcome> {
  const { args, leavesTraces } = making;
  if (leavesTraces && loaded.run.trigger_type === EVAL_TRIGGER)
    throw ApplicationFailure.nonRetryable('a call that leaves traces is never made in an eval', 'CallInEval');
  const run = (http: GuardedClient) => making.run(http);
  const missing = await whyNotReady(making);
  if (missing) return refuse(ctx, loaded, missing, signal);
  return leavesTraces ? sendOnce(ctx, loaded, args, signal, run) : attempt(ctx, loaded, () => run(ctx.http));
}

async function whyNotReady(making: Making): Promise<ToldError | undefined> {
  try {
    await making.prepare?.();
    return undefined;
  } catch (error) {
    const told = tellable(error);
    if (!told) throw error;
    return told;
  }
}

/** A call without side effects: whatever goes wrong is told to the model. */
async function attempt(ctx: ActivityContext, loaded: CallInRun, run: () => Promise<unknown>): Promise<CallOutcome> {
  try {
    return await settle(ctx, loaded, 'success', await run());
  } catch (error) {
    const told = tellable(error);
    if (!told) throw error;
    return settle(ctx, loaded, 'error', told);
  }
}
