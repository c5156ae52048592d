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
import type { Hit } from './guardrails/hits.ts';
import type { Prepared } from './prepared.ts';
import type { ActiveRevision } from './queries.ts';
import type { PendingEnd } from './run-end.ts';
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
  /** For testing: omitted from lists by default. */
  test: boolean;
  /** Evals that a revision must pass before it serves. */
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
  /** User or project that saved it. */
  created_by: Defaulted<string | null>;
  created_by_type: Defaulted<string | null>;
  /** Variables of both prompts in order of appearance. */
  input_params: string[];
  /** Tags, each unique within the task. */
  tags: string[];
  /** For testing: omitted from the task's record by default. */
  test: boolean;
  /** Connections of the named tools. Null for none. */
  tool_sources: Json<ToolSources | null>;
  created: TimestampColumn;
}

interface TaskActiveRevisionsTable {
  task_id: string;
  task_revision_id: string;
  /** Share of the runs, 0 < weight ≤ 1. The weights of a task add up to 1. */
  weight: Decimal;
}

/** Serving history of a task, one entry per change. The newest is current. */
export interface TaskServingTable {
  id: string;
  task_id: string;
  active_revisions: Json<readonly ActiveRevision[]>;
  /** Entry that a rollback restored. */
  restores: string | null;
  since: TimestampColumn;
}

export interface TaskRunsTable extends ModelRunColumns<TaskRunStatus> {
  /** Visibility setting at the start of the run, as the database stores it. Null for all viewers. */
  accepted_visibility: Defaulted<string | null>;
  task_id: string;
  task_revision_id: string;
  /** The task_input as submitted. */
  input: Json<Record<string, unknown>>;
  /** Text, or the value itself for the modality json. */
  response: Json<unknown>;
  run_data: Json<Record<string, unknown>>;
  /** Results of the preparation. Null for none. */
  prepared: Json<Prepared | null>;
  /** Charged end while its response is judged, or its file rendered. Null for none. */
  pending_end: Json<PendingEnd | null>;
  /** Guardrail hits. Null for none. */
  guardrail_hits: Json<readonly Hit[] | null>;
  llm_retries: number;
  use_fallback_model: boolean;
  used_fallback_model: boolean;
  /** Whether its text is stored while it is generated, for followers. */
  stream: Defaulted<boolean>;
  /** Seconds of model calls. */
  llm_call_timing: number | null;
  reference: string | null;
  context_id: string | null;
  /** Reporting group, kept if the group is deleted. */
  reporting_group_id: string | null;
  /** Trigger that started it. */
  trigger_id: Defaulted<string | null>;
  /** Tool call of an agent that this run answers. */
  tool_call_id: string | null;
  /** Agent run that makes its calls, once stored. Null for a run without tools. */
  tool_run_id: Defaulted<string | null>;
  /** Agents of the calling runs, top-level first. */
  calling_agents: Defaulted<string[]>;
  /** Number of calling runs above it, those that called through the MCP server included. */
  depth: Defaulted<number>;
}

/** Text of a run's model while it is generated, in pieces. Only for runs whose text was requested. */
interface TaskRunTextsTable {
  run_id: string;
  /** Number of the attempt, from 1. Each voids earlier text. */
  try: number;
  /** Number of the piece in its attempt. Piece 0 has no text and marks the start. */
  piece: number;
  text: string;
  /** Reason why the text of the attempt is withheld. */
  withheld: NoTextReason | null;
}

/** Access token of a public task. */
interface TaskAccessTokensTable {
  id: string;
  task_id: string;
  /** SHA-256 of the token, for lookups. */
  hash: Buffer;
  /** Encrypted token, for the task's editors. */
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
