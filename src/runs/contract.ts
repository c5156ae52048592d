/** Contract of runs of all kinds for workflows and other modules. Pure. */

import type { MessageParams, StoredMessage } from '../platform/messages.ts';

/** Task or agent of a run, as its record shows it. */
export interface RunOf {
  readonly id: string;
  readonly name: string;
  readonly deleted: boolean;
}

/** Error of a failed run, with a text for users. */
export interface RunError {
  readonly reason: string;
  readonly message: string;
  /** Message code and parameters, for translation; absent for messages without a code. */
  readonly code?: string;
  readonly params?: MessageParams;
}

/** Values of a new run of any kind. */
export const QUEUED_RUN = {
  status: 'queued',
  is_error: false,
  input_tokens: 0,
  output_tokens: 0,
  charged_credits: '0',
} as const;

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

/** Reason why a run does not move, as its row stores it. */
export interface WaitingFor {
  readonly kind: (typeof WAITING_KINDS)[number];
  readonly since: string;
  /** Time at which the wait ends by itself, if known. */
  readonly until: string | null;
  readonly detail: StoredMessage;
  /** For the kind `provider`: its name, its last error and the number of attempts. */
  readonly provider?: string;
  readonly message?: string;
  readonly attempts?: number;
}

/** Trigger of runs that evals start. Reports and feedback exclude them. */
export const EVAL_TRIGGER = 'eval';

/** Trigger of a child run: children of an eval's runs belong to the eval at any depth. */
export function getChildTrigger(callerTrigger: string): string {
  return callerTrigger === EVAL_TRIGGER ? EVAL_TRIGGER : 'task_agent';
}

/** Maximum number of attempts at one model call before the run fails. */
export const MODEL_ATTEMPTS = 6;

/** Input of every step that may fail for external reasons. */
export interface StepInput {
  /** Number of model failures at the step since the last success. */
  readonly failures: number;
}

/** Returned by a local activity that expects its step to be long: the workflow runs it as an ordinary activity. */
export interface Declined {
  readonly state: 'declined';
}

/** Signal: a waiting or held run continues now. */
export const RESUMED_SIGNAL = 'resumed';

/** Kinds of approval: of a call, of an interrupted call that may have taken effect, of more credits. */
export const APPROVAL_KINDS = ['tool_call', 'confirm_effect', 'budget'] as const;
/** Kind of an approval request. */
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];
