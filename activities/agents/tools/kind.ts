import type { CallInRun } from '../../../src/agents/calls/calls.ts';
import type { CallOutcome } from '../../../src/agents/contract.ts';
import type { Tool } from '../../../src/agents/tools/kind.ts';
import type { NewCall, NewChildRun } from '../../../src/agents/turns/turns.ts';
import type { ActivityContext } from '../../context.ts';

/** How the calls of a kind of tools are made. */
export interface ActingKind<T extends Tool = Tool> {
  /** The run that answers a call for which nobody is asked; it is stored with the call. */
  childRun?(tool: T, id: string): NewChildRun;
  /**
   * What became of a call that began as a run of its own, whatever became of the tool since; undefined where it has not
   * begun.
   */
  begun?(ctx: ActivityContext, loaded: CallInRun): Promise<CallOutcome | undefined>;
  /** Makes a call that may be made; a repeat finds what an earlier attempt stored. */
  call(ctx: ActivityContext, loaded: CallInRun, tool: T, signal: AbortSignal): Promise<CallOutcome>;
  /** What makes a call that only computes, as soon as it is planned; undefined for calls that do more. */
  computing?(ctx: ActivityContext, call: NewCall): (() => Promise<unknown>) | undefined;
  /** Credits that a call costs at least; undefined where it costs none, or nobody can say. */
  leastCost?(ctx: ActivityContext, tool: T, args: Record<string, unknown>): Promise<string | undefined>;
}
