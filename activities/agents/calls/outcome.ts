import { ToolFailure } from '../../../src/agents/builtin/index.ts';
import { type CallEnd, type CallInRun, loadCall, settleAndPark } from '../../../src/agents/calls/calls.ts';
import { stepOf } from '../../../src/agents/calls/step.ts';
import type { CallOutcome, TurnOutcome } from '../../../src/agents/contract.ts';
import type { AgentRevisionRow } from '../../../src/agents/queries.ts';
import type { ToolOutcome } from '../../../src/agents/tables.ts';
import type { BegunTurn } from '../../../src/agents/turns/turns.ts';
import { OutboundError } from '../../../src/platform/http/guarded.ts';
import type { ActivityContext } from '../../context.ts';
import { storableValue } from '../../model-settings.ts';

/** A turn that has begun. */
export interface TurnInProgress {
  readonly run: BegunTurn;
  readonly turn: number;
  readonly revision: AgentRevisionRow;
  /** How often a model failed at the turn before. */
  readonly failures: number;
}

export const FINISHED: TurnOutcome = { state: 'finished' };
/** The run waits until it is resumed. */
export const PAUSED: TurnOutcome = { state: 'waiting' };
export const SETTLED: CallOutcome = { state: 'settled' };
export const STOP: CallOutcome = { state: 'stop' };

/**
 * What a call that may not begin any more comes to: its run has ended or is to stop, or it alone was cancelled, by a rejection that
 * ends the run as soon as the run hears of it.
 */
export async function notBegun({ db }: Pick<ActivityContext, 'db'>, callId: string): Promise<CallOutcome> {
  const loaded = await loadCall(db, callId);
  const step = loaded && stepOf(loaded);
  return step?.do === 'nothing' ? { state: step.state } : STOP;
}

/** A call's error as the model is told. */
export interface ToldError {
  readonly reason: string;
  readonly message: string;
}

/** Stores how a call ended, and how its side effect did where it had one. */
export async function settle(
  ctx: ActivityContext,
  loaded: CallInRun,
  outcome: ToolOutcome,
  result: unknown,
  effect?: CallEnd['effect'],
): Promise<CallOutcome> {
  await settleAndPark(ctx.db, loaded, { outcome, result: storableValue(result), effect });
  return SETTLED;
}

/** Errors that say something to the model; others are ours and are tried again. */
export function tellable(error: unknown): ToldError | undefined {
  if (error instanceof ToolFailure) return { reason: 'TOOL_FAILED', message: error.message };
  if (error instanceof OutboundError)
    return error.reason === 'aborted' ? undefined : { reason: error.reason.toUpperCase(), message: error.message };
  return undefined;
}
