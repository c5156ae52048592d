import type { Defaulted, Json, NullableTimestampColumn, TimestampColumn, Version } from '../platform/db/columns.ts';
import type { RunError } from '../runs/contract.ts';
import type { StoredEventStatus, TargetType, TriggerStatus } from './contract.ts';
import type { TriggerType } from './kinds/index.ts';

/** Settings of a kind of trigger. */
export type TriggerConfig = Readonly<Record<string, unknown>>;

/** Editable fields of a trigger. */
export interface TriggersTable {
  id: string;
  org_id: string;
  project_id: string;
  type: TriggerType;
  name: string;
  description: Defaulted<string>;
  status: TriggerStatus;
  /** Reason of an automatic pause. */
  paused_because: Json<RunError | null>;
  target_type: TargetType;
  target_id: string;
  /** Revision of its agent. Null for the active one. */
  task_agent_revision_id: string | null;
  config: Json<TriggerConfig>;
  /** Type of the principal for whom it runs. */
  created_by_type: 'user' | 'project';
  created_by: string;
  /** OAuth client that created it as its project. Null for a user. */
  client_id: string | null;
  created: TimestampColumn;
  modified: TimestampColumn;
  deleted_at: NullableTimestampColumn;
  version: Version;
}

/** State of a trigger. Every trigger has a row. */
interface TriggerStatesTable {
  trigger_id: string;
  /** Next due time of a schedule. Null for none. */
  next_run: NullableTimestampColumn;
  /** Earlier failures do not count. */
  counted_since: TimestampColumn;
}

/** Endpoints of webhooks. */
interface TriggerEndpointsTable {
  trigger_id: string;
  /** Last part of the URL. */
  endpoint: string;
}

/** Secrets of senders, several during a rotation. */
interface TriggerSecretsTable {
  id: string;
  trigger_id: string;
  sealed: string;
  created: TimestampColumn;
  /** Time of expiry. Null for the current one. */
  expires_at: NullableTimestampColumn;
}

/** Invocations of triggers. */
export interface TriggerEventsTable {
  id: string;
  project_id: string;
  trigger_id: string;
  status: StoredEventStatus;
  idempotency_key: string | null;
  /** Due time of a schedule. */
  due: NullableTimestampColumn;
  /** ID of the started run. For a duplicate, the run of the first event. */
  run_id: string | null;
  /** Event that a duplicate repeats. */
  duplicate_of: string | null;
  /** Reason of a rejection. */
  error: Json<RunError | null>;
  /** Whether its outcome counts for the trigger's health. Duplicates and errors of senders do not. */
  counted: Defaulted<boolean>;
  created: TimestampColumn;
}

/** Idempotency keys of triggers. */
interface TriggerKeysTable {
  trigger_id: string;
  key: string;
  /** Event that used it. */
  event_id: string;
  expires_at: TimestampColumn;
}

export interface TriggerTables {
  triggers: TriggersTable;
  trigger_states: TriggerStatesTable;
  trigger_endpoints: TriggerEndpointsTable;
  trigger_secrets: TriggerSecretsTable;
  trigger_events: TriggerEventsTable;
  trigger_keys: TriggerKeysTable;
}
