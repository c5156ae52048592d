import type { Principal } from '../access/principal-grants.ts';
import type { Executor } from '../platform/db/client.ts';
import type { Problem } from '../platform/messages.ts';
import type { ModelCatalog } from '../platform/models/catalog.ts';
import type { RunError } from '../runs/contract.ts';
import type { RunKind } from '../runs/kind.ts';
import type { RunnableTask } from '../tasks/runnable.ts';
import type { EvalTargetType } from './contract.ts';
import { evalProblems } from './problems.ts';

/** A run as one side of a case. */
export interface CaseRun {
  readonly run_id: string;
  readonly revision_id: string;
  /** A task's variables or an agent's message. */
  readonly input: unknown;
  /** Output: text, or a JSON value if the output has a format. */
  readonly output: unknown;
  readonly status: string;
  readonly is_error: boolean;
  readonly error: RunError | null;
  readonly total_tokens: number;
  /** Total cost, an exact decimal. */
  readonly charged_credits: string;
  /** Duration in milliseconds. Null unless it has started and ended. */
  readonly duration_ms: number | null;
}

/** A tool call of a trajectory. */
export interface RecordedCall {
  readonly tool_name: string;
  readonly tool_type: string;
  readonly arguments: unknown;
  /** Arguments edited by a reviewer. Null for none. */
  readonly edited_arguments: unknown;
  readonly side_effects: boolean;
  /** Whether the revision's policy requires approval. */
  readonly asks_approval: boolean;
  /** Status of its newest approval request. Null for none. */
  readonly approval_status: string | null;
  readonly outcome: string | null;
  readonly result: unknown;
  readonly turn: number;
}

/** A past run as a possible reference. */
export interface ReferenceRun {
  readonly id: string;
  readonly revision_id: string;
  readonly created_by_type: string;
  readonly created_by: string;
  /** Visibility setting of its task or agent. */
  readonly visibility: string;
  /** Reason why the run cannot be a reference. Null if it can. */
  readonly problem: Problem | null;
}

/** Differences between evals of tasks and agents. */
export interface EvalTargetKind {
  readonly type: EvalTargetType;
  /** Path segment. */
  readonly stem: 'task' | 'task-agent';
  /** Name in messages. */
  readonly label: string;
  /** Names of fields and path parameters. */
  readonly fields: {
    readonly id: 'task_id' | 'task_agent_id';
    readonly runKind: 'task_run_ids' | 'task_agent_run_ids';
    readonly set: 'eval_set_id' | 'task_agent_eval_set_id';
    readonly run: 'eval_run_id' | 'task_agent_eval_run_id';
    /** Name of a case's input. */
    readonly input: 'task_input' | 'message';
  };
  /** Kind of the runs that are references and candidates … */
  readonly runKind: RunKind;
  /** … and kind of the evals. */
  readonly evalRunKind: RunKind;
  hasRevision(db: Executor, resourceId: string, revisionId: string): Promise<boolean>;
  /** Throws a 403 if the requester cannot run a revision with more items than the active one. */
  assertCanRun(db: Executor, principal: Principal, resourceId: string, revisionId: string): Promise<void>;
  /** Finds the newest revision. */
  findNewestRevision(db: Executor, resourceId: string): Promise<string | undefined>;
  /** Lists the runs that belong to the resource, or to any. */
  listReferences(db: Executor, resourceId: string | undefined, ids: readonly string[]): Promise<ReferenceRun[]>;
  /**
   * Lists the IDs of its newest possible references: runs of other revisions that people started and the requester can
   * see.
   */
  listLastRunIds(
    db: Executor,
    principal: Principal,
    of: { readonly resourceId: string; readonly count: number; readonly notOf: string },
  ): Promise<string[]>;
  /** Finds its run visibility, also if it was deleted. */
  findVisibility(db: Executor, projectId: string, resourceId: string): Promise<string | undefined>;
  findRun(db: Executor, runId: string): Promise<CaseRun | undefined>;
  listCalls(db: Executor, runId: string): Promise<readonly RecordedCall[]>;
  /** Minimum cost in credits of a run with this input, an exact decimal. Undefined without a model. */
  estimateMinCost(
    ctx: { readonly db: Executor; readonly models: ModelCatalog },
    revisionId: string,
    input: unknown,
    config: RunnableTask['project_config'],
  ): Promise<string | undefined>;
  /** Finds a problem of a case's input. Undefined if valid. */
  findInputProblem(input: unknown): Problem | undefined;
}

/** Finds why a run cannot be a reference by its status. Null if it can. */
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

/** Returns the duration of a run in milliseconds. Null unless it has started and ended. */
export function getDurationMs({
  started,
  completed,
}: {
  readonly started: Date | null;
  readonly completed: Date | null;
}) {
  return started === null || completed === null ? null : completed.getTime() - started.getTime();
}
