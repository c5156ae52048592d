/** What workflows and other modules may know of evals. Pure. */

/** What can be held to cases: tasks, or agents. */
export const EVAL_TARGET_TYPES = ['task', 'task_agent'] as const;
export type EvalTargetType = (typeof EVAL_TARGET_TYPES)[number];

export type EvalRunStatus = 'queued' | 'running' | 'cancelling' | 'completed' | 'failed' | 'cancelled';

/** What a revision has to pass before it becomes the active one. */
export interface ReleaseGate {
  eval_set_id: string;
  /** Part of all cases that has to pass, from 0 to 1. */
  min_pass_rate: number;
}

/** Whether a case is as it should be. Null where nobody can say, which counts for nothing. */
export type Verdict = 'pass' | 'fail' | null;

/** Most cases of a set, and of an eval. */
export const MAX_CASES = 1000;
/** Most scorers of a set, and of an eval. */
export const MAX_SCORERS = 10;
/** Cases that are worked at together, unless an eval says otherwise, and the most it may ask for. */
export const DEFAULT_PARALLELISM = 8;
export const MAX_PARALLELISM = 32;
/** Past runs that an eval takes which names neither a set nor runs. */
export const DEFAULT_LAST_RUNS = 20;

/** Input of the workflow of an eval, whose id is the eval's. */
export interface EvalRunInput {
  readonly of: EvalTargetType;
  readonly evalRunId: string;
}

/** How an eval goes on after a step. */
export interface EvalStep {
  readonly done: boolean;
}

/** Activities of the evals room, as workflows call them. */
export interface EvalActivities {
  /** Works at the cases of an eval for some seconds, from wherever it stands, and ends it where none is left. Safe to repeat. */
  workAtCases(input: EvalRunInput): Promise<EvalStep>;
  /** Ends an eval that was asked to stop, and the runs of its cases with it. What it found stays. */
  confirmEvalCancel(input: EvalRunInput): Promise<void>;
  /** Ends an eval of which a step gave up. */
  failEval(input: EvalRunInput & { readonly problem: string }): Promise<void>;
}
