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

/** A step that a worker process has under way: its own queue, and what the process calls the step. */
export interface StepUnderWay {
  readonly queue: string;
  readonly id: string;
}

/**
 * What became of a step that a worker began beside its workflow, within the patience it has for such steps: `done`; `moved`,
 * where it goes on and is waited for on the process's own queue; `again`, where it failed and is to be tried again after a
 * pause; `later`, where another process had begun it that is not to be seen, and is to be asked for once more after a pause;
 * `refused`, where the worker begins no more.
 */
export type BegunStep<T> =
  | { readonly state: 'done'; readonly outcome: T }
  | { readonly state: 'moved'; readonly step: StepUnderWay }
  | { readonly state: 'again' | 'later'; readonly afterMs: number }
  | { readonly state: 'refused' };

/** How a step that went on ended. */
export type EndedStep<T> =
  | Extract<BegunStep<T>, { readonly state: 'done' }>
  | { readonly state: 'again'; readonly afterMs: number };

/** Activities of a worker process's own queue. */
export interface StepActivities {
  /** Waits for a step that the process has under way. Fails where the process knows of none. */
  awaitStep(input: Pick<StepUnderWay, 'id'>): Promise<EndedStep<unknown>>;
}

/** What a repeat of a step is told: how often it was tried before this activity. */
export interface Repeated {
  readonly tried?: number;
}

/** What the ids of builds begin with whose workflows begin the steps of runs as local activities. */
export const BUILD_PREFIX = 'local-';
