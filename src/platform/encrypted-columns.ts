/**
 * A text column of which every value was made by the key ring's `seal`. Its name is `sealed` or ends in `_sealed`, and
 * the table has a column that names each row.
 */
export interface EncryptedColumn {
  readonly table: string;
  readonly column: string;
  /** The table's primary key: one column of a type that sorts. */
  readonly id: string;
}

/** Where one sealed value stands: it is bound to it, and opens nowhere else. */
export interface EncryptionContext {
  readonly table: string;
  readonly column: string;
  /** What the table's primary key says of the row, as text. */
  readonly row: string;
}

/** The place of a row's value in a column. */
export function toEncryptionContext({ table, column }: EncryptedColumn, row: string): EncryptionContext {
  return { table, column, row };
}

export const SERVER_SECRETS: EncryptedColumn = { table: 'server_secrets', column: 'sealed', id: 'name' };

/** Secrets of connections, and what an authorisation under way has to remember. */
export const CONNECTION_CREDENTIALS: EncryptedColumn = { table: 'connection_credentials', column: 'sealed', id: 'id' };
export const CONNECTION_AUTH_SESSIONS: EncryptedColumn = {
  table: 'connection_auth_sessions',
  column: 'sealed',
  id: 'id',
};

/** What forwarders sign with. */
export const FORWARDER_SECRETS: EncryptedColumn = { table: 'task_forwarder_secrets', column: 'sealed', id: 'id' };

/** Whoever has the id of a session of an MCP server has the session. */
export const MCP_SESSIONS: EncryptedColumn = { table: 'mcp_sessions', column: 'sealed', id: 'id' };

/** What senders prove themselves with to webhooks. */
export const TRIGGER_SECRETS: EncryptedColumn = { table: 'trigger_secrets', column: 'sealed', id: 'id' };

/** Tokens that run one public task; its editors are shown them. */
export const TASK_ACCESS_TOKENS: EncryptedColumn = { table: 'task_access_tokens', column: 'sealed', id: 'id' };

/** Keys of model providers. */
export const MODEL_KEYS: EncryptedColumn = { table: 'model_keys', column: 'sealed', id: 'variable' };

/**
 * Every column that `npm run keys` re-encrypts. A room that keeps a secret adds its line here. The canaries are not
 * among them: each of those belongs to the key it was sealed with.
 */
export const ENCRYPTED_COLUMNS: readonly EncryptedColumn[] = [
  SERVER_SECRETS,
  CONNECTION_CREDENTIALS,
  CONNECTION_AUTH_SESSIONS,
  MCP_SESSIONS,
  TRIGGER_SECRETS,
  FORWARDER_SECRETS,
  TASK_ACCESS_TOKENS,
  MODEL_KEYS,
];
