import Type, { type Static } from 'typebox';
import type { McpTool } from '../../src/mcp-servers/client/types.ts';
import { isOffered, showsEnabled, unfitBecause } from '../../src/mcp-servers/definition.ts';
import type { ShownMcpServer } from '../../src/mcp-servers/queries.ts';
import { LONGEST_URL } from '../../src/mcp-servers/server-url.ts';
import { wordsOf } from '../../src/mcp-servers/tool-edits.ts';
import type { McpToolRow } from '../../src/mcp-servers/tools.ts';
import { toUrlOrigin } from '../../src/platform/http/url-origin.ts';
import { versioned } from '../plugins/versions.ts';
import { AnyObject, Id, NonEmpty, Nullable, OneOf, Text, Timestamp } from '../schemas.ts';

export const SERVERS = '/org/{org_id}/project/{project_id}/task_mcp_server';
export const TOOLS = '/org/{org_id}/project/{project_id}/task_mcp_tool';

const TRANSPORTS = ['auto', 'streamable_http', 'sse', 'stdio'] as const;
const STRATEGIES = ['bearer', 'header', 'query'] as const;
const AUTH_TYPES = ['none', 'api_key', 'oauth'] as const;
const AUTH_STATUSES = ['authorized', 'needs_authorization', 'failed'] as const;

export const ServerUrl = NonEmpty(LONGEST_URL, {
  description:
    'http or https, without credentials; of a private host only where the installation permits it. `stdio:` and a name is a server that the installation runs itself',
});

/** How an API key is shown to a server. */
export const KEY_FIELDS = {
  api_key_strategy: Type.Optional(
    OneOf(STRATEGIES, { description: 'where the key goes: as a bearer token (default), in a header, or in the query' }),
  ),
  api_key_header_name: Type.Optional(
    Nullable(
      Type.String({
        pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$",
        description: 'name of the header or of the query’s parameter; X-API-Key and api_key where it is null',
      }),
    ),
  ),
};

/** What a server is shown: written, never read. */
export const SECRET_FIELDS = {
  api_key: Type.Optional(
    Nullable(
      Type.String({
        minLength: 1,
        maxLength: 4096,
        pattern: '^[\\x21-\\x7e]+$',
        description: 'null takes it away; never shown',
      }),
    ),
  ),
  auth_session_id: Type.Optional(
    Nullable(Type.String({ format: 'uuid', description: 'of an authorization that came before' })),
  ),
};
/** An OAuth client for authorization servers that register nobody. */
export const CLIENT_FIELDS = {
  client_id: Type.Optional(
    Nullable(NonEmpty(1000, { description: 'OAuth client, for authorization servers that register nobody' })),
  ),
  client_secret: Type.Optional(Nullable(Text(4096, { description: 'of that client, where it has one; never shown' }))),
};

/** What people say of a server. */
export const SERVER_FIELDS = {
  description: Type.Optional(Text(2000)),
  enabled: Type.Optional(Type.Boolean({ description: 'agents are offered the tools of enabled servers only' })),
  transport: Type.Optional(OneOf(TRANSPORTS)),
  ...KEY_FIELDS,
};

export const McpServer = versioned(
  { table: 'mcp_servers', path: `${SERVERS}/{task_mcp_server_id}` },
  Type.Object(
    {
      id: Id,
      name: Type.String(),
      slug: Type.String({ description: 'what the names of its tools begin with, as models are offered them' }),
      description: Type.String(),
      server_url: Type.String({ description: 'scheme and host alone for callers who may not edit the server' }),
      transport: OneOf(TRANSPORTS),
      enabled: Type.Boolean(),
      auth_type: OneOf(AUTH_TYPES),
      auth_status: OneOf(AUTH_STATUSES),
      auth_message: Nullable(Type.String({ description: 'what to do, or what went wrong; null where all is well' })),
      client_id: Nullable(Type.String({ description: 'OAuth client that was given for it' })),
      api_key_strategy: OneOf(STRATEGIES),
      api_key_header_name: Nullable(Type.String()),
      tool_count: Type.Integer({ description: 'tools that the server has, whether they are allowed or not' }),
      changed_tool_count: Type.Integer({
        description: 'tools that were allowed and have changed since: calls of them wait until somebody accepts that',
      }),
      last_refreshed: Nullable(Timestamp),
      created: Timestamp,
      modified: Timestamp,
      deleted: Type.Optional(Type.Boolean()),
    },
    { title: 'McpServer' },
  ),
);

/** An MCP server as callers who may edit it see it; others see scheme and host of its address alone. */
export function serverRecord(
  row: ShownMcpServer,
  mayEdit = true,
): Static<typeof McpServer> & { readonly version: number } {
  const { id, name, slug, description, server_url, transport, enabled, auth_type, auth_status, tool_count } = row;
  return {
    id,
    name,
    slug,
    description,
    server_url: mayEdit ? server_url : toUrlOrigin(server_url),
    transport,
    enabled,
    auth_type,
    auth_status,
    auth_message: row.problem,
    client_id: row.client_id,
    api_key_strategy: row.api_key_strategy,
    api_key_header_name: row.api_key_header_name,
    tool_count,
    changed_tool_count: row.changed_tool_count,
    last_refreshed: row.last_refreshed?.toISOString() ?? null,
    created: row.created.toISOString(),
    modified: row.modified.toISOString(),
    version: row.version,
  };
}

const Definition = Type.Object(
  {
    title: Nullable(Type.String()),
    description: Type.String(),
    input_schema: AnyObject,
    output_schema: Nullable(AnyObject),
    annotations: AnyObject,
  },
  { title: 'McpToolDefinition' },
);

export const McpToolRecord = versioned(
  { table: 'mcp_tools', path: `${TOOLS}/{task_mcp_tool_id}` },
  Type.Object(
    {
      id: Id,
      task_mcp_server_id: Id,
      name: Type.String(),
      tool_name: Type.String({ description: 'what the server calls it' }),
      offered_name: Type.String({ description: 'what models call it; it never changes' }),
      description: Type.String(),
      enabled: Type.Boolean(),
      offered: Type.Boolean({
        description:
          'whether it is among what models are offered: an enabled tool that has changed is, as it was, and a call of it waits until the change is accepted',
      }),
      input_schema: AnyObject,
      status: OneOf(['active', 'new', 'changed', 'gone'], {
        description:
          'active: as it was allowed; new: not allowed yet; changed: blocked until somebody accepts what it has become; gone: the server does not list it',
      }),
      change: Nullable(Type.Object({ before: Definition, after: Definition }, { title: 'McpToolChange' })),
      read_only: Type.Boolean({
        description: 'an editor’s mark that calls change nothing; what the server says does not count',
      }),
      unfit: Nullable(
        Type.String({ description: 'why models are not offered it, enabled or not; null where they can be' }),
      ),
      created: Timestamp,
      modified: Timestamp,
      deleted: Type.Optional(Type.Boolean()),
    },
    { title: 'McpTool' },
  ),
);

export function toolRecord(row: McpToolRow): Static<typeof McpToolRecord> & { readonly version: number } {
  const shown = row.pinned ?? row.listed;
  const unfit = shown === null ? undefined : unfitBecause(shown);
  return {
    id: row.id,
    task_mcp_server_id: row.server_id,
    ...wordsOf(row),
    tool_name: row.tool_name,
    offered_name: row.offered_name,
    enabled: showsEnabled(row),
    offered: isOffered(row) && unfit === undefined,
    input_schema: { ...shown?.inputSchema },
    status: row.status,
    change: changeIn(row),
    read_only: row.read_only,
    unfit: unfit ?? null,
    created: row.created.toISOString(),
    modified: row.modified.toISOString(),
    version: row.version,
  };
}

/** What a tool has become that waits for acceptance. */
function changeIn({ status, pinned, listed }: McpToolRow) {
  if (status !== 'changed' || pinned === null || listed === null) return null;
  return { before: definitionRecord(pinned), after: definitionRecord(listed) };
}

function definitionRecord({
  title,
  description,
  inputSchema,
  outputSchema,
  annotations,
  taskSupport,
}: McpTool): Static<typeof Definition> {
  return {
    title: title ?? null,
    description: description ?? '',
    input_schema: { ...inputSchema },
    output_schema: outputSchema === undefined ? null : { ...outputSchema },
    annotations: { ...annotations, ...(taskSupport && { taskSupport }) },
  };
}
