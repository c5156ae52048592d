/** What workflows and other rooms may know of tasks. Pure. */

export type TaskRunStatus = 'queued' | 'running' | 'cancelling' | 'completed' | 'failed' | 'cancelled';

/** Input of the `taskRun` workflow; its id is the run's id. */
export interface TaskRunInput {
  readonly taskRunId: string;
}

/** Attempts at the first model before the fallback model, where there is one, takes over. */
export const ATTEMPTS_BEFORE_FALLBACK = 3;

/** Activities of the tasks room, as workflows call them. */
export interface TaskActivities {
  /** Calls the model of a task run and stores the run's end. Safe to repeat. */
  callModel(input: TaskRunInput): Promise<void>;
  /** Stores that a run which was asked to stop has stopped. */
  confirmTaskCancel(input: TaskRunInput): Promise<void>;
  /** Stores that a task run failed for a reason outside the model call, e.g. a worker that never came back. */
  failTaskRun(input: TaskRunInput & { readonly problem: string }): Promise<void>;
}
