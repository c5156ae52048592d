import type { Defaulted, NullableTimestampColumn, TimestampColumn } from '../platform/db/columns.ts';

/** What the connections of a project are called in the names of their tools; a slug is never given back. */
export interface ConnectionSlugsTable {
  project_id: string;
  slug: string;
}

/** What a connection signs its calls with. */
export interface ConnectionCredentialsTable {
  id: string;
  org_id: string;
  project_id: string;
  /** A `ConnectionSecret` as JSON, sealed to this row. */
  sealed: string;
  /** Counts the secrets that this row has held; raised with each new one. */
  token_version: Defaulted<number>;
  obtained_at: TimestampColumn;
  /** When the access token ends, where that is known. */
  expires_at: NullableTimestampColumn;
  /** Until when one process fetches the next token. */
  lease_until: NullableTimestampColumn;
  /** Since when nothing but a new authorisation by a person helps. */
  lost_at: NullableTimestampColumn;
  created: TimestampColumn;
}

/** Kinds of what is authorised. */
export type AuthKind = 'mcp_server' | 'integration';

/** An authorisation under way at another server. */
export interface ConnectionAuthSessionsTable {
  id: string;
  org_id: string;
  project_id: string;
  /** Who began it, and alone may end it. */
  user_id: string;
  kind: AuthKind;
  /** What is authorised, where that is there already. */
  target_id: string | null;
  /** SHA-256 of the state that goes to the other server and back. */
  state_hash: Buffer;
  /** What has to be remembered until then, as JSON, sealed to this row. */
  sealed: string;
  redirect_to: string | null;
  created: TimestampColumn;
  expires_at: TimestampColumn;
}

export interface ConnectionTables {
  connection_slugs: ConnectionSlugsTable;
  connection_credentials: ConnectionCredentialsTable;
  connection_auth_sessions: ConnectionAuthSessionsTable;
}
