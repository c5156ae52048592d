import type { ColumnType } from 'kysely';
import type { Defaulted, Json, TimestampColumn } from '../platform/db/columns.ts';

/** Who did it: a person, an OAuth client acting as its project, whoever has a task's token, this installation, or somebody nobody knows. */
export type ActorType = 'user' | 'client' | 'task_token' | 'system' | 'anonymous';

/** A number that the driver reads as text. */
type Bigint = ColumnType<string, number | string, number | string>;

/** The head of a chain of events, whose row is the chain's lock. */
export interface AuditChainsTable {
  /** The project, else the organization, that the chain belongs to; all zeros for the installation's. */
  id: string;
  org_id: string | null;
  project_id: string | null;
  /** Number of the newest event. */
  seq: Bigint;
  /** Hash of the event before the newest. */
  previous_hash: Buffer;
  /** Hash of the newest event. */
  hash: Buffer;
  /** Number of the newest event that retention took away; 0 for none. */
  checkpoint_seq: Defaulted<string>;
  /** Its hash, which the oldest event that is left follows. */
  checkpoint_hash: Defaulted<Buffer>;
  created: TimestampColumn;
  modified: TimestampColumn;
}

/** An event; never changed once it stands. */
export interface AuditEventsTable {
  id: string;
  chain_id: string;
  /** Number in the chain, from 1 without a gap. */
  seq: Bigint;
  org_id: string | null;
  project_id: string | null;
  actor_type: ActorType;
  actor_user_id: string | null;
  /** The API key it was done with. */
  api_key_id: string | null;
  /** The OAuth client it was done with. */
  oauth_client_id: string | null;
  /** E.g. `task.updated`. */
  event_type: string;
  resource_type: string;
  resource_id: string | null;
  message: string;
  labels: Json<Record<string, string>>;
  /** What changed, without secrets, prompts, messages or arguments of tools. */
  payload: Json<Record<string, unknown>>;
  request_id: string | null;
  ip_address: string | null;
  occurred_at: Date;
  /** When it was recorded; later than `occurred_at` only for refusals that were counted together. */
  created: Date;
  previous_hash: Buffer;
  hash: Buffer;
}

/** An event that is stored with what it tells of, and is still to be put into its chain. */
export interface AuditPendingTable {
  id: string;
  chain_id: string;
  event: Json<Record<string, unknown>>;
}

export interface AuditTables {
  audit_pending: AuditPendingTable;
  audit_chains: AuditChainsTable;
  audit_events: AuditEventsTable;
}
