/** Contract of runs of all kinds for workflows and other modules. Pure. */

import type { MessageParams } from '../platform/messages.ts';

/** The task or agent that a run is of, as its record shows it. */
export interface RunOf {
  readonly id: string;
  readonly name: string;
  readonly deleted: boolean;
}

/** Why a run failed, in a text for users. */
export interface RunError {
  readonly reason: string;
  readonly message: string;
  /** Code of the message and the values in it, to translate it by; absent of a message that has no code. */
  readonly code?: string;
  readonly params?: MessageParams;
}

/** Reasons for which runs wait. The console translates them. */
export const WAITING_KINDS = [
  'approval',
  'budget',
  'reconnect',
  'tool_change',
  'retry',
  'provider',
  'held',
  'worker',
  'paused',
  'equal_bytes',
] as const;

/** Why a run is not moving. */
export interface WaitingFor {
  readonly kind: (typeof WAITING_KINDS)[number];
  readonly since: string;
  /** When it ends by itself, where that is known. */
  readonly until: string | null;
  readonly detail: string;
  /** Of the kind `provider`: which one is away, what it said last, and how often it was asked. */
  readonly provider?: string;
  readonly message?: string;
  readonly attempts?: number;
}

/** What started runs that evals make: nobody asked for their answers, so that they are told apart from people's. */
export const EVAL_TRIGGER = 'eval';

/** What started the run that answers a call of a run which was started so: what an eval makes stays an eval's, however deep. */
export function triggerOfCall(callersTrigger: string): string {
  return callersTrigger === EVAL_TRIGGER ? EVAL_TRIGGER : 'task_agent';
}

/** Most attempts at one model call before the run is an error. */
export const MODEL_ATTEMPTS = 6;

/** Input of every step that may fail for reasons outside Holdfast. */
export interface StepInput {
  /** How often a model failed at the step since it last succeeded. */
  readonly failures: number;
}

/** Returned by a local activity that expects its step to be long: the workflow runs it as an ordinary activity. */
export interface Declined {
  readonly state: 'declined';
}

/** Signal: a run that waits, or that a person held, goes on now. */
export const RESUMED_SIGNAL = 'resumed';

/** Kinds of approval: for a call, for an interrupted call that may have happened, for more credits. */
export const APPROVAL_KINDS = ['tool_call', 'confirm_effect', 'budget'] as const;
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];
