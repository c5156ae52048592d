import type { Defaulted, Json, NullableTimestampColumn, TimestampColumn, Version } from '../platform/db/columns.ts';
import type { RunError } from '../runs/contract.ts';
import type { StoredEventStatus, TargetType, TriggerStatus, TriggerType } from './contract.ts';

/** What a kind of trigger keeps of its own. */
export type TriggerConfig = Readonly<Record<string, unknown>>;

/** A trigger as people edit it. */
export interface TriggersTable {
  id: string;
  org_id: string;
  project_id: string;
  type: TriggerType;
  name: string;
  description: Defaulted<string>;
  status: TriggerStatus;
  /** Why it was paused where no person did so. */
  paused_because: Json<RunError | null>;
  target_type: TargetType;
  target_id: string;
  /** Revision that its agent runs with; null for the active one. */
  task_agent_revision_id: string | null;
  config: Json<TriggerConfig>;
  /** In whose name it runs. */
  created_by_type: 'user' | 'project';
  created_by: string;
  /** OAuth client that made it as its project; null for a user's. */
  client_id: string | null;
  created: TimestampColumn;
  modified: TimestampColumn;
  deleted_at: NullableTimestampColumn;
  version: Version;
}

/** What stands with a trigger besides; every trigger has a row. */
export interface TriggerStatesTable {
  trigger_id: string;
  /** When a schedule is due next; null where it is not. */
  next_run: NullableTimestampColumn;
  /** What failed before counts no more. */
  counted_since: TimestampColumn;
}

/** Where deliveries for a webhook arrive. */
export interface TriggerEndpointsTable {
  trigger_id: string;
  /** Last part of the address. */
  endpoint: string;
}

/** What senders prove themselves with; several while one takes the other's place. */
export interface TriggerSecretsTable {
  id: string;
  trigger_id: string;
  sealed: string;
  created: TimestampColumn;
  /** When it stops to count; null for the one that is in force. */
  expires_at: NullableTimestampColumn;
}

/** One time that a trigger was to start something. */
export interface TriggerEventsTable {
  id: string;
  project_id: string;
  trigger_id: string;
  status: StoredEventStatus;
  idempotency_key: string | null;
  /** Time of a schedule that it stands for. */
  due: NullableTimestampColumn;
  /** The run that it started; of a duplicate the one that the first started. */
  run_id: string | null;
  /** The event that a duplicate repeats. */
  duplicate_of: string | null;
  /** Why it was rejected. */
  error: Json<RunError | null>;
  /** Whether its end tells how the trigger fares: a duplicate's does not, nor does what a sender got wrong. */
  counted: Defaulted<boolean>;
  created: TimestampColumn;
}

/** A key under which a trigger starts nothing again for a time. */
export interface TriggerKeysTable {
  trigger_id: string;
  key: string;
  /** The event that it was used by. */
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
