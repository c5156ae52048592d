import type {
  Defaulted,
  DefaultedJson,
  Json,
  NullableTimestampColumn,
  TimestampColumn,
  Version,
} from '../platform/db/columns.ts';
import type { Message } from '../platform/messages.ts';
import type { RunColumns } from '../runs/tables.ts';
import type { CaseSource, ExpectedCall, Stub } from './cases.ts';
import type { EvalRunStatus, EvalTargetType, Verdict } from './contract.ts';
import type { Score, Scorer } from './scorers/kind.ts';

/** Sets of cases for revisions of a task or agent. */
export interface EvalSetsTable {
  id: string;
  org_id: string;
  project_id: string;
  /** Type of `resource_id`. */
  kind: EvalTargetType;
  resource_id: string;
  name: string;
  description: string;
  /** Default scorers of its evals. Empty leaves the choice to the eval. */
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
  /** Name in lists. Null for none. */
  name: string | null;
  /** Past run with the input, and by default the expected output. */
  reference_run_id: string | null;
  /** Input, unless the reference provides it: a task's variables or an agent's message. */
  input: Json<unknown>;
  /** Expected output. Null if not set. */
  expected: Json<unknown>;
  /** Calls that must or must not be made. Null for none. */
  expected_calls: Json<readonly ExpectedCall[] | null>;
  /** Results that replace tool calls. */
  stubs: DefaultedJson<readonly Stub[]>;
  /** Decision that it was created from. */
  approval_request_id: string | null;
  created: TimestampColumn;
}

/** An eval of a candidate revision. */
export interface EvalRunsTable extends RunColumns<EvalRunStatus> {
  /** Visibility setting at the start of the eval, as the database stores it. Null for all viewers. */
  accepted_visibility: Defaulted<string | null>;
  /** ID of the task or agent. */
  resource_id: string;
  candidate_revision_id: string;
  eval_set_id: string | null;
  judge_model_id: string | null;
  scorers: Json<readonly Scorer[]>;
  /** Budget as an exact decimal: beyond it no case begins. Null for none. */
  max_credits: string | null;
  /** Number of cases that run in parallel. */
  parallelism: number;
  /** Cost of the runs of its cases, an exact decimal. The eval's own charge is the scorers' model calls. */
  candidate_credits: Defaulted<string>;
  /** OAuth client that started it as its project. Null for a user. */
  client_id: string | null;
  case_count: number;
  pass_count: Defaulted<number>;
  fail_count: Defaulted<number>;
  error_count: Defaulted<number>;
  /** Number of skipped cases. */
  skip_count: Defaulted<number>;
}

/** A case of an eval, as of its start, with its outcome. */
export interface EvalResultsTable {
  id: string;
  eval_run_id: string;
  position: number;
  case_id: string | null;
  reference_run_id: string | null;
  /** Assigned before the run begins, so a repeat finds it. */
  candidate_run_id: string;
  input: Json<unknown>;
  expected: Json<unknown>;
  expected_calls: Json<readonly ExpectedCall[] | null>;
  stubs: DefaultedJson<readonly Stub[]>;
  /** Reason for skipping the case. Null if it is evaluated. */
  skip_reason: Json<Message | null>;
  verdict: Verdict;
  reasoning: string | null;
  skipped: Defaulted<boolean>;
  is_error: Defaulted<boolean>;
  error_message: string | null;
  /** Scores of all scorers. */
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
