/** What workflows and other rooms may know of tasks. Pure. */

import type { BegunStep, Repeated } from '../runs/contract.ts';

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

/** A step of preparing a run's input: the place of an input processor in its revision, or what is looked up. */
export type PreparationStep = number | 'rag';

/** Steps that a run is prepared in: those of one list at once, one list after the other. */
export type Preparation = readonly (readonly PreparationStep[])[];

/** What a task run has to wait for before its model answers: steps of preparing its input, or the run that makes its tool calls. */
export type Before = Preparation | { readonly toolRunId: string };

/** Attempts at the first model before the fallback model, where there is one, takes over. */
export const ATTEMPTS_BEFORE_FALLBACK = 3;

export interface StepInput extends TaskRunInput {
  readonly step: PreparationStep;
}

/** Activities of the tasks room, as workflows call them. */
export interface TaskActivities {
  /**
   * Calls the model of a task run and stores the run's end; where something has to be done first, it answers what instead. Safe
   * to repeat.
   */
  callModel(input: TaskRunInput & Repeated): Promise<Before | undefined>;
  /** The same, begun as a local activity. */
  callModelHere(input: TaskRunInput): Promise<BegunStep<Before | undefined>>;
  /** Takes a step of preparing a run's input, and stores what came of it or that the run failed. Safe to repeat. */
  prepareInput(input: StepInput & Repeated): Promise<void>;
  /** The same, begun as a local activity. */
  prepareInputHere(input: StepInput): Promise<BegunStep<void>>;
  /** Stores that a run which was asked to stop has stopped. */
  confirmTaskCancel(input: TaskRunInput): Promise<void>;
  /** Stores that a task run failed for a reason outside the model call, e.g. a worker that never came back. */
  failTaskRun(input: TaskRunInput & { readonly problem: string }): Promise<void>;
}
