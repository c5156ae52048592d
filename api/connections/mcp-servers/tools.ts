import Type from 'typebox';
import { accessErrors } from '../../../src/access/errors.ts';
import { wakeWaiting } from '../../../src/agents/calls/waits.ts';
import { showsEnabled } from '../../../src/connections/mcp-servers/definition.ts';
import { lockMcpServer } from '../../../src/connections/mcp-servers/queries.ts';
import {
  accepts,
  createMcpTool,
  deleteMcpTool,
  type EditedMcpTool,
  editMcpTool,
} from '../../../src/connections/mcp-servers/tool-edits.ts';
import { listMcpTools, lockMcpTool, type McpToolRow } from '../../../src/connections/mcp-servers/tools.ts';
import { endWaits } from '../../../src/connections/waits.ts';
import { mapPage } from '../../../src/platform/db/pagination.ts';
import { errors, orNotFound } from '../../../src/platform/errors.ts';
import type { Caller } from '../../caller.ts';
import { assertImmutableFields } from '../../immutable-fields.ts';
import { operation } from '../../operation.ts';
import { Envelope, PAGE_QUERY } from '../../plugins/pagination.ts';
import { Id, NonEmpty, Nullable, PlainName, Text } from '../../schemas.ts';
import { McpToolRecord, TOOLS, toolRecord } from './schemas.ts';

const Description = Text(16_384, {
  description: 'what models are told in place of the server’s words; null for those',
});
const ReadOnly = Type.Boolean({ description: 'calls change nothing, so that the default policy asks nobody' });

const Create = Type.Object({
  name: PlainName(),
  task_mcp_server_id: Id,
  tool_name: NonEmpty(128, { description: 'what the server calls it' }),
  description: Type.Optional(Nullable(Description)),
  enabled: Type.Boolean({ default: true, description: 'allows the tool as the server has it' }),
  read_only: Type.Optional(ReadOnly),
});
const Update = Type.Object({
  name: Type.Optional(Nullable(PlainName({ description: 'null for what the server calls it' }))),
  description: Type.Optional(Nullable(Description)),
  enabled: Type.Optional(
    Type.Boolean({ description: 'true allows a new tool, and accepts what a changed one has become' }),
  ),
  read_only: Type.Optional(ReadOnly),
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
      'A tool that the server was seen to have is allowed as it is. One that it has not been seen to have waits with the status gone, and is new when it shows.',
    auth: { permission: 'task_mcp_server:edit' },
    request: {
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
        throw errors.invalid('task_mcp_server_id', 'no MCP server of this project has this id', 'unknown_resource');
      const edited = await createMcpTool(trx, server, named);
      if (edited.accepted) checkPerson(caller, serverId);
      return { result: edited.after, audited: noted(edited) };
    });
    return toolRecord(row);
  },
);

const list = operation(
  {
    id: 'task_mcp_tool.list',
    method: 'GET',
    path: TOOLS,
    tag: 'MCP tools',
    summary: 'Tools of the MCP servers of the project, or of one of them',
    auth: { permission: 'task_mcp_server:view' },
    request: { query: Type.Object({ ...PAGE_QUERY, task_mcp_server_id: Type.Optional(Id) }) },
    response: { schemas: { 200: Envelope(McpToolRecord) } },
  },
  async ({ ctx, caller, query, page }) =>
    mapPage(await listMcpTools(ctx.db, caller.projectId, query.task_mcp_server_id, page), toolRecord),
);

const read = operation(
  {
    id: 'task_mcp_tool.read',
    method: 'GET',
    path: `${TOOLS}/{task_mcp_tool_id}`,
    tag: 'MCP tools',
    summary: 'Read a tool, with what it has become where that waits for acceptance',
    auth: { permission: 'task_mcp_server:view' },
    response: { schemas: { 200: McpToolRecord } },
  },
  ({ parents }) => toolRecord(parents.task_mcp_tool_id),
);

const update = operation(
  {
    id: 'task_mcp_tool.update',
    method: 'POST',
    path: `${TOOLS}/{task_mcp_tool_id}`,
    tag: 'MCP tools',
    summary: 'Edit a tool; enabling it allows it as it is',
    description:
      'With an If-Match header what is allowed is what was read: where the tool has changed since, it is a 409 and nothing is allowed. The mark read_only is taken off a tool whose change is accepted, unless the same edit sets it.',
    auth: { permission: 'task_mcp_server:edit' },
    request: { body: Update, idempotent: false, example: { enabled: true, read_only: true } },
    response: { schemas: { 200: McpToolRecord } },
    audit: { event: 'task_mcp_tool.updated' },
  },
  async ({ ctx, caller, params, body, change }) => {
    const id = params.task_mcp_tool_id;
    const { after } = await change(async (trx) => {
      const locked = await lockMcpTool(trx, id);
      if (locked === undefined || locked.deleted_at !== null) throw errors.notFound('task_mcp_tool', id);
      assertImmutableFields(
        toolRecord(locked),
        body,
        ['task_mcp_server_id', 'tool_name'],
        'create that tool by its name',
      );
      if (accepts(locked, body)) checkPerson(caller, locked.server_id);
      const edited = await editMcpTool(trx, locked, body);
      if (edited.accepted) await endWaits(trx, [id]);
      else if (body.enabled === false) await endWaits(trx, [id], 'the tool was disabled');
      return { result: edited, audited: edited.after === locked ? 'unchanged' : noted(edited) };
    });
    await wakeWaiting(ctx, [id]);
    return toolRecord(after);
  },
);

const remove = operation(
  {
    id: 'task_mcp_tool.delete',
    method: 'DELETE',
    path: `${TOOLS}/{task_mcp_tool_id}`,
    tag: 'MCP tools',
    summary: 'Delete a tool here; it comes back when it is created again',
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
      return { result: undefined, audited: { resource: resourceOf(row), name: row.tool_name } };
    });
    await wakeWaiting(ctx, [row.id]);
    return { ...toolRecord(row), deleted: true };
  },
);

/** Which definitions a server's tools may have is for people to say, as approvals are. */
function checkPerson({ subject }: Caller, serverId: string): void {
  if (subject.type !== 'user')
    throw accessErrors.permissionCheckFailed(subject, { type: 'task_mcp_server', id: serverId }, 'accept');
}

const resourceOf = ({ id }: McpToolRow) => ({ type: 'task_mcp_tool', id });

/** An event tells which definition was allowed by its digest; the words of a server may be anything. */
function noted({ before, after, accepted }: EditedMcpTool) {
  const told = (row: McpToolRow) => ({
    name: row.name,
    enabled: showsEnabled(row),
    read_only: row.read_only,
    status: row.status,
    definition: row.pinned_digest,
  });
  const payload = { task_mcp_server_id: after.server_id, accepted, before: told(before), after: told(after) };
  return { resource: resourceOf(after), name: after.tool_name, payload };
}

export const MCP_TOOL_OPERATIONS = [create, list, read, update, remove];
