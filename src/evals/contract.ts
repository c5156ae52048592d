/** Contract of evals for workflows and other modules. Pure. */

/** Types of resources that can be evaluated. */
const EVAL_TARGET_TYPES = ['task', 'task_agent'] as const;
export type EvalTargetType = (typeof EVAL_TARGET_TYPES)[number];

export type EvalRunStatus = 'queued' | 'running' | 'cancelling' | 'completed' | 'failed' | 'cancelled';

/** Eval that a revision must pass before activation. */
export interface ReleaseGate {
  eval_set_id: string;
  /** Minimum share of passed cases, from 0 to 1. */
  min_pass_rate: number;
}

/** Verdict of a case. Null if unknown, which does not count. */
export type Verdict = 'pass' | 'fail' | null;

/** Maximum number of cases of a set or an eval. */
export const MAX_CASES = 1000;
/** Maximum number of scorers of a set or an eval. */
export const MAX_SCORERS = 10;
/** Default and maximum number of cases that run in parallel. */
export const DEFAULT_PARALLELISM = 8;
/** Maximum number of cases that an eval runs in parallel. */
export const MAX_PARALLELISM = 32;
/** Default number of past runs of an eval without a set or run IDs. */
export const DEFAULT_LAST_RUNS = 20;

/** Input of an eval's workflow. The eval's ID is the workflow ID. */
export interface EvalRunInput {
  readonly of: EvalTargetType;
  readonly evalRunId: string;
}

/** Outcome of a step of an eval. */
export interface EvalStep {
  readonly done: boolean;
}

/** Activities of the evals module for workflows. */
export interface EvalActivities {
  /** Works on the cases of an eval for some seconds, and ends it when none is left. Safe to repeat. */
  workAtCases(input: EvalRunInput): Promise<EvalStep>;
  /** Ends a stopping eval with the runs of its cases. Its results stay. */
  confirmEvalCancel(input: EvalRunInput): Promise<void>;
  /** Fails an eval whose step gave up. */
  failEval(input: EvalRunInput & { readonly problem: string }): Promise<void>;
}
