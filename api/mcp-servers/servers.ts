import Type from 'typebox';
import * as servers from '../../src/mcp-servers/queries.ts';
import { serverUrl } from '../../src/mcp-servers/server-url.ts';
import { mapPage } from '../../src/platform/db/pagination.ts';
import { orNotFound } from '../../src/platform/errors.ts';
import { operation } from '../operation.ts';
import { Envelope, PAGE_QUERY } from '../plugins/pagination.ts';
import { NonEmpty } from '../schemas.ts';
import { McpServer, SERVER_FIELDS, SERVERS, ServerUrl, serverRecord } from './schemas.ts';

const Create = Type.Object({ name: NonEmpty(200), server_url: ServerUrl, ...SERVER_FIELDS });
const Update = Type.Object({ name: Type.Optional(NonEmpty(200)), ...SERVER_FIELDS });

const create = operation(
  {
    id: 'task_mcp_server.create',
    method: 'POST',
    path: SERVERS,
    tag: 'MCP servers',
    summary: 'Create an MCP server',
    access: 'project:create_mcp_server',
    body: Create,
    answers: { 200: McpServer },
    audit: 'task_mcp_server.created',
    idempotent: false,
    examples: { body: { name: 'Docs', server_url: 'https://mcp.example.com/mcp' } },
  },
  async ({ caller, body, change }) => {
    serverUrl(body.server_url);
    const owner = { orgId: caller.orgId, projectId: caller.projectId, userId: caller.subject.id };
    const { name, server_url, description = '', enabled = true, transport = 'auto' } = body;
    const { api_key_strategy = 'bearer', api_key_header_name = null } = body;
    const fields = { name, server_url, description, enabled, transport, api_key_strategy, api_key_header_name };
    const row = await change(async (trx) => {
      const made = await servers.createMcpServer(trx, owner, fields, {
        auth_type: 'none',
        auth_status: 'authorized',
        credential_id: null,
        client_credential_id: null,
        problem: null,
        verdict: null,
      });
      const resource = { type: 'task_mcp_server', id: made.id };
      return { result: made, audited: { resource, name, payload: { server_url } } };
    });
    return serverRecord(row);
  },
);

const list = operation(
  {
    id: 'task_mcp_server.list',
    method: 'GET',
    path: SERVERS,
    tag: 'MCP servers',
    summary: 'MCP servers of the project',
    access: 'project:view',
    query: Type.Object(PAGE_QUERY),
    answers: { 200: Envelope(McpServer) },
  },
  async ({ ctx, caller, page }) => mapPage(await servers.listMcpServers(ctx.db, caller.projectId, page), serverRecord),
);

const read = operation(
  {
    id: 'task_mcp_server.read',
    method: 'GET',
    path: `${SERVERS}/{task_mcp_server_id}`,
    tag: 'MCP servers',
    summary: 'Read an MCP server',
    access: 'task_mcp_server:view',
    answers: { 200: McpServer },
  },
  ({ parents }) => serverRecord(parents.task_mcp_server_id),
);

const update = operation(
  {
    id: 'task_mcp_server.update',
    method: 'POST',
    path: `${SERVERS}/{task_mcp_server_id}`,
    tag: 'MCP servers',
    summary: 'Edit an MCP server; its address stays what it is',
    access: 'task_mcp_server:edit',
    body: Update,
    answers: { 200: McpServer },
    audit: 'task_mcp_server.updated',
    idempotent: false,
    examples: { body: { description: 'What is written about our products.' } },
  },
  async ({ caller, params, body, change }) => {
    const id = params.task_mcp_server_id;
    const { name, description, enabled, transport, api_key_strategy, api_key_header_name } = body;
    const given = { name, description, enabled, transport, api_key_strategy, api_key_header_name };
    const row = await change(async (trx) => {
      const locked = orNotFound(await servers.lockMcpServer(trx, caller.projectId, id), 'task_mcp_server', id);
      const changed = Object.entries(given).filter(
        ([field, value]) => value !== undefined && value !== Reflect.get(locked, field),
      );
      if (changed.length === 0) return { result: locked, audited: 'unchanged' };
      await servers.updateMcpServer(trx, id, Object.fromEntries(changed));
      const edited = orNotFound(await servers.findMcpServer(trx, caller.projectId, id), 'task_mcp_server', id);
      const before = Object.fromEntries(changed.map(([field]) => [field, Reflect.get(locked, field)]));
      const payload = { before, after: Object.fromEntries(changed) };
      return { result: edited, audited: { resource: { type: 'task_mcp_server', id }, name: edited.name, payload } };
    });
    return serverRecord(row);
  },
);

const remove = operation(
  {
    id: 'task_mcp_server.delete',
    method: 'DELETE',
    path: `${SERVERS}/{task_mcp_server_id}`,
    tag: 'MCP servers',
    summary: 'Delete an MCP server with its credentials; runs that called it stay readable',
    access: 'task_mcp_server:delete',
    answers: { 200: McpServer },
    audit: 'task_mcp_server.deleted',
    idempotent: false,
  },
  async ({ parents, change }) => {
    const row = parents.task_mcp_server_id;
    await change(async (trx) => {
      await servers.deleteMcpServer(trx, row.id);
      return { result: undefined, audited: { resource: { type: 'task_mcp_server', id: row.id }, name: row.name } };
    });
    return { ...serverRecord(row), deleted: true };
  },
);

export const MCP_SERVER_RECORD_OPERATIONS = [create, list, read, update, remove];
