/** What workflows and other modules may know of tasks. Pure. */

import type { Declined, StepInput } from '../runs/contract.ts';

/** `waiting_for_human`: a tool call waits for a decision, or for a connection to be mended. */
export type TaskRunStatus =
  | 'queued'
  | 'running'
  | 'waiting_for_human'
  | 'cancelling'
  | 'completed'
  | 'failed'
  | 'cancelled';

/** Input of the `taskRun` workflow; its id is the run's id. */
export interface TaskRunInput {
  readonly taskRunId: string;
}

/** The same, which may go on with a history that was continued as new. */
export interface TaskWorkflowInput extends TaskRunInput {
  /** How often the model failed before; never when left out. */
  readonly failures?: number;
}

/** A step of preparing a run's input: the place of an input processor in its revision, or what is looked up. */
export type PreparationStep = number | 'rag';

/** Steps that a run is prepared in: those of one list at once, one list after the other. */
export type Preparation = readonly (readonly PreparationStep[])[];

/** What comes after a call of `callModel`. */
export type TaskOutcome =
  /** Nothing: the run has ended. */
  | { readonly state: 'done' }
  /** The same call again, after a pause. */
  | Retry
  | { readonly state: 'prepare'; readonly preparation: Preparation }
  /** The run that makes the tool calls. */
  | { readonly state: 'tools'; readonly toolRunId: string };

/** A step that is repeated after a pause of `retryMs` milliseconds, or when the run is resumed. */
export interface Retry {
  readonly state: 'waiting';
  readonly retryMs: number;
  /** How often a model failed by now; one more than before when left out. */
  readonly failures?: number;
}

/** How a step of preparing a run's input ended. */
export type PreparationOutcome = { readonly state: 'done' } | Retry;

/** Attempts at the first model before the fallback model, where there is one, takes over. */
export const ATTEMPTS_BEFORE_FALLBACK = 3;

export interface ModelCallInput extends TaskRunInput, StepInput {}

export interface PreparationInput extends TaskRunInput, StepInput {
  readonly step: PreparationStep;
}

/** Activities of tasks, as workflows call them. Each is safe to repeat. */
export interface TaskActivities {
  /** Calls the model of a task run and stores the run's end, or returns what must be done first. */
  callModel(input: ModelCallInput): Promise<TaskOutcome | Declined>;
  /** Takes a step of preparing a run's input, and stores its result or that the run failed. */
  prepareInput(input: PreparationInput): Promise<PreparationOutcome | Declined>;
  /** Stores that a run which had to stop has stopped. */
  confirmTaskCancel(input: TaskRunInput): Promise<void>;
  /** Stores that a task run failed for a reason outside the model call, e.g. a worker that never came back. */
  failTaskRun(input: TaskRunInput & { readonly problem: string }): Promise<void>;
}
