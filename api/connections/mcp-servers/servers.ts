import Type, { type Static } from 'typebox';
import { hasPermission } from '../../../src/access/permissions.ts';
import { getGrantsOn } from '../../../src/access/principal-grants.ts';
import { wakeWaiting } from '../../../src/agents/calls/waits.ts';
import { dropCredential } from '../../../src/connections/credentials.ts';
import { lookAt, lookAtServer, stateAfter } from '../../../src/connections/mcp-servers/look.ts';
import * as servers from '../../../src/connections/mcp-servers/queries.ts';
import { recordLook } from '../../../src/connections/mcp-servers/recording.ts';
import { serverAddress } from '../../../src/connections/mcp-servers/server-url.ts';
import { shownTo } from '../../../src/connections/mcp-servers/shown.ts';
import { targetAt } from '../../../src/connections/mcp-servers/target.ts';
import { toolsOfMcpServers } from '../../../src/connections/mcp-servers/tools.ts';
import { endWaits } from '../../../src/connections/waits.ts';
import { mapPage } from '../../../src/platform/db/pagination.ts';
import { errors, orNotFound, Problems } from '../../../src/platform/errors.ts';
import { given } from '../../../src/platform/given.ts';
import type { Caller } from '../../caller.ts';
import type { ApiContext } from '../../context.ts';
import { operation } from '../../operation.ts';
import { Envelope, PAGE_QUERY } from '../../plugins/pagination.ts';
import { PlainName } from '../../schemas.ts';
import { checkClient, type GivenAuth, givenAuth, storeAuth, storeClient } from './credentials.ts';
import { CLIENT_FIELDS, McpServer, SECRET_FIELDS, SERVER_FIELDS, SERVERS, ServerUrl, serverRecord } from './schemas.ts';

const Create = Type.Object({
  name: PlainName(),
  server_url: ServerUrl,
  enable_tools: Type.Boolean({
    default: false,
    description: 'allows every tool that the server has now, whether you were shown it or not',
  }),
  ...SERVER_FIELDS,
  ...SECRET_FIELDS,
  ...CLIENT_FIELDS,
});
const Update = Type.Object({
  name: Type.Optional(PlainName()),
  server_url: Type.Optional(ServerUrl),
  ...SERVER_FIELDS,
  ...SECRET_FIELDS,
  ...CLIENT_FIELDS,
});

const create = operation(
  {
    id: 'task_mcp_server.create',
    method: 'POST',
    path: SERVERS,
    tag: 'MCP servers',
    summary: 'Create an MCP server, and look at its tools',
    description:
      'Tools that discover showed you of this server within the last hour begin enabled where the server still has them as they were shown; all others begin disabled, unless enable_tools says otherwise. A server that can not be reached, or that wants to be authorized first, is made all the same and says so.',
    auth: { permission: 'project:create_mcp_server' },
    request: { body: Create, idempotent: false, example: { name: 'Docs', server_url: 'https://mcp.example.com/mcp' } },
    response: { schemas: { 200: McpServer } },
    audit: { event: 'task_mcp_server.created' },
  },
  async ({ ctx, caller, body, change }) => {
    const { name, server_url, description = '', enabled = true, transport = 'auto' } = body;
    const problems = new Problems();
    await problems.of(() => serverAddress(ctx.config, body));
    await problems.of(() => checkClient(body, NO_CLIENT));
    await problems.of(() => checkMayEnable(caller, body));
    const { api_key_strategy = 'bearer', api_key_header_name = null } = body;
    const fields = { name, server_url, description, enabled, transport, api_key_strategy, api_key_header_name };
    const given = (await problems.last(() => givenAuth(ctx, caller, body, server_url))) ?? NO_AUTH;
    const target = targetAt(ctx.config, { url: server_url, transport, verdict: null, credential: given.credential });
    const look = await lookAt(ctx, target);
    const allowed = await allowedBy(ctx, caller, body);
    const row = await change(async (trx) => {
      const owner = { orgId: caller.orgId, projectId: caller.projectId, userId: caller.subject.id };
      const credential_id = await storeAuth(ctx, trx, caller, given, null);
      const client = await storeClient(ctx, trx, caller, body, NO_CLIENT);
      const state = { verdict: null, ...stateAfter(look, given.authType), credential_id, ...NO_CLIENT, ...client };
      const made = await servers.createMcpServer(trx, owner, fields, state);
      const recorded = await recordLook(trx, made, look, allowed);
      const added = recorded.changes?.added.length ?? 0;
      const payload = { server_url, auth_type: state.auth_type, tools: added };
      const resource = { type: 'task_mcp_server', id: made.id };
      return { result: await reread(trx, caller, made.id), audited: { resource, name, payload } };
    });
    return serverRecord(row);
  },
);

const NO_AUTH: GivenAuth = { authType: 'none', credential: { kind: 'none' } };
const NO_CLIENT = { client_id: null, client_credential_id: null };

/** Throws a 422 where a client, which is no person, allows tools. */
function checkMayEnable({ subject }: Caller, { enable_tools }: Static<typeof Create>): void {
  if (subject.type !== 'user' && enable_tools)
    throw errors.invalid('enable_tools', 'which tools are allowed is for people to say');
}

/** Which definitions whoever makes a server allows with it: a person those that they were shown, or whatever there is. */
async function allowedBy(
  ctx: ApiContext,
  { subject, projectId }: Caller,
  { enable_tools, server_url }: Static<typeof Create>,
): Promise<(digest: string) => boolean> {
  if (subject.type !== 'user') return () => false;
  if (enable_tools) return () => true;
  const shown = await shownTo(ctx.db, { projectId, userId: subject.id, serverUrl: server_url });
  return (digest) => shown.has(digest);
}

const list = operation(
  {
    id: 'task_mcp_server.list',
    method: 'GET',
    path: SERVERS,
    tag: 'MCP servers',
    summary: 'MCP servers of the project',
    auth: { permission: 'project:view' },
    request: { query: Type.Object(PAGE_QUERY) },
    response: { schemas: { 200: Envelope(McpServer) } },
  },
  async ({ ctx, caller, page }) => {
    const found = await servers.listMcpServers(ctx.db, caller.projectId, page);
    const ids = found.results.map(({ id }) => id);
    const on = await getGrantsOn(ctx.db, caller, 'task_mcp_server', ids);
    return mapPage(found, (row) => serverRecord(row, hasPermission(on(row.id), 'task_mcp_server:edit')));
  },
);

const read = operation(
  {
    id: 'task_mcp_server.read',
    method: 'GET',
    path: `${SERVERS}/{task_mcp_server_id}`,
    tag: 'MCP servers',
    summary: 'Read an MCP server',
    auth: { permission: 'task_mcp_server:view' },
    response: { schemas: { 200: McpServer } },
  },
  ({ caller, parents }) =>
    serverRecord(parents.task_mcp_server_id, hasPermission(caller.grants, 'task_mcp_server:edit')),
);

const update = operation(
  {
    id: 'task_mcp_server.update',
    method: 'POST',
    path: `${SERVERS}/{task_mcp_server_id}`,
    tag: 'MCP servers',
    summary: 'Edit an MCP server; its address stays what it is',
    description:
      'Another transport or credential is tried at once. What was given for authorization before is forgotten where another is given.',
    auth: { permission: 'task_mcp_server:edit' },
    request: { body: Update, idempotent: false, example: { description: 'What is written about our products.' } },
    response: { schemas: { 200: McpServer } },
    audit: { event: 'task_mcp_server.updated' },
  },
  async ({ ctx, caller, parents, body, change }) => {
    const server = parents.task_mcp_server_id;
    const { id } = server;
    const { server_url } = server;
    const problems = new Problems();
    await problems.of(() => checkAddress(server, body.server_url));
    await problems.of(() => body.transport && serverAddress(ctx.config, { server_url, transport: body.transport }));
    await problems.of(() => checkClient(body, server));
    const asked = await problems.last(() => givenAuth(ctx, caller, { ...server, ...given(body) }, server_url));
    const look = await lookAnew(ctx, server, changedFields(server, body), asked);
    const { row, ended } = await change(async (trx) => {
      const locked = orNotFound(await servers.lockMcpServer(trx, caller.projectId, id), 'task_mcp_server', id);
      const fields = changedFields(locked, body);
      const auth = asked && {
        auth_type: asked.authType,
        credential_id: await storeAuth(ctx, trx, caller, asked, locked.credential_id),
      };
      const client = await storeClient(ctx, trx, caller, body, locked);
      const changes = { ...fields, ...given({ client_id: client.client_id }) };
      const before = Object.fromEntries(Object.keys(changes).map((field) => [field, Reflect.get(locked, field)]));
      const edited = Object.entries(changes).some(([field, value]) => value !== Reflect.get(before, field));
      const renewed = [...(auth ? ['credential'] : []), ...('client_credential_id' in client ? ['client_secret'] : [])];
      if (!edited && renewed.length === 0) return { result: { row: locked, ended: [] }, audited: 'unchanged' };
      await servers.updateMcpServer(trx, id, fields);
      await servers.noteMcpServerState(trx, id, { ...client, ...auth });
      const recorded = look && (await recordLook(trx, { ...locked, ...auth }, look));
      const payload = { before, after: changes, renewed };
      return {
        result: { row: await reread(trx, caller, id), ended: recorded?.ended ?? [] },
        audited: { resource: { type: 'task_mcp_server', id }, name: fields.name ?? locked.name, payload },
      };
    });
    await wakeWaiting(ctx, ended);
    return serverRecord(row);
  },
);

/** Tools were allowed, and tokens given, to the server of one address. */
function checkAddress(server: servers.McpServerRow, given: string | undefined): void {
  if (given !== undefined && given !== server.server_url)
    throw errors.invalid('server_url', 'can not be changed; make another server of the other address');
}

/** The fields that an edit changes. */
function changedFields(server: servers.McpServerRow, body: Static<typeof Update>): Partial<servers.McpServerFields> {
  const { name, description, enabled, transport, api_key_strategy, api_key_header_name } = body;
  const said = given({ name, description, enabled, transport, api_key_strategy, api_key_header_name });
  const changed = Object.entries(said).filter(([field, value]) => value !== Reflect.get(server, field));
  return Object.fromEntries(changed);
}

/** Looks at a server that is to be reached in another way, or with another credential. */
async function lookAnew(
  ctx: ApiContext,
  server: servers.McpServerRow,
  fields: Partial<servers.McpServerFields>,
  given: GivenAuth | undefined,
) {
  const ways = [fields.transport, fields.api_key_strategy, fields.api_key_header_name];
  if (given === undefined && ways.every((way) => way === undefined)) return undefined;
  const edited = { ...server, ...fields, verdict: fields.transport ? null : server.verdict };
  if (given === undefined) return lookAtServer(ctx, edited);
  const { server_url: url, transport, verdict } = edited;
  return lookAt(ctx, targetAt(ctx.config, { url, transport, verdict, credential: given.credential }));
}

const remove = operation(
  {
    id: 'task_mcp_server.delete',
    method: 'DELETE',
    path: `${SERVERS}/{task_mcp_server_id}`,
    tag: 'MCP servers',
    summary: 'Delete an MCP server with its credentials; runs that called it stay readable',
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
        if (secret !== null) await dropCredential(trx, secret);
      const ids = [id, ...(await toolsOfMcpServers(trx, [id])).map((tool) => tool.id)];
      await endWaits(trx, ids, 'the MCP server was deleted');
      await servers.deleteMcpServer(trx, id);
      const audited = { resource: { type: 'task_mcp_server', id }, name: locked.name };
      return { result: { row: locked, ended: ids }, audited };
    });
    await wakeWaiting(ctx, ended);
    return { ...serverRecord(row), deleted: true };
  },
);

async function reread(trx: Parameters<typeof servers.findMcpServer>[0], { projectId }: Caller, id: string) {
  return orNotFound(await servers.findMcpServer(trx, projectId, id), 'task_mcp_server', id);
}

export const MCP_SERVER_RECORD_OPERATIONS = [create, list, read, update, remove];
