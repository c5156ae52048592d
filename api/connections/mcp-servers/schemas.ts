import Type, { type Static } from 'typebox';
import type { McpTool } from '../../../src/connections/mcp-servers/client/types.ts';
import { findIncompatibility, isOffered, isShownEnabled } from '../../../src/connections/mcp-servers/definition.ts';
import type { ShownMcpServer } from '../../../src/connections/mcp-servers/queries.ts';
import { MAX_URL_LENGTH } from '../../../src/connections/mcp-servers/server-url.ts';
import { getToolTexts } from '../../../src/connections/mcp-servers/tool-edits.ts';
import type { McpToolRow } from '../../../src/connections/mcp-servers/tools.ts';
import { toUrlOrigin } from '../../../src/platform/http/url-origin.ts';
import { createMessageSchemas } from '../../../src/platform/message-schemas.ts';
import { toMessageFields } from '../../../src/platform/messages.ts';
import { definePattern, patternProblems } from '../../../src/platform/patterns.ts';
import {
  AnyObject,
  BoundedText,
  DisplayName,
  Id,
  NonBlankText,
  Nullable,
  StringEnum,
  Timestamp,
  VisibleText,
} from '../../../src/platform/schemas.ts';
import { toVersionedSchema } from '../../plugins/versions.ts';

export const SERVERS = '/org/{org_id}/project/{project_id}/task_mcp_server';
export const TOOLS = '/org/{org_id}/project/{project_id}/task_mcp_tool';

const TRANSPORTS = ['auto', 'streamable_http', 'sse', 'stdio'] as const;
const STRATEGIES = ['bearer', 'header', 'query'] as const;
const AUTH_TYPES = ['none', 'api_key', 'oauth'] as const;
const AUTH_STATUSES = ['authorized', 'needs_authorization', 'failed'] as const;

export const ServerUrl = NonBlankText(MAX_URL_LENGTH, {
  description:
    'http or https URL without credentials; private hosts only if the installation permits them. `stdio:` and a name for a server that the installation runs.',
});

/** How an API key is sent to a server. */
export const KEY_FIELDS = {
  api_key_strategy: Type.Optional(
    StringEnum(STRATEGIES, {
      description: 'Location of the key: bearer token, header or query. Default bearer.',
    }),
  ),
  api_key_header_name: Type.Optional(
    Nullable(
      Type.String({
        pattern: definePattern(patternProblems.invalid_header_name, "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$"),
        description:
          'Name of the header or query parameter. Default `X-API-Key` for a header, `api_key` for a query parameter.',
      }),
    ),
  ),
};

/** Write-only secrets of a server. */
export const SECRET_FIELDS = {
  api_key: Type.Optional(
    Nullable(
      Type.String({
        minLength: 1,
        maxLength: 4096,
        pattern: definePattern(patternProblems.unprintable_text, '^[\\x21-\\x7e]+$'),
        description: 'API key. Null removes it. Never returned.',
      }),
    ),
  ),
  auth_session_id: Type.Optional(
    Nullable(Type.String({ format: 'uuid', description: 'ID of a completed authorization.' })),
  ),
};
/** OAuth client for authorization servers without dynamic client registration. */
const CLIENT_FIELDS = {
  client_id: Type.Optional(
    Nullable(
      NonBlankText(1000, {
        description: 'OAuth client ID, for authorization servers without dynamic client registration.',
      }),
    ),
  ),
  client_secret: Type.Optional(
    Nullable(BoundedText(4096, { description: 'OAuth client secret, if the client has one. Never returned.' })),
  ),
};

/** Editable settings of a server. */
const SERVER_FIELDS = {
  description: Type.Optional(VisibleText(2000)),
  enabled: Type.Optional(
    Type.Boolean({ description: 'Whether agents are offered the tools of the server. Default true.' }),
  ),
  transport: Type.Optional(StringEnum(TRANSPORTS)),
  ...KEY_FIELDS,
};

export const McpServer = toVersionedSchema(
  { table: 'mcp_servers', path: `${SERVERS}/{task_mcp_server_id}` },
  Type.Object(
    {
      id: Id,
      name: Type.String(),
      slug: Type.String({ description: 'Prefix of the tool names that models see.' }),
      description: Type.String(),
      server_url: Type.String({
        description: 'URL of the server. Scheme and host only, for callers without permission to edit.',
      }),
      transport: StringEnum(TRANSPORTS),
      enabled: Type.Boolean(),
      auth_type: StringEnum(AUTH_TYPES),
      auth_status: StringEnum(AUTH_STATUSES),
      ...createMessageSchemas('auth_message', 'Required action, or the error. Null if authorized.'),
      client_id: Nullable(Type.String({ description: 'OAuth client ID set for the server.' })),
      api_key_strategy: StringEnum(STRATEGIES),
      api_key_header_name: Nullable(Type.String()),
      tool_count: Type.Integer({ description: 'Number of tools that the server lists, allowed or not.' }),
      changed_tool_count: Type.Integer({
        description:
          'Number of enabled tools that have changed since they were allowed. Their calls wait until someone accepts the change.',
      }),
      last_refreshed: Nullable(Timestamp),
      created: Timestamp,
      modified: Timestamp,
      deleted: Type.Optional(Type.Boolean()),
    },
    { title: 'McpServer' },
  ),
);

/** Converts a server to its API record. Callers without permission to edit see only the scheme and host of its URL. */
export function toServerRecord(
  row: ShownMcpServer,
  canEdit = true,
): Static<typeof McpServer> & { readonly version: number } {
  const { id, name, slug, description, server_url, transport, enabled, auth_type, auth_status, tool_count } = row;
  return {
    id,
    name,
    slug,
    description,
    server_url: canEdit ? server_url : toUrlOrigin(server_url),
    transport,
    enabled,
    auth_type,
    auth_status,
    ...toMessageFields('auth_message', row.problem),
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

export const McpToolRecord = toVersionedSchema(
  { table: 'mcp_tools', path: `${TOOLS}/{task_mcp_tool_id}` },
  Type.Object(
    {
      id: Id,
      task_mcp_server_id: Id,
      name: Type.String(),
      tool_name: Type.String({ description: 'Name of the tool at the server.' }),
      offered_name: Type.String({ description: 'Name of the tool for models. Never changes.' }),
      description: Type.String(),
      enabled: Type.Boolean(),
      offered: Type.Boolean({
        description:
          'Whether models are offered the tool. A changed tool is offered with its old definition; its calls wait until the change is accepted.',
      }),
      input_schema: AnyObject,
      status: StringEnum(['active', 'new', 'changed', 'gone'], {
        description:
          'active: unchanged since it was allowed; new: not allowed yet; changed: blocked until someone accepts the change; gone: not listed by the server.',
      }),
      change: Nullable(Type.Object({ before: Definition, after: Definition }, { title: 'McpToolChange' })),
      read_only: Type.Boolean({
        description: 'Whether an editor marked calls as free of side effects. Independent of the hints of the server.',
      }),
      exposed_to_agents: Type.Boolean({
        description: "Whether callers who may use the server can call it through the project's own MCP server.",
      }),
      ...createMessageSchemas(
        'unfit',
        'Reason why the tool cannot be offered to models, enabled or not. Null if it can.',
      ),
      created: Timestamp,
      modified: Timestamp,
      deleted: Type.Optional(Type.Boolean()),
    },
    { title: 'McpTool' },
  ),
);

/** Returns the record of a tool of an MCP server. */
export function toToolRecord(row: McpToolRow): Static<typeof McpToolRecord> & { readonly version: number } {
  const shown = row.pinned ?? row.listed;
  const incompatibility = shown === null ? undefined : findIncompatibility(shown);
  return {
    id: row.id,
    task_mcp_server_id: row.server_id,
    ...getToolTexts(row),
    tool_name: row.tool_name,
    offered_name: row.offered_name,
    enabled: isShownEnabled(row),
    offered: isOffered(row) && incompatibility === undefined,
    input_schema: { ...shown?.inputSchema },
    status: row.status,
    change: toChange(row),
    read_only: row.read_only,
    exposed_to_agents: row.exposed_to_agents,
    ...toMessageFields('unfit', incompatibility ?? null),
    created: row.created.toISOString(),
    modified: row.modified.toISOString(),
    version: row.version,
  };
}

/** The pending change of a tool. */
function toChange({ status, pinned, listed }: McpToolRow) {
  if (status !== 'changed' || pinned === null || listed === null) return null;
  return { before: toDefinition(pinned), after: toDefinition(listed) };
}

function toDefinition({
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

/** Body of a new server. */
export const McpServerCreate = Type.Object({
  name: DisplayName(),
  server_url: ServerUrl,
  enable_tools: Type.Boolean({
    default: false,
    description:
      'Whether to allow every tool that the server has now, including tools you have not seen. Default false.',
  }),
  ...SERVER_FIELDS,
  ...SECRET_FIELDS,
  ...CLIENT_FIELDS,
});
/** Body of an update. */
export const McpServerUpdate = Type.Object({
  name: Type.Optional(DisplayName()),
  server_url: Type.Optional(ServerUrl),
  ...SERVER_FIELDS,
  ...SECRET_FIELDS,
  ...CLIENT_FIELDS,
});
