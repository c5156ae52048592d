import type { CallInRun } from '../../../src/agents/calls/calls.ts';
import type { Tool } from '../../../src/agents/tools/kind.ts';
import type { NewCall, NewChildRun } from '../../../src/agents/turns/turns.ts';
import type { GuardedClient } from '../../../src/platform/http/guarded-client.ts';
import type { OutageSubject } from '../../../src/runs/outages.ts';
import type { ActivityContext } from '../../context.ts';
import type { CallResult } from '../calls/outcome.ts';

/** A call with the current state of its tool. */
export interface ToolCall<T extends Tool = Tool> extends CallInRun {
  readonly tool: T;
  /** Key of the tool in the worker's metrics. */
  readonly measureKey: string;
  /** Whether the call can have side effects. Such calls are in the ledger. */
  readonly sideEffects: boolean;
  /** Maximum milliseconds that the call waits for an unavailable connection. 0: it does not wait. */
  readonly maxWaitMs: number;
  /** Aborts when the run must stop or the activity is cancelled. */
  readonly signal: AbortSignal;
}

/** The call is ready to execute. */
export interface Prepared<Ready> {
  readonly state: 'prepared';
  readonly ready: Ready;
}

/** Executes the calls of one kind of tools. */
export interface ToolExecutor<T extends Tool = Tool, Ready = unknown> {
  /**
   * Whether calls without side effects also require the permissions of the run's starter. Calls with side effects
   * always do.
   */
  readonly needsRights?: true;
  /** Child run that answers a call without approval. It is stored with the call. */
  childRun?(tool: T, id: string): NewChildRun;
  /** Returns the result of a call whose child run has begun, regardless of the current state of the tool. */
  findChild?(ctx: ActivityContext, loaded: CallInRun): Promise<CallResult | undefined>;
  /** Connection of a call. All workers share its outages. Omit for tools without a connection. */
  connectionOf?(call: ToolCall<T>): OutageSubject;
  /** Prepares a call, for example loads a token. Executes nothing. A ToolFailure rejects the call. */
  prepare?(ctx: ActivityContext, call: ToolCall<T>): Promise<Prepared<Ready> | CallResult>;
  /**
   * Executes a call through `http`. A ToolFailure or OutboundError means `failed`. A child run is returned as the
   * outcome.
   */
  execute(ctx: ActivityContext, call: ToolCall<T>, http: GuardedClient, ready: Ready): Promise<CallResult>;
  /** Returns a function that computes the result of a call when it is planned. Undefined for calls that do more. */
  planComputation?(ctx: ActivityContext, call: NewCall): (() => Promise<unknown>) | undefined;
  /** Minimum cost of a call in credits. Undefined if it has no cost, or an unknown one. */
  estimateMinimumCost?(ctx: ActivityContext, tool: T, args: Record<string, unknown>): Promise<string | undefined>;
}
