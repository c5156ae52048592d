import type {
  Defaulted,
  DefaultedJson,
  Json,
  NullableTimestampColumn,
  TimestampColumn,
  Version,
} from '../platform/db/columns.ts';
import type { RunColumns } from '../runs/tables.ts';
import type { CaseSource, ExpectedCall, Stub } from './cases.ts';
import type { EvalRunStatus, EvalTargetType, Verdict } from './contract.ts';
import type { Score, Scorer } from './scorers/kind.ts';

/** Cases that revisions of a task or an agent are held to. */
export interface EvalSetsTable {
  id: string;
  org_id: string;
  project_id: string;
  /** What it is of, which `resource_id` names. */
  kind: EvalTargetType;
  resource_id: string;
  name: string;
  description: string;
  /** What its cases are scored by, where an eval says nothing; empty leaves that to the eval. */
  scorers: DefaultedJson<readonly Scorer[]>;
  created_by: string | null;
  created: TimestampColumn;
  modified: TimestampColumn;
  deleted_at: NullableTimestampColumn;
  version: Version;
}

export interface EvalCasesTable {
  id: string;
  eval_set_id: string;
  source: CaseSource;
  /** The past run that says what the input is, and where nothing else is expected what should come of it. */
  reference_run_id: string | null;
  /** The input where it is not that of the reference: a task's variables, or an agent's message. */
  input: Json<unknown>;
  /** What should come of it; null where that is not said. */
  expected: Json<unknown>;
  /** Calls that must, or must not, be made; null where none are spoken of. */
  expected_calls: Json<readonly ExpectedCall[] | null>;
  /** Answers of tools that are not really called. */
  stubs: DefaultedJson<readonly Stub[]>;
  /** The decision that it was made of, where it was. */
  approval_request_id: string | null;
  created: TimestampColumn;
}

/** An eval: a candidate revision held to cases. */
export interface EvalRunsTable extends RunColumns<EvalRunStatus> {
  /** Setting of who might see it when it was accepted, as the database notes it; null for all viewers. */
  accepted_visibility: Defaulted<string | null>;
  /** The task, or the agent. */
  resource_id: string;
  candidate_revision_id: string;
  eval_set_id: string | null;
  judge_model_id: string | null;
  scorers: Json<readonly Scorer[]>;
  /** Exact decimal at which no further case begins; null for none. */
  max_credits: string | null;
  /** Cases that are worked at together. */
  parallelism: number;
  /** Exact decimal: what the runs of its cases cost; its own charge is what scorers asked of models. */
  candidate_credits: Defaulted<string>;
  /** OAuth client that it was started with as its project; null for a user's. */
  client_id: string | null;
  case_count: number;
  pass_count: Defaulted<number>;
  fail_count: Defaulted<number>;
  error_count: Defaulted<number>;
  /** Cases that were not held to anything, with why. */
  skip_count: Defaulted<number>;
}

/** A case of an eval, as it was when that began, and what came of it. */
export interface EvalResultsTable {
  id: string;
  eval_run_id: string;
  position: number;
  case_id: string | null;
  reference_run_id: string | null;
  /** Given before the run begins, so that a repeat finds it. */
  candidate_run_id: string;
  input: Json<unknown>;
  expected: Json<unknown>;
  expected_calls: Json<readonly ExpectedCall[] | null>;
  stubs: DefaultedJson<readonly Stub[]>;
  /** Why the case says nothing, as noted while its run was under way. */
  skip_reason: string | null;
  verdict: Verdict;
  reasoning: string | null;
  skipped: Defaulted<boolean>;
  is_error: Defaulted<boolean>;
  error_message: string | null;
  /** What each scorer said. */
  scores: DefaultedJson<readonly Score[]>;
  started: NullableTimestampColumn;
  completed: NullableTimestampColumn;
}

export interface EvalTables {
  eval_sets: EvalSetsTable;
  eval_cases: EvalCasesTable;
  task_eval_runs: EvalRunsTable;
  agent_eval_runs: EvalRunsTable;
  eval_results: EvalResultsTable;
}
