import type { Defaulted, Json, NullableTimestampColumn, TimestampColumn, Version } from '../../platform/db/columns.ts';
import type { Message } from '../../platform/messages.ts';
import type { ApiKeyStrategy, McpTool, McpTransport, McpVerdict } from './client/types.ts';

/** Authentication type of a server. */
export type McpAuthType = 'none' | 'api_key' | 'oauth';
/** Whether calls are possible. `failed` if the last discovery failed. */
type McpAuthStatus = 'authorized' | 'needs_authorization' | 'failed';

/** An MCP server of a project: its editable fields. */
export interface McpServersTable {
  id: string;
  org_id: string;
  project_id: string;
  name: string;
  /** Prefix of its tool names. Stays on rename. */
  slug: string;
  description: string;
  server_url: string;
  transport: McpTransport | 'auto';
  enabled: boolean;
  api_key_strategy: ApiKeyStrategy;
  /** Name of the header or query parameter. Null for the default. */
  api_key_header_name: string | null;
  created_by: string | null;
  created: TimestampColumn;
  modified: TimestampColumn;
  deleted_at: NullableTimestampColumn;
  version: Version;
}

/** State of a server; one row per server. */
export interface McpServerStatesTable {
  server_id: string;
  auth_type: McpAuthType;
  auth_status: McpAuthStatus;
  /** Credential with the API key or tokens. */
  credential_id: string | null;
  /** OAuth client ID set by an editor. */
  client_id: Defaulted<string | null>;
  /** Credential with the secret of that client. */
  client_credential_id: string | null;
  /**
   * Scopes that the server required when it rejected calls, separated by spaces. The next authorization requests them.
   */
  wanted_scope: Defaulted<string | null>;
  /** What to do if it is not authorized, or why the last discovery failed. */
  problem: Json<Message | null>;
  /** Detected transport and protocol. */
  verdict: Json<McpVerdict | null>;
  /** Time of the request for the current listing. Results of earlier requests are ignored. */
  listed_as_of: NullableTimestampColumn;
  last_refreshed: NullableTimestampColumn;
}

/**
 * `active`: unchanged since it was allowed; `new`: not allowed yet; `changed`: differs from the allowed definition;
 * `gone`: not listed by the server.
 */
export type McpToolStatus = 'active' | 'new' | 'changed' | 'gone';

/** A tool of a server. */
export interface McpToolsTable {
  id: string;
  server_id: string;
  project_id: string;
  /** Name at the server. */
  tool_name: string;
  /** Name for models. Never changes. */
  offered_name: string;
  /** Display name. Null for the title or name at the server. */
  name: string | null;
  /** Description for models, instead of that of the server. */
  description: string | null;
  /** Whether users enabled it. A changed tool is blocked regardless. */
  enabled: boolean;
  /** Whether an editor marked calls as free of side effects. */
  read_only: Defaulted<boolean>;
  /** Whether outside agents can call it through the project's own MCP server. */
  exposed_to_agents: Defaulted<boolean>;
  status: McpToolStatus;
  /** Allowed definition. Null if never allowed. */
  pinned: Json<McpTool | null>;
  pinned_digest: string | null;
  /** Last listed definition. Null if never listed. */
  listed: Json<McpTool | null>;
  listed_digest: string | null;
  created: TimestampColumn;
  modified: TimestampColumn;
  deleted_at: NullableTimestampColumn;
  version: Version;
}

/** Digests of definitions that a user saw before creating a server. */
interface McpListingsShownTable {
  project_id: string;
  user_id: string;
  server_url: string;
  digests: Json<readonly string[]>;
  shown: TimestampColumn;
}

/** A session of a run at a server. */
export interface McpSessionsTable {
  id: string;
  run_id: string;
  server_id: string;
  /** Encrypted session ID. Empty if the server has no sessions. */
  sealed: string;
  protocol_version: string;
  created: TimestampColumn;
  used: TimestampColumn;
}

/** A completed authorization without a server yet. Its ID is that of the authorization. */
interface McpAuthGrantsTable {
  id: string;
  org_id: string;
  project_id: string;
  user_id: string;
  server_url: string;
  credential_id: string;
  expires_at: TimestampColumn;
}

export interface McpServerTables {
  mcp_auth_grants: McpAuthGrantsTable;
  mcp_servers: McpServersTable;
  mcp_server_states: McpServerStatesTable;
  mcp_tools: McpToolsTable;
  mcp_listings_shown: McpListingsShownTable;
  mcp_sessions: McpSessionsTable;
}
