import Type from 'typebox';
import { accessErrors } from '../../../src/access/errors.ts';
import { wakeWaitingRuns } from '../../../src/agents/calls/waits.ts';
import { isShownEnabled } from '../../../src/connections/mcp-servers/definition.ts';
import { lockMcpServer } from '../../../src/connections/mcp-servers/queries.ts';
import {
  createMcpTool,
  deleteMcpTool,
  type EditedMcpTool,
  editMcpTool,
  isAcceptance,
} from '../../../src/connections/mcp-servers/tool-edits.ts';
import { listMcpTools, lockMcpTool, type McpToolRow } from '../../../src/connections/mcp-servers/tools.ts';
import { endWaits } from '../../../src/connections/waits.ts';
import { mapPage } from '../../../src/platform/db/pagination.ts';
import { errors, orNotFound } from '../../../src/platform/errors.ts';
import { commonProblems } from '../../../src/platform/problems.ts';
import { DisplayName, Id, NonBlankText, Nullable, VisibleText } from '../../../src/platform/schemas.ts';
import type { Caller } from '../../caller.ts';
import { assertImmutableFields } from '../../immutable-fields.ts';
import { operation } from '../../operation.ts';
import { Envelope, PAGE_QUERY } from '../../plugins/pagination.ts';
import { McpToolRecord, TOOLS, toToolRecord } from './schemas.ts';

const Description = VisibleText(16_384, {
  description: 'Description for models. Null uses the description of the server.',
});
const ReadOnly = Type.Boolean({
  description: 'Whether calls have no side effects, so that the default policy requires no approval. Default false.',
});

const Exposed = Type.Boolean({
  description:
    "Whether callers who may use the server can call the tool through the project's own MCP server. Default false.",
});

const Create = Type.Object({
  name: DisplayName(),
  task_mcp_server_id: Id,
  tool_name: NonBlankText(128, { description: 'Name of the tool at the server.' }),
  description: Type.Optional(Nullable(Description)),
  enabled: Type.Boolean({
    default: true,
    description: 'Whether to allow the tool with its current definition. Default true.',
  }),
  read_only: Type.Optional(ReadOnly),
  exposed_to_agents: Type.Optional(Exposed),
});
const Update = Type.Object({
  name: Type.Optional(Nullable(DisplayName({ description: 'Display name. Null uses the name at the server.' }))),
  description: Type.Optional(Nullable(Description)),
  enabled: Type.Optional(
    Type.Boolean({
      description:
        'Whether the tool is enabled. True allows a new tool, and accepts the new definition of a changed one.',
    }),
  ),
  read_only: Type.Optional(ReadOnly),
  exposed_to_agents: Type.Optional(Exposed),
  task_mcp_server_id: Type.Optional(Id),
  tool_name: Type.Optional(Create.properties.tool_name),
});

const create = operation(
  {
    id: 'task_mcp_tool.create',
    method: 'POST',
    path: TOOLS,
    tag: 'MCP tools',
    summary: 'Allow a tool of an MCP server by name',
    description:
      'Allows a listed tool with its current definition. A tool that the server has not listed gets the status gone, and becomes new once the server lists it.',
    auth: { permission: 'task_mcp_server:edit' },
    request: {
      checks: 'dry-run',
      body: Create,
      idempotent: false,
      example: { name: 'Search', task_mcp_server_id: '0190a000-0000-7000-8000-000000000000', tool_name: 'search' },
    },
    response: { schemas: { 200: McpToolRecord }, errors: { 409: ['MCP_TOOL_ALREADY_EXISTS'] } },
    audit: { event: 'task_mcp_tool.created' },
  },
  async ({ caller, body, change }) => {
    const { task_mcp_server_id: serverId, ...named } = body;
    const row = await change(async (trx) => {
      const server = await lockMcpServer(trx, caller.projectId, serverId);
      if (server === undefined)
        throw errors.invalid('task_mcp_server_id', commonProblems.unknown_resource({ resource: 'mcp_server' }));
      const edited = await createMcpTool(trx, server, named);
      if (edited.accepted) assertUser(caller, serverId);
      return { result: edited.after, audited: toAuditDetails(edited) };
    });
    return toToolRecord(row);
  },
);

const list = operation(
  {
    id: 'task_mcp_tool.list',
    method: 'GET',
    path: TOOLS,
    tag: 'MCP tools',
    summary: 'List MCP tools of the project or of one server',
    auth: { permission: 'task_mcp_server:view' },
    request: { query: Type.Object({ ...PAGE_QUERY, task_mcp_server_id: Type.Optional(Id) }) },
    response: { schemas: { 200: Envelope(McpToolRecord) } },
  },
  async ({ ctx, caller, query, page }) =>
    mapPage(await listMcpTools(ctx.db, caller.projectId, query.task_mcp_server_id, page), toToolRecord),
);

const read = operation(
  {
    id: 'task_mcp_tool.read',
    method: 'GET',
    path: `${TOOLS}/{task_mcp_tool_id}`,
    tag: 'MCP tools',
    summary: 'Get an MCP tool and its pending change',
    auth: { permission: 'task_mcp_server:view' },
    response: { schemas: { 200: McpToolRecord } },
  },
  ({ parents }) => toToolRecord(parents.task_mcp_tool_id),
);

const update = operation(
  {
    id: 'task_mcp_tool.update',
    method: 'POST',
    path: `${TOOLS}/{task_mcp_tool_id}`,
    tag: 'MCP tools',
    summary: 'Update or allow an MCP tool',
    description:
      'Enabling a tool allows its current definition. With an If-Match header, returns a 409 and allows nothing if the tool has changed since it was read. Accepting a change resets `read_only` unless the same update sets it.',
    auth: { permission: 'task_mcp_server:edit' },
    request: { checks: 'dry-run', body: Update, idempotent: false, example: { enabled: true, read_only: true } },
    response: { schemas: { 200: McpToolRecord } },
    audit: { event: 'task_mcp_tool.updated' },
  },
  async ({ ctx, caller, params, body, change }) => {
    const id = params.task_mcp_tool_id;
    const { after } = await change(async (trx) => {
      const locked = await lockMcpTool(trx, id);
      if (locked === undefined || locked.deleted_at !== null) throw errors.notFound('task_mcp_tool', id);
      assertImmutableFields(
        toToolRecord(locked),
        body,
        ['task_mcp_server_id', 'tool_name'],
        'create that tool by its name',
      );
      if (isAcceptance(locked, body)) assertUser(caller, locked.server_id);
      const edited = await editMcpTool(trx, locked, body);
      if (edited.accepted) await endWaits(trx, [id]);
      else if (body.enabled === false) await endWaits(trx, [id], 'the tool was disabled');
      return { result: edited, audited: edited.after === locked ? 'unchanged' : toAuditDetails(edited) };
    });
    await wakeWaitingRuns(ctx, [id]);
    return toToolRecord(after);
  },
);

const remove = operation(
  {
    id: 'task_mcp_tool.delete',
    method: 'DELETE',
    path: `${TOOLS}/{task_mcp_tool_id}`,
    tag: 'MCP tools',
    summary: 'Delete an MCP tool',
    auth: { permission: 'task_mcp_server:edit' },
    request: { idempotent: false },
    response: { schemas: { 200: McpToolRecord } },
    audit: { event: 'task_mcp_tool.deleted' },
  },
  async ({ ctx, parents, change }) => {
    const row = parents.task_mcp_tool_id;
    await change(async (trx) => {
      orNotFound(await deleteMcpTool(trx, row.id), 'task_mcp_tool', row.id);
      await endWaits(trx, [row.id], 'the tool was deleted');
      return { result: undefined, audited: { resource: toResource(row), name: row.tool_name } };
    });
    await wakeWaitingRuns(ctx, [row.id]);
    return { ...toToolRecord(row), deleted: true };
  },
);

/** Throws a 403 unless the caller is a user: only users allow tool definitions. */
function assertUser({ subject }: Caller, serverId: string): void {
  if (subject.type !== 'user')
    throw accessErrors.permissionCheckFailed(subject, { type: 'task_mcp_server', id: serverId }, 'accept');
}

const toResource = ({ id }: McpToolRow) => ({ type: 'task_mcp_tool', id });

/** The audit event of an update. It names the definition by digest because the texts of a server are untrusted. */
function toAuditDetails({ before, after, accepted }: EditedMcpTool) {
  const toPayload = (row: McpToolRow) => ({
    name: row.name,
    enabled: isShownEnabled(row),
    read_only: row.read_only,
    exposed_to_agents: row.exposed_to_agents,
    status: row.status,
    definition: row.pinned_digest,
  });
  const payload = { task_mcp_server_id: after.server_id, accepted, before: toPayload(before), after: toPayload(after) };
  return { resource: toResource(after), name: after.tool_name, payload };
}

export const MCP_TOOL_OPERATIONS = [create, list, read, update, remove];
