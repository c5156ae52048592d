import type { Defaulted, Json, NullableTimestampColumn, TimestampColumn, Version } from '../../platform/db/columns.ts';
import type { Message } from '../../platform/messages.ts';
import type { DeliveryStatus, ForwarderStatus } from './contract.ts';
import type { ForwarderConfig } from './kinds/kind.ts';

/** Forwarders of finished task runs: the editable fields. */
export interface TaskForwardersTable {
  id: string;
  org_id: string;
  project_id: string;
  /** Name of the kind. */
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

/** State of a forwarder. Every forwarder has a row. */
export interface TaskForwarderStatesTable {
  forwarder_id: string;
  status: Defaulted<ForwarderStatus>;
  /** Reason of the pause. */
  reason: Json<Message | null>;
  paused_at: NullableTimestampColumn;
  /** Whether a mail to its owner about the pause is pending. */
  /** Start of consecutive failures. Null if the last attempt succeeded. */
  failing_since: NullableTimestampColumn;
  /** Precise to the minute, since it is not updated with each delivery. */
  last_delivered: NullableTimestampColumn;
}

/** Signing secrets of deliveries. */
interface TaskForwarderSecretsTable {
  id: string;
  forwarder_id: string;
  sealed: string;
  created: TimestampColumn;
  /** Time until which a rotated secret still signs. Null for the current one. */
  expires_at: NullableTimestampColumn;
}

/** Delivery of a finished run to a forwarder. Its ID is the message ID of all attempts. */
export interface ForwardDeliveriesTable {
  id: string;
  org_id: string;
  project_id: string;
  forwarder_id: string;
  task_id: string;
  run_id: string;
  status: Defaulted<DeliveryStatus>;
  /** Total number of attempts. */
  attempts: Defaulted<number>;
  /** Number of attempts since `tries_since`. */
  tries: Defaulted<number>;
  /** Start of the current series of attempts. Delays and the maximum duration count from it. */
  tries_since: TimestampColumn;
  /** Time of the next attempt. Null if it has ended or waits for its forwarder. */
  due_at: NullableTimestampColumn;
  /** Recipients that have already received it. */
  reached: Defaulted<string[]>;
  /** Reason of the last failure. */
  reason: Json<Message | null>;
  created: TimestampColumn;
  delivered: NullableTimestampColumn;
}

/** An attempt at a delivery. */
export interface ForwardAttemptsTable {
  delivery_id: string;
  number: number;
  forwarder_id: string;
  /** Null while in progress, or if its process ended. */
  outcome: 'delivered' | 'failed' | null;
  /** Status of the HTTP response, if any. */
  status_code: number | null;
  reason: Json<Message | null>;
  /** First characters of an unsuccessful response. */
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
