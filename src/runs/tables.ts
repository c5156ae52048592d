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

/** Columns of every table of runs. */
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
  /** Input tokens read from and written to a provider's cache; output tokens used for thinking. */
  cached_input_tokens: Defaulted<number>;
  cache_write_tokens: Defaulted<number>;
  reasoning_tokens: Defaulted<number>;
  charged_credits: Decimal;
  /** Whether some usage is estimated, because a model call ended before its provider counted it. */
  usage_estimated: Defaulted<boolean>;
  /** Number of workflow restarts by maintenance. */
  restarts: Defaulted<number>;
  created_by_type: string;
  created_by: string;
  created: TimestampColumn;
  started: NullableTimestampColumn;
  completed: NullableTimestampColumn;
}

/** Columns of tables of runs that call models. */
export interface ModelRunColumns<Status extends string = string> extends RunColumns<Status> {
  /** Keys of the outages whose end wakes the run early; empty for a run that is to wake now. */
  awaited_outages: Defaulted<string[] | null>;
  /** W3C trace context of its acceptance; null while traces are off. A child run only links to it. */
  traceparent: Defaulted<string | null>;
  /** Warnings about successful model calls. */
  warnings: DefaultedJson<ModelWarning[]>;
  /** Sources of its responses, as providers report them. */
  sources: DefaultedJson<ModelSource[]>;
  /** Why its last response ended; null if none did. */
  finish_reason: Defaulted<FinishReason | null>;
  finish_detail: Defaulted<string | null>;
}

/** Change of state in a project, written by triggers and kept for 15 minutes. */
interface ProjectChangesTable {
  /** Project, or the organization of records without a project and of projects themselves. */
  project_id: string;
  /** Transaction of the change. */
  xid: ColumnType<string, never, never>;
  /** Order of the changes of one subject. */
  n: Generated<string>;
  /** Name of a change kind, or `record`. */
  kind: string;
  subject_id: string;
  /** Agent or task of the subject; for a record, the resource of its permission. */
  parent_id: string | null;
  /** Run of an approval request or another subject. */
  run_id: string | null;
  /** Status, or for a record its action. */
  status: string;
  waiting_for: Json<WaitingFor | null>;
  /** Type of a record. */
  resource: string | null;
  /** Permission to read a record. */
  permission: string | null;
  /** Owner of a private record. */
  owner_id: string | null;
  /** Kind of a record's run. */
  run_kind: string | null;
  at: ColumnType<Date, never, never>;
}

/** An outage of a provider for one credential, shared by all workers. Ended outages have no row. */
interface ProviderOutagesTable {
  /** Digest of provider, address and name of the credential, and of the model if only it is affected. */
  key: string;
  provider: string;
  base_url: string | null;
  /** Model name at the provider, if only this model is affected. */
  model: string | null;
  /** Number of failures since the last success. */
  failures: number;
  /** Time of the first of these failures. */
  since: TimestampColumn;
  /** Time since which only probes call the provider; null before. */
  opened_at: NullableTimestampColumn;
  /** Reason and provider's message of the last failure. */
  reason: string;
  message: string;
  last_probe_at: NullableTimestampColumn;
  next_probe_at: Date;
  /** Time at which a waiting run is next woken to probe. */
  next_wake_at: TimestampColumn;
}

export interface RunTables {
  provider_outages: ProviderOutagesTable;
  project_changes: ProjectChangesTable;
}

/** Name of a table of runs. */
export type RunTable = {
  [Table in keyof Database]: Database[Table] extends RunColumns ? Table : never;
}[keyof Database];
