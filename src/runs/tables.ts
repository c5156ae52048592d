import type { ColumnType, Generated } from 'kysely';
import type {
  Decimal,
  Defaulted,
  DefaultedJson,
  Json,
  NullableTimestampColumn,
  TimestampColumn,
} from '../platform/db/columns.ts';
import type { Database } from '../platform/db/schema.ts';
import type { FinishReason } from '../platform/models/finish.ts';
import type { ModelSource, ModelWarning } from '../platform/models/request.ts';
import type { RunError, WaitingFor } from './contract.ts';

/** The columns of every table of runs. */
export interface RunColumns<Status extends string = string> {
  id: string;
  org_id: string;
  project_id: string;
  status: Status;
  waiting_for: Json<WaitingFor | null>;
  is_error: boolean;
  error: Json<RunError | null>;
  trigger_type: string;
  input_tokens: number;
  output_tokens: number;
  /** Tokens of the input that came from a provider's cache, and that went into it; tokens of the output that were thinking. */
  cached_input_tokens: Defaulted<number>;
  cache_write_tokens: Defaulted<number>;
  reasoning_tokens: Defaulted<number>;
  charged_credits: Decimal;
  /** Whether some of the usage was guessed, because a model call ended before its provider counted it. */
  usage_estimated: Defaulted<boolean>;
  /** How often maintenance restarted the run's workflow. */
  restarts: Defaulted<number>;
  created_by_type: string;
  created_by: string;
  created: TimestampColumn;
  started: NullableTimestampColumn;
  completed: NullableTimestampColumn;
}

/** The columns of a table of runs that ask models. */
export interface ModelRunColumns<Status extends string = string> extends RunColumns<Status> {
  /** Keys of the outages whose end the run waits for, before its own time; empty for a run that is to be woken now. */
  awaited_outages: Defaulted<string[] | null>;
  /** What is to be known of its model calls, though they were answered. */
  warnings: DefaultedJson<ModelWarning[]>;
  /** What its answers stand on, as the models' providers say. */
  sources: DefaultedJson<ModelSource[]>;
  /** Why its last answer ended; null where none came to an end. */
  finish_reason: Defaulted<FinishReason | null>;
  finish_detail: Defaulted<string | null>;
}

/** A change of state in a project, written by triggers; kept for a quarter of an hour. */
export interface ProjectChangesTable {
  /** The project; the organization for records that belong to none, and for projects themselves. */
  project_id: string;
  /** Transaction that made the change. */
  xid: ColumnType<string, never, never>;
  /** Order of the changes of one subject. */
  n: Generated<string>;
  /** Name of a kind of changes, or `record`. */
  kind: string;
  subject_id: string;
  /** Agent or task that the subject belongs to; of a record what one has to hold the permission on. */
  parent_id: string | null;
  /** Run of an approval request, or of what else hangs on one. */
  run_id: string | null;
  /** Of a record what became of it. */
  status: string;
  waiting_for: Json<WaitingFor | null>;
  /** Type of a record. */
  resource: string | null;
  /** What reading a record takes. */
  permission: string | null;
  /** The user who alone sees a record. */
  owner_id: string | null;
  /** Kind of the run that a record hangs on. */
  run_kind: string | null;
  at: ColumnType<Date, never, never>;
}

export interface RunTables {
  project_changes: ProjectChangesTable;
}

/** Name of a table of runs. */
export type RunTable = {
  [Table in keyof Database]: Database[Table] extends RunColumns ? Table : never;
}[keyof Database];
