/** Contract of tasks for workflows and other modules. Pure. */

import type { Declined, StepInput } from '../runs/contract.ts';

/** `waiting_for_human`: a tool call waits for a decision or an authorization. */
export type TaskRunStatus =
  | 'queued'
  | 'running'
  | 'waiting_for_human'
  | 'cancelling'
  | 'completed'
  | 'failed'
  | 'cancelled';

/** Input of the `taskRun` workflow. The run's ID is the workflow ID. */
export interface TaskRunInput {
  readonly taskRunId: string;
}

/** Input that can continue after the history was continued as new. */
export interface TaskWorkflowInput extends TaskRunInput {
  /** Number of earlier model failures. Default 0. */
  readonly failures?: number;
}

/** A step of preparing a run's input: the index of an input processor, or the retrieval. */
export type PreparationStep = number | 'rag';

/** Preparation of a run: steps of one list run in parallel, lists run one after the other. */
export type Preparation = readonly (readonly PreparationStep[])[];

/** Next step after `callModel`. */
export type TaskOutcome =
  | StepEnd
  | { readonly state: 'prepare'; readonly preparation: Preparation }
  /** Wait for the tool run. */
  | { readonly state: 'tools'; readonly toolRunId: string };

/** A step that is repeated after `retryMs` milliseconds, or when the run is resumed. */
interface Retry {
  readonly state: 'waiting';
  readonly retryMs: number;
  /** Number of model failures. Default: one more than before. */
  readonly failures?: number;
}

/** Outcome of a step that is done, or has ended the run, or is repeated after a delay. */
export type StepEnd = { readonly state: 'done' } | Retry;

/** Attempts at the first model before the fallback model, if any. */
export const ATTEMPTS_BEFORE_FALLBACK = 3;

/** Input of the step that calls the model. */
export interface ModelCallInput extends TaskRunInput, StepInput {}

/** Input of the step that prepares the input. */
export interface PreparationInput extends TaskRunInput, StepInput {
  readonly step: PreparationStep;
}

/** Activities of tasks for workflows. Each is safe to repeat. */
export interface TaskActivities {
  /** Calls the model of a task run and stores the run's end, or returns what must be done first. */
  callModel(input: ModelCallInput): Promise<TaskOutcome | Declined>;
  /** Executes a preparation step, and stores its result or the failure of the run. */
  prepareInput(input: PreparationInput): Promise<StepEnd | Declined>;
  /** Stores that a run has stopped. */
  confirmTaskCancel(input: TaskRunInput): Promise<void>;
  /** Stores that a run failed outside the model call, for example because no worker returned. */
  failTaskRun(input: TaskRunInput & { readonly problem: string }): Promise<void>;
}
