import type { Defaulted, Json, NullableTimestampColumn, TimestampColumn, Version } from '../platform/db/columns.ts';
import type { ApiKeyStrategy, McpTool, McpTransport, McpVerdict } from './client/types.ts';

/** How a server knows who asks. */
export type McpAuthType = 'none' | 'api_key' | 'oauth';
/** Whether calls can be made; `failed` where the last look at the server came to nothing. */
export type McpAuthStatus = 'authorized' | 'needs_authorization' | 'failed';

/** An MCP server of a project, as people edit it. */
export interface McpServersTable {
  id: string;
  org_id: string;
  project_id: string;
  name: string;
  /** What its tools' names begin with; it stays when the server is renamed. */
  slug: string;
  description: string;
  server_url: string;
  transport: McpTransport | 'auto';
  enabled: boolean;
  api_key_strategy: ApiKeyStrategy;
  /** Name of the header or of the query's parameter; null for the usual one. */
  api_key_header_name: string | null;
  created_by: string | null;
  created: TimestampColumn;
  modified: TimestampColumn;
  deleted_at: NullableTimestampColumn;
  version: Version;
}

/** What becomes of a server by itself; every server has a row. */
export interface McpServerStatesTable {
  server_id: string;
  auth_type: McpAuthType;
  auth_status: McpAuthStatus;
  /** The API key, or the tokens. */
  credential_id: string | null;
  /** The OAuth client that an editor gave … */
  client_id: Defaulted<string | null>;
  /** … and its secret, where it has one. */
  client_credential_id: string | null;
  /** Scopes that it wanted when it refused calls, apart by spaces: the next authorization asks for them too. */
  wanted_scope: Defaulted<string | null>;
  /** What to do where it is not authorized, or what went wrong with the last look at its tools. */
  problem: string | null;
  /** How it was found to speak. */
  verdict: Json<McpVerdict | null>;
  /** When the listing was asked for that the tools are from: an older answer that comes later is void. */
  listed_as_of: NullableTimestampColumn;
  last_refreshed: NullableTimestampColumn;
}

/**
 * `active`: the server has it as it was allowed; `new`: nobody allowed it yet; `changed`: it is not what was allowed; `gone`:
 * the server does not list it.
 */
export type McpToolStatus = 'active' | 'new' | 'changed' | 'gone';

/** A tool of a server. */
export interface McpToolsTable {
  id: string;
  server_id: string;
  project_id: string;
  /** What the server calls it. */
  tool_name: string;
  /** What models call it; it never changes. */
  offered_name: string;
  /** What people call it; null for the server's title or name. */
  name: string | null;
  /** What models are told of it in place of the server's words. */
  description: string | null;
  /** Whether people want it used. A changed tool is not used all the same. */
  enabled: boolean;
  /** An editor's mark that calls change nothing. */
  read_only: Defaulted<boolean>;
  status: McpToolStatus;
  /** The definition that a person allowed; null where nobody did. */
  pinned: Json<McpTool | null>;
  pinned_digest: string | null;
  /** The definition that the server listed last; null where it never did. */
  listed: Json<McpTool | null>;
  listed_digest: string | null;
  created: TimestampColumn;
  modified: TimestampColumn;
  deleted_at: NullableTimestampColumn;
  version: Version;
}

/** Which definitions a person was shown of a server before it was made. */
export interface McpListingsShownTable {
  project_id: string;
  user_id: string;
  server_url: string;
  digests: Json<readonly string[]>;
  shown: TimestampColumn;
}

/** A session that a server gave a run, for its next call. */
export interface McpSessionsTable {
  id: string;
  run_id: string;
  server_id: string;
  /** The server's id of it; empty where it needs none. */
  sealed: string;
  protocol_version: string;
  created: TimestampColumn;
  used: TimestampColumn;
}

/** What an authorization came to whose server is not made yet; its maker names it by the id of the authorization. */
export interface McpAuthGrantsTable {
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
