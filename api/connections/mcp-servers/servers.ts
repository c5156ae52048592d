import Type, { type Static } from 'typebox';
import { hasPermission } from '../../../src/access/permissions.ts';
import { getGrantsOn } from '../../../src/access/principal-grants.ts';
import { wakeWaitingRuns } from '../../../src/agents/calls/waits.ts';
import { deleteCredential } from '../../../src/connections/credentials.ts';
import { discoverServerTools, discoverTools, toServerState } from '../../../src/connections/mcp-servers/discovery.ts';
import { getPreviewDigests } from '../../../src/connections/mcp-servers/previews.ts';
import * as servers from '../../../src/connections/mcp-servers/queries.ts';
import { recordDiscovery } from '../../../src/connections/mcp-servers/record-discovery.ts';
import { createTarget } from '../../../src/connections/mcp-servers/target.ts';
import { listMcpServerTools } from '../../../src/connections/mcp-servers/tools.ts';
import { endWaits } from '../../../src/connections/waits.ts';
import { mapPage } from '../../../src/platform/db/pagination.ts';
import { orNotFound } from '../../../src/platform/errors.ts';
import { omitUndefined } from '../../../src/platform/omit-undefined.ts';
import type { Caller } from '../../caller.ts';
import type { ApiContext } from '../../context.ts';
import { operation } from '../../operation.ts';
import { Envelope, PAGE_QUERY } from '../../plugins/pagination.ts';
import { NOT_DELETED } from '../../record-limit.ts';
import { type ResolvedAuth, storeAuth, storeClient } from './credentials.ts';
import { McpServer, McpServerCreate, McpServerUpdate, SERVERS, toServerRecord } from './schemas.ts';
import { checkChangedServer, checkNewServer, NO_CLIENT } from './server-checks.ts';

const create = operation(
  {
    id: 'task_mcp_server.create',
    method: 'POST',
    path: SERVERS,
    tag: 'MCP servers',
    summary: 'Create an MCP server and list its tools',
    description:
      'Tools that `discover` returned to you within the last hour start enabled if they have not changed since. All others start disabled unless `enable_tools` is true. An unreachable server and one that requires authorization are created, too; `auth_status` shows the state.',
    recordLimit: { table: 'mcp_servers', label: 'MCP servers', condition: NOT_DELETED },
    auth: { permission: 'project:create_mcp_server' },
    request: {
      body: McpServerCreate,
      checks: ({ ctx, caller, body }) => checkNewServer(ctx, caller, body),
      idempotent: false,
      example: { name: 'Docs', server_url: 'https://mcp.example.com/mcp' },
    },
    response: { schemas: { 200: McpServer } },
    audit: { event: 'task_mcp_server.created' },
  },
  async ({ ctx, caller, body, change }) => {
    const { name, server_url, description = '', enabled = true, transport = 'auto' } = body;
    const { api_key_strategy = 'bearer', api_key_header_name = null } = body;
    const fields = { name, server_url, description, enabled, transport, api_key_strategy, api_key_header_name };
    const given = (await checkNewServer(ctx, caller, body)) ?? NO_AUTH;
    const target = createTarget(ctx.config, {
      url: server_url,
      transport,
      verdict: null,
      credential: given.credential,
    });
    const discovery = await discoverTools(ctx, target);
    const allowed = await getAllowedDefinitions(ctx, caller, body);
    const row = await change(async (trx) => {
      const owner = { orgId: caller.orgId, projectId: caller.projectId, userId: caller.subject.id };
      const credential_id = await storeAuth(ctx, trx, caller, given, null);
      const client = await storeClient(ctx, trx, caller, body, NO_CLIENT);
      const state = {
        verdict: null,
        ...toServerState(discovery, given.authType),
        credential_id,
        ...NO_CLIENT,
        ...client,
      };
      const created = await servers.createMcpServer(trx, owner, fields, state);
      const recorded = await recordDiscovery(trx, created, discovery, allowed);
      const added = recorded.changes?.added.length ?? 0;
      const payload = { server_url, auth_type: state.auth_type, tools: added };
      const resource = { type: 'task_mcp_server', id: created.id };
      return { result: await reload(trx, caller, created.id), audited: { resource, name, payload } };
    });
    return toServerRecord(row);
  },
);

const NO_AUTH: ResolvedAuth = { authType: 'none', credential: { kind: 'none' } };

/** Returns the tool definitions that creation allows: those that the user was shown, all, or none for other callers. */
async function getAllowedDefinitions(
  ctx: ApiContext,
  { subject, projectId }: Caller,
  { enable_tools, server_url }: Static<typeof McpServerCreate>,
): Promise<(digest: string) => boolean> {
  if (subject.type !== 'user') return () => false;
  if (enable_tools) return () => true;
  const shown = await getPreviewDigests(ctx.db, { projectId, userId: subject.id, serverUrl: server_url });
  return (digest) => shown.has(digest);
}

const list = operation(
  {
    id: 'task_mcp_server.list',
    method: 'GET',
    path: SERVERS,
    tag: 'MCP servers',
    summary: 'List MCP servers',
    auth: { permission: 'project:view' },
    request: { query: Type.Object(PAGE_QUERY) },
    response: { schemas: { 200: Envelope(McpServer) } },
  },
  async ({ ctx, caller, page }) => {
    const found = await servers.listMcpServers(ctx.db, caller.projectId, page);
    const ids = found.results.map(({ id }) => id);
    const getGrants = await getGrantsOn(ctx.db, caller, 'task_mcp_server', ids);
    return mapPage(found, (row) => toServerRecord(row, hasPermission(getGrants(row.id), 'task_mcp_server:edit')));
  },
);

const read = operation(
  {
    id: 'task_mcp_server.read',
    method: 'GET',
    path: `${SERVERS}/{task_mcp_server_id}`,
    tag: 'MCP servers',
    summary: 'Get an MCP server',
    auth: { permission: 'task_mcp_server:view' },
    response: { schemas: { 200: McpServer } },
  },
  ({ caller, parents }) =>
    toServerRecord(parents.task_mcp_server_id, hasPermission(caller.grants, 'task_mcp_server:edit')),
);

const update = operation(
  {
    id: 'task_mcp_server.update',
    method: 'POST',
    path: `${SERVERS}/{task_mcp_server_id}`,
    tag: 'MCP servers',
    summary: 'Update an MCP server',
    description:
      'The URL cannot be changed. A new transport or credential is tried at once. A new credential replaces the stored one.',
    auth: { permission: 'task_mcp_server:edit' },
    request: {
      body: McpServerUpdate,
      checks: ({ ctx, caller, parents, body }) => checkChangedServer(ctx, caller, parents.task_mcp_server_id, body),
      idempotent: false,
      example: { description: 'Documentation of our products.' },
    },
    response: { schemas: { 200: McpServer } },
    audit: { event: 'task_mcp_server.updated' },
  },
  async ({ ctx, caller, parents, body, change }) => {
    const server = parents.task_mcp_server_id;
    const { id } = server;
    const newAuth = await checkChangedServer(ctx, caller, server, body);
    const discovery = await discoverChanged(ctx, server, getChangedFields(server, body), newAuth);
    const { row, ended } = await change(async (trx) => {
      const locked = orNotFound(await servers.lockMcpServer(trx, caller.projectId, id), 'task_mcp_server', id);
      const fields = getChangedFields(locked, body);
      const auth = newAuth && {
        auth_type: newAuth.authType,
        credential_id: await storeAuth(ctx, trx, caller, newAuth, locked.credential_id),
      };
      const client = await storeClient(ctx, trx, caller, body, locked);
      const changes = { ...fields, ...omitUndefined({ client_id: client.client_id }) };
      const before = Object.fromEntries(Object.keys(changes).map((field) => [field, Reflect.get(locked, field)]));
      const edited = Object.entries(changes).some(([field, value]) => value !== Reflect.get(before, field));
      const renewed = [...(auth ? ['credential'] : []), ...('client_credential_id' in client ? ['client_secret'] : [])];
      if (!edited && renewed.length === 0) return { result: { row: locked, ended: [] }, audited: 'unchanged' };
      await servers.updateMcpServer(trx, id, fields);
      await servers.updateMcpServerState(trx, id, { ...client, ...auth });
      const recorded = discovery && (await recordDiscovery(trx, { ...locked, ...auth }, discovery));
      const payload = { before, after: changes, renewed };
      return {
        result: { row: await reload(trx, caller, id), ended: recorded?.ended ?? [] },
        audited: { resource: { type: 'task_mcp_server', id }, name: fields.name ?? locked.name, payload },
      };
    });
    await wakeWaitingRuns(ctx, ended);
    return toServerRecord(row);
  },
);

/** Returns the fields that an update changes. */
function getChangedFields(
  server: servers.McpServerRow,
  body: Static<typeof McpServerUpdate>,
): Partial<servers.McpServerFields> {
  const { name, description, enabled, transport, api_key_strategy, api_key_header_name } = body;
  const values = omitUndefined({ name, description, enabled, transport, api_key_strategy, api_key_header_name });
  const changed = Object.entries(values).filter(([field, value]) => value !== Reflect.get(server, field));
  return Object.fromEntries(changed);
}

/** Lists the tools of a server whose transport or credential changes. Returns undefined if neither changes. */
async function discoverChanged(
  ctx: ApiContext,
  server: servers.McpServerRow,
  fields: Partial<servers.McpServerFields>,
  given: ResolvedAuth | undefined,
) {
  const connectionFields = [fields.transport, fields.api_key_strategy, fields.api_key_header_name];
  if (given === undefined && connectionFields.every((way) => way === undefined)) return undefined;
  const edited = { ...server, ...fields, verdict: fields.transport ? null : server.verdict };
  if (given === undefined) return discoverServerTools(ctx, edited);
  const { server_url: url, transport, verdict } = edited;
  return discoverTools(ctx, createTarget(ctx.config, { url, transport, verdict, credential: given.credential }));
}

const remove = operation(
  {
    id: 'task_mcp_server.delete',
    method: 'DELETE',
    path: `${SERVERS}/{task_mcp_server_id}`,
    tag: 'MCP servers',
    summary: 'Delete an MCP server and its credentials',
    auth: { permission: 'task_mcp_server:delete' },
    request: { idempotent: false },
    response: { schemas: { 200: McpServer } },
    audit: { event: 'task_mcp_server.deleted' },
  },
  async ({ ctx, caller, parents, change }) => {
    const { id } = parents.task_mcp_server_id;
    const { row, ended } = await change(async (trx) => {
      const locked = orNotFound(await servers.lockMcpServer(trx, caller.projectId, id), 'task_mcp_server', id);
      for (const secret of [locked.credential_id, locked.client_credential_id])
        if (secret !== null) await deleteCredential(trx, secret);
      const ids = [id, ...(await listMcpServerTools(trx, [id])).map((tool) => tool.id)];
      await endWaits(trx, ids, 'the MCP server was deleted');
      await servers.deleteMcpServer(trx, id);
      const audited = { resource: { type: 'task_mcp_server', id }, name: locked.name };
      return { result: { row: locked, ended: ids }, audited };
    });
    await wakeWaitingRuns(ctx, ended);
    return { ...toServerRecord(row), deleted: true };
  },
);

async function reload(trx: Parameters<typeof servers.findMcpServer>[0], { projectId }: Caller, id: string) {
  return orNotFound(await servers.findMcpServer(trx, projectId, id), 'task_mcp_server', id);
}

export const MCP_SERVER_RECORD_OPERATIONS = [create, list, read, update, remove];
