/** What workflows and other rooms may know of runs, whatever their kind. Pure. */

/** The task or agent that a run is of, as its record shows it. */
export interface RunOf {
  readonly id: string;
  readonly name: string;
  readonly deleted: boolean;
}

/** Why a run failed, in words that may be shown. */
export interface RunError {
  readonly reason: string;
  readonly message: string;
}

/** What runs wait for: in a page's language people are told by these. */
export const WAITING_KINDS = [
  'approval',
  'budget',
  'reconnect',
  'tool_change',
  'retry',
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
  /** How often a model failed at the step before. */
  readonly failures: number;
}

/** Returned by a local activity that expects its step to be long: the workflow runs it as an ordinary activity. */
export interface Declined {
  readonly state: 'declined';
}
