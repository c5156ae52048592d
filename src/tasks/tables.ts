import type { ReleaseGate } from '../evals/contract.ts';
import type {
  Decimal,
  Defaulted,
  Json,
  NullableTimestampColumn,
  TimestampColumn,
  Version,
} from '../platform/db/columns.ts';
import type { Columns } from '../platform/revision-fields.ts';
import type { ModelRunColumns } from '../runs/tables.ts';
import type { TaskRunStatus } from './contract.ts';
import type { TASK_REVISION_FIELDS } from './fields.ts';
import type { GeneratedText } from './generated-text.ts';
import type { Hit } from './guardrails/hits.ts';
import type { Prepared } from './prepared.ts';
import type { ActiveRevision } from './queries.ts';
import type { NoTextReason } from './run-text.ts';
import type { ToolSources } from './tools.ts';

export interface TasksTable {
  id: string;
  org_id: string;
  project_id: string;
  name: string;
  description: string;
  enabled: boolean;
  public: boolean;
  exposed_to_agents: boolean;
  task_run_visibility: string;
  /** Made by a test; left out of lists unless asked for. */
  test: boolean;
  /** What a revision has to pass before it serves. */
  release_gate: Json<ReleaseGate | null>;
  created_by: string | null;
  created: TimestampColumn;
  modified: TimestampColumn;
  deleted_at: NullableTimestampColumn;
  version: Version;
}

export interface TaskRevisionsTable extends Columns<typeof TASK_REVISION_FIELDS> {
  id: string;
  task_id: string;
  /** Variables of both prompts in order of appearance. */
  input_params: string[];
  /** Tags, each unique within the task. */
  tags: string[];
  /** Made for a test; left out of the task's record unless asked for. */
  test: boolean;
  /** Where the tools come from that it names; null where it names none. */
  tool_sources: Json<ToolSources | null>;
  created: TimestampColumn;
}

export interface TaskActiveRevisionsTable {
  task_id: string;
  task_revision_id: string;
  /** Share of the runs, 0 < weight ≤ 1; the weights of a task add up to 1. */
  weight: Decimal;
}

/** What served of a task, an entry for each change; the newest is what serves. */
export interface TaskServingTable {
  id: string;
  task_id: string;
  active_revisions: Json<readonly ActiveRevision[]>;
  /** The entry that a rollback went back to. */
  restores: string | null;
  since: TimestampColumn;
}

export interface TaskRunsTable extends ModelRunColumns<TaskRunStatus> {
  /** Setting of who might see it when it was accepted, as the database notes it; null for all viewers. */
  accepted_visibility: Defaulted<string | null>;
  task_id: string;
  task_revision_id: string;
  /** The task_input as it was submitted. */
  input: Json<Record<string, unknown>>;
  /** Text, or the value itself where the modality is json. */
  response: Json<unknown>;
  run_data: Json<Record<string, unknown>>;
  /** What came of preparing the input; null where nothing was prepared. */
  prepared: Json<Prepared | null>;
  /** What the model wrote, once it is paid, while a file is made of it; null where none is. */
  written: Json<GeneratedText | null>;
  /** What guardrails found; null where they found nothing. */
  guardrail_hits: Json<readonly Hit[] | null>;
  llm_retries: number;
  use_fallback_model: boolean;
  used_fallback_model: boolean;
  /** Whether its text is kept while it comes, for those who follow it. */
  stream: Defaulted<boolean>;
  /** Seconds the model took. */
  llm_call_timing: number | null;
  reference: string | null;
  context_id: string | null;
  /** Reporting group, kept if the group is deleted. */
  reporting_group_id: string | null;
  /** The trigger that started it, where one did. */
  trigger_id: Defaulted<string | null>;
  /** The agent's tool call this run answers, where there is one. */
  tool_call_id: string | null;
  /** The agent run that makes its calls, once that is stored; null for a run without tools. */
  tool_run_id: Defaulted<string | null>;
  /** Agents whose runs called for it, the highest first. */
  calling_agents: Defaulted<string[]>;
}

/** What the model of a run said while it came, in pieces; only of runs whose text was asked for. */
export interface TaskRunTextsTable {
  run_id: string;
  /** Which time the answer was begun, from 1: each voids what was said before it. */
  try: number;
  /** Number of the piece in its try; 0, without text, is the beginning. */
  piece: number;
  text: string;
  /** Reason why the text of the attempt is withheld. */
  withheld: NoTextReason | null;
}

/** The token that runs a public task. */
export interface TaskAccessTokensTable {
  id: string;
  task_id: string;
  /** SHA-256 of its value, by which it is found. */
  hash: Buffer;
  /** Its value under the key ring, for its task's editors. */
  sealed: string;
  created: TimestampColumn;
}

export interface TaskTables {
  task_access_tokens: TaskAccessTokensTable;
  tasks: TasksTable;
  task_revisions: TaskRevisionsTable;
  task_active_revisions: TaskActiveRevisionsTable;
  task_serving: TaskServingTable;
  task_runs: TaskRunsTable;
  task_run_texts: TaskRunTextsTable;
}
