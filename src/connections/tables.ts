import type { Defaulted, NullableTimestampColumn, TimestampColumn } from '../platform/db/columns.ts';

/** Slugs of connections. A slug is never reused. */
interface ConnectionSlugsTable {
  project_id: string;
  slug: string;
}

/** The secret that authenticates the calls of a connection. */
interface ConnectionCredentialsTable {
  id: string;
  org_id: string;
  project_id: string;
  /** A `ConnectionSecret` as JSON, encrypted for this row. */
  sealed: string;
  /** Incremented with each new secret. */
  token_version: Defaulted<number>;
  obtained_at: TimestampColumn;
  /** Expiry of the access token, if known. */
  expires_at: NullableTimestampColumn;
  /** End of the refresh lease. */
  lease_until: NullableTimestampColumn;
  /** Time since which a new authorization is required. */
  lost_at: NullableTimestampColumn;
  created: TimestampColumn;
}

/** Kinds of connections that users authorize. */
export type AuthKind = 'mcp_server' | 'integration';

/** An authorization in progress. */
interface ConnectionAuthSessionsTable {
  id: string;
  org_id: string;
  project_id: string;
  /** The user who started it. Only this user can complete it. */
  user_id: string;
  kind: AuthKind;
  /** The connection to authorize. Null if it does not exist yet. */
  target_id: string | null;
  /** SHA-256 of the OAuth state. */
  state_hash: Buffer;
  /** Data for the callback as JSON, encrypted for this row. */
  sealed: string;
  redirect_to: string | null;
  created: TimestampColumn;
  expires_at: TimestampColumn;
}

/** Last time a connection or tool that runs may wait for was repaired or removed. */
interface AwaitedChangesTable {
  on_id: string;
  /** ID of that transaction. */
  xid: Defaulted<string>;
  at: TimestampColumn;
}

export interface ConnectionTables {
  awaited_changes: AwaitedChangesTable;
  connection_slugs: ConnectionSlugsTable;
  connection_credentials: ConnectionCredentialsTable;
  connection_auth_sessions: ConnectionAuthSessionsTable;
}
