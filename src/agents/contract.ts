/** Contract of agents for workflows and other modules. Pure. */

import type { Declined, StepInput } from '../runs/contract.ts';

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
export type ApprovalStatus = 'pending' | 'approved' | 'rejected' | 'expired' | 'cancelled';

/** Input of the `agentRun` workflow; its id is the run's id. */
export interface AgentRunInput {
  readonly runId: string;
  /** Turn to go on with after the history was continued as new; the first when left out. */
  readonly turn?: number;
  /** How often a model failed at that turn before; never when left out. */
  readonly failures?: number;
}

/** An open tool call of a stored turn, as the workflow needs to know it. */
export interface PlannedCall {
  readonly callId: string;
  /** The task run that answers the call, if it needs no approval. */
  readonly taskRunId?: string;
  /** The request that a person must decide first. */
  readonly approval?: PendingApproval;
}

/** What a call waits for: an approval request, a connection that is authorized again, or one that is away. */
export interface PendingApproval {
  /** Id that the `decided` signal carries: of the request, of the wait, or of the call itself if its connection is away. */
  readonly requestId: string;
  /** Milliseconds until the call is tried again, as when a request expires; only the signal ends the wait when left out. */
  readonly expiresInMs?: number;
}

/** How a turn ended, as the workflow needs to know it. */
export type TurnOutcome =
  | { readonly state: 'finished' }
  | { readonly state: 'cancelled' }
  | { readonly state: 'calls'; readonly calls: readonly PlannedCall[] }
  /** The turn is repeated after `retryMs` milliseconds, or when the run is resumed. `failures` is one more when left out. */
  | { readonly state: 'waiting'; readonly retryMs?: number; readonly failures?: number };

/**
 * How a tool call ended: `task` asks the workflow to run that task run; `agent` to run that agent run, and to call again when
 * it has ended; `stop` ends the run, `undecided` waits again.
 */
export interface CallOutcome {
  readonly state: 'settled' | 'task' | 'agent' | 'stop' | 'undecided';
  readonly taskRunId?: string;
  readonly agentRunId?: string;
  /** With `undecided`: what to wait for. */
  readonly approval?: PendingApproval;
}

export interface TurnInput extends StepInput {
  readonly runId: string;
  readonly turn: number;
}

export interface CallInput {
  readonly runId: string;
  readonly callId: string;
}

/** Activities of agents, as workflows call them. Each is safe to repeat. */
export interface AgentActivities {
  /** One model call: streams, then stores the turn and what it asks for. A repeat returns the stored turn. */
  takeTurn(input: TurnInput): Promise<TurnOutcome | Declined>;
  /** Executes one tool call, or settles it as its approval request was decided. */
  callTool(input: CallInput): Promise<CallOutcome | Declined>;
  /** Stores that a run which had to stop has stopped. */
  confirmCancel(input: { readonly runId: string }): Promise<void>;
  /** Stores that a run failed for a reason outside its turns. */
  failAgentRun(input: { readonly runId: string; readonly problem: string }): Promise<void>;
}

/** Signal: what a call waits for has ended, as when a request was decided. Carries its id only; the rows say how it ended. */
export const DECIDED_SIGNAL = 'decided';
