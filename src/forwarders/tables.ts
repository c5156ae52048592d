import type { Defaulted, Json, NullableTimestampColumn, TimestampColumn, Version } from '../platform/db/columns.ts';
import type { DeliveryStatus, ForwarderStatus } from './contract.ts';
import type { ForwarderConfig } from './kinds/kind.ts';

/** Where ends of task runs are forwarded to, as people edit it. */
export interface TaskForwardersTable {
  id: string;
  org_id: string;
  project_id: string;
  /** Name of its kind. */
  type: string;
  name: string;
  config: Json<ForwarderConfig>;
  created_by_type: string;
  created_by: string;
  created: TimestampColumn;
  modified: TimestampColumn;
  deleted_at: NullableTimestampColumn;
  version: Version;
}

/** What becomes of a forwarder by itself; every forwarder has a row. */
export interface TaskForwarderStatesTable {
  forwarder_id: string;
  status: Defaulted<ForwarderStatus>;
  /** Why it is paused. */
  reason: string | null;
  paused_at: NullableTimestampColumn;
  /** Whether its owner is still to be mailed that it was paused. */
  untold: Defaulted<boolean>;
  /** Since when nothing but failures came of it; null where its last attempt went well. */
  failing_since: NullableTimestampColumn;
  /** To the minute: it is not written with each delivery. */
  last_delivered: NullableTimestampColumn;
}

/** What deliveries are signed with. */
export interface TaskForwarderSecretsTable {
  id: string;
  forwarder_id: string;
  sealed: string;
  created: TimestampColumn;
  /** Until when one that was exchanged still signs; null for the one that counts. */
  expires_at: NullableTimestampColumn;
}

/** The end of a run on its way to a forwarder. Its id is the message's, in all tries. */
export interface ForwardDeliveriesTable {
  id: string;
  org_id: string;
  project_id: string;
  forwarder_id: string;
  task_id: string;
  run_id: string;
  status: Defaulted<DeliveryStatus>;
  /** All that there were. */
  attempts: Defaulted<number>;
  /** Attempts since … */
  tries: Defaulted<number>;
  /** … this time, from which the waits and the day of tries are counted. */
  tries_since: TimestampColumn;
  /** When it is tried next; null where it is not: it has ended, or waits for its forwarder to be resumed. */
  due_at: NullableTimestampColumn;
  /** Who has it already, where there are several. */
  reached: Defaulted<string[]>;
  /** Why the last attempt failed. */
  reason: string | null;
  created: TimestampColumn;
  delivered: NullableTimestampColumn;
}

/** One try at a delivery. */
export interface ForwardAttemptsTable {
  delivery_id: string;
  number: number;
  forwarder_id: string;
  /** Null while it is under way, and where its process ended meanwhile. */
  outcome: 'delivered' | 'failed' | null;
  /** Of the HTTP answer, where there was one. */
  status_code: number | null;
  reason: string | null;
  /** Beginning of the answer, where it was no success. */
  excerpt: string | null;
  duration_ms: number | null;
  created: TimestampColumn;
}

export interface ForwarderTables {
  task_forwarders: TaskForwardersTable;
  task_forwarder_states: TaskForwarderStatesTable;
  task_forwarder_secrets: TaskForwarderSecretsTable;
  forward_deliveries: ForwardDeliveriesTable;
  forward_attempts: ForwardAttemptsTable;
}
