import type { Principal } from '../access/principal-grants.ts';
import type { Executor } from '../platform/db/client.ts';
import type { Problem } from '../platform/messages.ts';
import type { ModelCatalogue } from '../platform/models/catalogue.ts';
import type { RunError } from '../runs/contract.ts';
import type { RunKind } from '../runs/kind.ts';
import type { RunnableTask } from '../tasks/runnable.ts';
import type { EvalTargetType } from './contract.ts';
import { evalProblems } from './problems.ts';

/** A run as one side of a case. */
export interface CaseRun {
  readonly run_id: string;
  readonly revision_id: string;
  /** A task's variables, or an agent's message. */
  readonly input: unknown;
  /** What it came to: text, or a JSON value where the output has a format. */
  readonly output: unknown;
  readonly status: string;
  readonly is_error: boolean;
  readonly error: RunError | null;
  readonly total_tokens: number;
  /** Exact decimal, with all that it had done. */
  readonly charged_credits: string;
  /** Milliseconds from start to end; null where it has not both. */
  readonly duration_ms: number | null;
}

/** A call of a tool, as a trajectory shows it. */
export interface RecordedCall {
  readonly tool_name: string;
  readonly tool_type: string;
  readonly arguments: unknown;
  /** What a reviewer put in their place; null where nobody did. */
  readonly edited_arguments: unknown;
  readonly side_effects: boolean;
  /** Whether the policy of the revision has a person asked before. */
  readonly asks_approval: boolean;
  /** How the newest question about it was decided; null where nobody was asked. */
  readonly approval_status: string | null;
  readonly outcome: string | null;
  readonly result: unknown;
  readonly turn: number;
}

/** A past run that is to be a reference. */
export interface ReferenceRun {
  readonly id: string;
  readonly revision_id: string;
  readonly created_by_type: string;
  readonly created_by: string;
  /** The setting of its task or agent. */
  readonly visibility: string;
  /** Why the run cannot be a reference, or null. */
  readonly problem: Problem | null;
}

/** What evals of tasks and of agents differ in. */
export interface EvalTargetKind {
  readonly type: EvalTargetType;
  /** Its stem in paths. */
  readonly stem: 'task' | 'task-agent';
  /** What it is called. */
  readonly label: string;
  /** Names of fields and of parameters of paths. */
  readonly fields: {
    readonly id: 'task_id' | 'task_agent_id';
    readonly runKind: 'task_run_ids' | 'task_agent_run_ids';
    readonly set: 'eval_set_id' | 'task_agent_eval_set_id';
    readonly run: 'eval_run_id' | 'task_agent_eval_run_id';
    /** What a case's input is called. */
    readonly input: 'task_input' | 'message';
  };
  /** The runs that are references and candidates … */
  readonly runKind: RunKind;
  /** … and the evals themselves. */
  readonly evalRunKind: RunKind;
  hasRevision(db: Executor, resourceId: string, revisionId: string): Promise<boolean>;
  /** Throws a 403 where the asker may not run a revision that uses more than what serves. */
  assertCanRun(db: Executor, asker: Principal, resourceId: string, revisionId: string): Promise<void>;
  /** The revision that was made last. */
  findNewestRevision(db: Executor, resourceId: string): Promise<string | undefined>;
  /** Those of some runs that are of it; of whatever where nothing is named. */
  listReferences(db: Executor, resourceId: string | undefined, ids: readonly string[]): Promise<ReferenceRun[]>;
  /** Ids of its newest runs that can be references: those of people that the asker sees, and that another revision made. */
  listLastRunIds(
    db: Executor,
    asker: Principal,
    of: { readonly resourceId: string; readonly count: number; readonly notOf: string },
  ): Promise<string[]>;
  /** Its setting of who sees its runs, deleted or not. */
  findVisibility(db: Executor, projectId: string, resourceId: string): Promise<string | undefined>;
  findRun(db: Executor, runId: string): Promise<CaseRun | undefined>;
  listCalls(db: Executor, runId: string): Promise<readonly RecordedCall[]>;
  /** The least credits that a run of a revision with this input costs, an exact decimal; undefined where it asks no model. */
  estimateMinCost(
    ctx: { readonly db: Executor; readonly models: ModelCatalogue },
    revisionId: string,
    input: unknown,
    config: RunnableTask['project_config'],
  ): Promise<string | undefined>;
  /** What of an input of a case can't be right; undefined where nothing is wrong. */
  findInputProblem(input: unknown): Problem | undefined;
}

/** Why a run can't be a reference by how it stands; null where it can. */
export function findStatusProblem({
  status,
  completed,
}: {
  readonly status: string;
  readonly completed: Date | null;
}): Problem | null {
  if (completed === null) return evalProblems.case_run_not_ended;
  return status === 'completed' ? null : evalProblems.case_run_not_completed({ status });
}

/** Milliseconds that a run took; null where it has not both begun and ended. */
export function getDurationMs({
  started,
  completed,
}: {
  readonly started: Date | null;
  readonly completed: Date | null;
}) {
  return started === null || completed === null ? null : completed.getTime() - started.getTime();
}
