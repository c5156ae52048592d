import type { CallInRun } from '../../../src/agents/calls/calls.ts';
import type { Tool } from '../../../src/agents/tools/kind.ts';
import type { NewCall, NewChildRun } from '../../../src/agents/turns/turns.ts';
import type { OutageSubject } from '../../../src/models/outages.ts';
import type { GuardedClient } from '../../../src/platform/http/guarded-client.ts';
import type { ActivityContext } from '../../context.ts';
import type { CallResult } from '../calls/outcome.ts';

/** A call with its tool as it is now. */
export interface ToolCall<T extends Tool = Tool> extends CallInRun {
  readonly tool: T;
  /** Key by which the worker measures calls of the tool. */
  readonly measureKey: string;
  /** Whether it may change something outside: then it is in the ledger. */
  readonly sideEffects: boolean;
  /** Milliseconds that it waits at most for a connection that is away; 0 for a call that does not wait. */
  readonly maxWaitMs: number;
  /** Aborts when the run is to stop, or the activity is cancelled. */
  readonly signal: AbortSignal;
}

/** What a call needs is there. */
export interface Prepared<Ready> {
  readonly state: 'prepared';
  readonly ready: Ready;
}

/** Executes the calls of a kind of tools. */
export interface ToolExecutor<T extends Tool = Tool, Ready = unknown> {
  /** Whether calls without side effects need the rights of the run's starter too. Calls with side effects always do. */
  readonly needsRights?: true;
  /** The run that answers a call for which nobody is asked; it is stored with the call. */
  childRun?(tool: T, id: string): NewChildRun;
  /** The result of a call whose child run has begun, whatever became of the tool since. */
  findChild?(ctx: ActivityContext, loaded: CallInRun): Promise<CallResult | undefined>;
  /** The connection that a call is sent over, whose outages all workers share. Left out for tools without one. */
  connectionOf?(call: ToolCall<T>): OutageSubject;
  /** Gets what a call needs, such as a token. Nothing is executed; a ToolFailure refuses the call. */
  prepare?(ctx: ActivityContext, call: ToolCall<T>): Promise<Prepared<Ready> | CallResult>;
  /**
   * Executes a call; what it sends goes through `http`. A ToolFailure or OutboundError counts as `failed`. A call that is a
   * run of its own returns it as the outcome.
   */
  execute(ctx: ActivityContext, call: ToolCall<T>, http: GuardedClient, ready: Ready): Promise<CallResult>;
  /** What makes a call that only computes, as soon as it is planned; undefined for calls that do more. */
  planComputation?(ctx: ActivityContext, call: NewCall): (() => Promise<unknown>) | undefined;
  /** Credits that a call costs at least; undefined where it costs none, or nobody can say. */
  estimateMinimumCost?(ctx: ActivityContext, tool: T, args: Record<string, unknown>): Promise<string | undefined>;
}
