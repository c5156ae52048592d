import type { Principal } from '../access/principal-grants.ts';
import type { Executor } from '../platform/db/client.ts';
import type { ModelCatalogue } from '../platform/models/catalogue.ts';
import type { RunError } from '../runs/contract.ts';
import type { RunKind } from '../runs/kind.ts';
import type { RunnableTask } from '../tasks/runnable.ts';
import type { Evaluated } from './contract.ts';

/** A run as one side of a case. */
export interface Side {
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
export interface MadeCall {
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
export interface Reference {
  readonly id: string;
  readonly revision_id: string;
  readonly created_by_type: string;
  readonly created_by: string;
  /** The setting of its task or agent. */
  readonly visibility: string;
  /** Why it can't be one; null where it can. */
  readonly unfit: string | null;
}

/** What evals of tasks and of agents differ in. */
export interface EvaluatedKind {
  readonly type: Evaluated;
  /** Its stem in paths. */
  readonly stem: 'task' | 'task-agent';
  /** What it is called. */
  readonly word: string;
  /** Names of fields and of parameters of paths. */
  readonly fields: {
    readonly id: 'task_id' | 'task_agent_id';
    readonly runs: 'task_run_ids' | 'task_agent_run_ids';
    readonly set: 'eval_set_id' | 'task_agent_eval_set_id';
    readonly run: 'eval_run_id' | 'task_agent_eval_run_id';
    /** What a case's input is called. */
    readonly input: 'task_input' | 'message';
  };
  /** The runs that are references and candidates … */
  readonly runs: RunKind;
  /** … and the evals themselves. */
  readonly evals: RunKind;
  hasRevision(db: Executor, resourceId: string, revisionId: string): Promise<boolean>;
  /** Throws a 403 where the asker may not run a revision that uses more than what serves. */
  assertMayRun(db: Executor, principal: Principal, resourceId: string, revisionId: string): Promise<void>;
  /** The revision that was made last. */
  newestRevision(db: Executor, resourceId: string): Promise<string | undefined>;
  /** Those of some runs that are of it; of whatever where nothing is named. */
  references(db: Executor, resourceId: string | undefined, ids: readonly string[]): Promise<Reference[]>;
  /** Ids of its newest runs that can be references: those of people that the asker sees, and that another revision made. */
  lastRuns(
    db: Executor,
    principal: Principal,
    of: { readonly resourceId: string; readonly count: number; readonly notOf: string },
  ): Promise<string[]>;
  /** Its setting of who sees its runs, deleted or not. */
  visibility(db: Executor, projectId: string, resourceId: string): Promise<string | undefined>;
  side(db: Executor, runId: string): Promise<Side | undefined>;
  calls(db: Executor, runId: string): Promise<readonly MadeCall[]>;
  /** The least credits that a run of a revision with this input costs, an exact decimal; undefined where it asks no model. */
  leastOfRun(
    ctx: { readonly db: Executor; readonly models: ModelCatalogue },
    revisionId: string,
    input: unknown,
    config: RunnableTask['project_config'],
  ): Promise<string | undefined>;
  /** What of an input of a case can't be right; undefined where nothing is wrong. */
  inputProblem(input: unknown): string | undefined;
}

/** Why a run can't be a reference by how it stands; null where it can. */
export function unfitStatus({
  status,
  completed,
}: {
  readonly status: string;
  readonly completed: Date | null;
}): string | null {
  if (completed === null) return 'has not ended yet';
  return status === 'completed' ? null : `${status}, so that it says nothing of what should come out`;
}

/** Milliseconds that a run took; null where it has not both begun and ended. */
export function millisecondsOf({
  started,
  completed,
}: {
  readonly started: Date | null;
  readonly completed: Date | null;
}) {
  return started === null || completed === null ? null : completed.getTime() - started.getTime();
}
