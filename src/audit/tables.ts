import type { ColumnType } from 'kysely';
import type { Defaulted, Json, TimestampColumn } from '../platform/db/columns.ts';

/**
 * Type of the actor: a user, a client acting as its project, a task token, the installation or an unauthenticated
 * caller.
 */
export type ActorType = 'user' | 'client' | 'task_token' | 'system' | 'anonymous';

/** 64-bit number, which the driver reads as text. */
type Bigint = ColumnType<string, number | string, number | string>;

/** Head of a chain. Locking this row locks the chain. */
interface AuditChainsTable {
  /** Project or organization of the chain; all zeros for the installation. */
  id: string;
  org_id: string | null;
  project_id: string | null;
  /** Number of the newest event. */
  seq: Bigint;
  /** Hash of the second newest event. */
  previous_hash: Buffer;
  /** Hash of the newest event. */
  hash: Buffer;
  /** Number of the newest event that retention deleted; 0 for none. */
  checkpoint_seq: Defaulted<string>;
  /** Hash of that event, which precedes the oldest remaining event. */
  checkpoint_hash: Defaulted<Buffer>;
  created: TimestampColumn;
  modified: TimestampColumn;
}

/** Audit event. Immutable. */
export interface AuditEventsTable {
  id: string;
  chain_id: string;
  /** Number in the chain, starting at 1 without gaps. */
  seq: Bigint;
  org_id: string | null;
  project_id: string | null;
  actor_type: ActorType;
  actor_user_id: string | null;
  /** API key of the request. */
  api_key_id: string | null;
  /** OAuth client of the request. */
  oauth_client_id: string | null;
  /** For example `task.updated`. */
  event_type: string;
  resource_type: string;
  resource_id: string | null;
  message: string;
  labels: Json<Record<string, string>>;
  /** Changed values without secrets, prompts, messages or tool arguments. */
  payload: Json<Record<string, unknown>>;
  request_id: string | null;
  ip_address: string | null;
  occurred_at: Date;
  /** Recording time; later than `occurred_at` only for counted refusals. */
  created: Date;
  previous_hash: Buffer;
  hash: Buffer;
}

/** Event stored with its change, to be appended to its chain later. */
interface AuditPendingTable {
  id: string;
  chain_id: string;
  event: Json<Record<string, unknown>>;
}

export interface AuditTables {
  audit_pending: AuditPendingTable;
  audit_chains: AuditChainsTable;
  audit_events: AuditEventsTable;
}
