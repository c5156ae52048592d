/**
 * A text column in which the key ring encrypted every value. Its name is `sealed` or ends in `_sealed`, and the table
 * has a primary key of one column.
 */
export interface EncryptedColumn {
  readonly table: string;
  readonly column: string;
  /** Primary key: one column of a sortable type. */
  readonly id: string;
}

/** Location that a ciphertext is bound to. It cannot be decrypted elsewhere. */
export interface EncryptionContext {
  readonly table: string;
  readonly column: string;
  /** Primary key of the row as text. */
  readonly row: string;
}

/** Returns the encryption context of a row. */
export function toEncryptionContext({ table, column }: EncryptedColumn, row: string): EncryptionContext {
  return { table, column, row };
}

export const SERVER_SECRETS: EncryptedColumn = { table: 'server_secrets', column: 'sealed', id: 'name' };

/** Secrets of connections, and state of authorizations in progress. */
export const CONNECTION_CREDENTIALS: EncryptedColumn = { table: 'connection_credentials', column: 'sealed', id: 'id' };
export const CONNECTION_AUTH_SESSIONS: EncryptedColumn = {
  table: 'connection_auth_sessions',
  column: 'sealed',
  id: 'id',
};

/** Signing secrets of forwarders. */
export const FORWARDER_SECRETS: EncryptedColumn = { table: 'task_forwarder_secrets', column: 'sealed', id: 'id' };

/** Session ids of MCP servers; the id alone gives access to the session. */
export const MCP_SESSIONS: EncryptedColumn = { table: 'mcp_sessions', column: 'sealed', id: 'id' };

/** Secrets that authenticate webhook senders. */
export const TRIGGER_SECRETS: EncryptedColumn = { table: 'trigger_secrets', column: 'sealed', id: 'id' };

/** Tokens that run one public task. Its editors can read them. */
export const TASK_ACCESS_TOKENS: EncryptedColumn = { table: 'task_access_tokens', column: 'sealed', id: 'id' };

/** API keys of model providers. */
export const MODEL_KEYS: EncryptedColumn = { table: 'model_keys', column: 'sealed', id: 'variable' };

/**
 * All columns that `npm run keys` reencrypts. A module that stores a secret adds its column here. Canaries are
 * excluded: each belongs to its key.
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
