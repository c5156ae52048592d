/** Contract of agents for workflows and other modules. Pure. */

import type { Declined, StepInput } from '../runs/contract.ts';

/** Status of an agent run. */
export type AgentRunStatus =
  | 'queued'
  | 'running'
  | 'waiting_for_human'
  | 'held'
  | 'cancelling'
  | 'completed'
  | 'failed'
  | 'cancelled';

/** Statuses of a run that has ended. */
export const FINAL_STATUSES: readonly AgentRunStatus[] = ['completed', 'failed', 'cancelled'];
/** Statuses in which nothing runs and the run waits for a person. */
export const PARKED_STATUSES: readonly AgentRunStatus[] = ['waiting_for_human', 'held'];

export { APPROVAL_KINDS, type ApprovalKind } from '../runs/contract.ts';
/** Status of an approval request. */
export type ApprovalStatus = 'pending' | 'approved' | 'rejected' | 'expired' | 'cancelled';

/** Input of the `agentRun` workflow; its id is the run's id. */
export interface AgentRunInput {
  readonly runId: string;
  /** First turn after the history was continued as new. Default: the first turn. */
  readonly turn?: number;
  /** Number of earlier model failures at that turn. Default 0. */
  readonly failures?: number;
}

/** An open tool call of a stored turn, as the workflow sees it. */
export interface PlannedCall {
  readonly callId: string;
  /** Task run that answers the call, if it needs no approval. */
  readonly taskRunId?: string;
  /** Request that a person must decide first. */
  readonly approval?: PendingApproval;
}

/** Wait of a call: for a decision, an authorization, or an unavailable connection. */
export interface PendingApproval {
  /**
   * ID in the `decided` signal: of the request, of the wait, or of the call itself if its connection is unavailable.
   */
  readonly requestId: string;
  /**
   * Milliseconds until the call is tried again, such as the expiry of a request. Undefined: only the signal ends the
   * wait.
   */
  readonly expiresInMs?: number;
}

/** Outcome of a turn, as the workflow sees it. */
export type TurnOutcome =
  | { readonly state: 'finished' }
  | { readonly state: 'cancelled' }
  | { readonly state: 'calls'; readonly calls: readonly PlannedCall[] }
  /** The turn is repeated after `retryMs` milliseconds, or when the run is resumed. Default of `failures`: one more. */
  | { readonly state: 'waiting'; readonly retryMs?: number; readonly failures?: number };

/**
 * Outcome of a tool call. `task` starts that task run. `agent` starts that agent run and repeats the call when it has
 * ended. `stop` ends the run. `undecided` waits again.
 */
export interface CallOutcome {
  readonly state: 'settled' | 'task' | 'agent' | 'stop' | 'undecided';
  readonly taskRunId?: string;
  readonly agentRunId?: string;
  /** With `undecided`: the next wait. */
  readonly approval?: PendingApproval;
}

/** Input of the step that takes a turn. */
export interface TurnInput extends StepInput {
  readonly runId: string;
  readonly turn: number;
}

/** Input of the step that executes a tool call. */
export interface CallInput {
  readonly runId: string;
  readonly callId: string;
}

/** Activities of agents for workflows. Each is safe to repeat. */
export interface AgentActivities {
  /** Executes one model call: streams, then stores the turn with its tool calls. A repeat returns the stored turn. */
  takeTurn(input: TurnInput): Promise<TurnOutcome | Declined>;
  /** Executes one tool call, or settles it according to its decision. */
  callTool(input: CallInput): Promise<CallOutcome | Declined>;
  /** Stores that a run has stopped. */
  confirmCancel(input: { readonly runId: string }): Promise<void>;
  /** Stores that a run failed outside its turns. */
  failAgentRun(input: { readonly runId: string; readonly problem: string }): Promise<void>;
}

/**
 * Signal: the wait of a call has ended, for example by a decision. It carries only the ID. The rows contain the
 * outcome.
 */
export const DECIDED_SIGNAL = 'decided';
