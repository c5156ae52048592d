import Type from 'typebox';
import { wakeWaiting } from '../../../src/agents/calls/waits.ts';
import { recordPendingEvent } from '../../../src/audit/pending-events.ts';
import type { McpTool, RefusedTool } from '../../../src/connections/mcp-servers/client/types.ts';
import { mcpErrors } from '../../../src/connections/mcp-servers/errors.ts';
import { lookAt, lookAtServer } from '../../../src/connections/mcp-servers/look.ts';
import { findMcpServer, lockMcpServer } from '../../../src/connections/mcp-servers/queries.ts';
import { lookPayload, recordLook } from '../../../src/connections/mcp-servers/recording.ts';
import { serverAddress } from '../../../src/connections/mcp-servers/server-url.ts';
import { rememberShown } from '../../../src/connections/mcp-servers/shown.ts';
import { targetAt } from '../../../src/connections/mcp-servers/target.ts';
import { DomainError, errors, orNotFound, Problems } from '../../../src/platform/errors.ts';
import type { Caller } from '../../caller.ts';
import type { ApiContext } from '../../context.ts';
import { operation } from '../../operation.ts';
import { createStartedEvent } from '../../plugins/audit.ts';
import { AnyObject, HiddenText, Nullable } from '../../schemas.ts';
import { beginFor } from './authorization.ts';
import { givenAuth } from './credentials.ts';
import { KEY_FIELDS, McpServer, SECRET_FIELDS, SERVERS, ServerUrl, serverRecord } from './schemas.ts';

const Discovered = Type.Object(
  {
    tools: Type.Array(
      Type.Object({
        name: Type.String(),
        title: Nullable(Type.String()),
        description: Type.String(),
        input_schema: AnyObject,
        annotations: Type.Record(Type.String(), Type.Unknown(), {
          description: 'the server’s own hints, which lower no policy',
        }),
      }),
    ),
    refused: Type.Array(Type.Object({ name: Type.String(), reason: Type.String() }), {
      description: 'tools of the server that can not be taken over',
    }),
    hidden_text: HiddenText,
    auth_required: Type.Boolean(),
    authorization_url: Nullable(
      Type.String({ description: 'where a person goes to authorize; null where an API key is wanted, or nothing' }),
    ),
    auth_message: Nullable(Type.String({ description: 'what to do where the server wants to know who asks' })),
  },
  { title: 'McpDiscovery' },
);

/** The address that a body names, in either spelling. Throws a 422 where it names none, or two. */
function addressIn({ server_url, url }: { readonly server_url?: string; readonly url?: string }): string {
  const address = server_url ?? url;
  if (address === undefined)
    throw errors.invalid('server_url', 'is missing: name the address of the server', 'required');
  if (url !== undefined && url !== address) throw errors.invalid('url', 'is another address than server_url: name one');
  return address;
}

const discover = operation(
  {
    id: 'task_mcp_server.discover',
    method: 'POST',
    path: `${SERVERS}/discover`,
    tag: 'MCP servers',
    summary: 'Look at the tools of a server before it is made',
    description:
      'What is shown is remembered for an hour: a server that the same person makes of the address begins with these tools enabled. Of a server that wants a person’s authorization it says where to go; the auth_session_id of its end belongs into the next discover, and into the create.',
    auth: { permission: 'project:create_mcp_server' },
    request: {
      body: Type.Object({
        server_url: Type.Optional(ServerUrl),
        url: Type.Optional({ ...ServerUrl, description: 'the same as `server_url`, one of which is needed' }),
        ...KEY_FIELDS,
        ...SECRET_FIELDS,
      }),
      idempotent: false,
      example: { server_url: 'https://mcp.example.com/mcp' },
    },
    response: { schemas: { 200: Discovered }, errors: { 400: ['MCP_SERVER_FAILED'] } },
    audit: { event: null, startedEvent: 'task_mcp_server.discovered' },
  },
  async ({ ctx, caller, body, request }) => {
    const url = addressIn(body);
    const problems = new Problems();
    await problems.of(() => serverAddress(ctx.config, { server_url: url }));
    const given = await problems.last(() => givenAuth(ctx, caller, body, url));
    const target = targetAt(ctx.config, {
      url,
      transport: 'auto',
      verdict: null,
      credential: given?.credential ?? { kind: 'none' },
    });
    const look = await lookAt(ctx, target);
    const payload = { host: new URL(url).host || url, found: look.found };
    const resource = { type: 'project', id: caller.projectId };
    await recordPendingEvent(ctx.db, createStartedEvent(request, { resource, payload }));
    if (look.found === 'nothing') throw mcpErrors.serverFailed(look.problem);
    if (look.found === 'authorization') {
      const asked = given?.key === undefined ? await placeToGo(ctx, caller, url, look.challenge) : KEY_REFUSED;
      return { tools: [], refused: [], hidden_text: [], auth_required: true, ...asked };
    }
    const { tools, refused, hidden } = look.listing;
    if (caller.subject.type === 'user')
      await rememberShown(ctx.db, { projectId: caller.projectId, userId: caller.subject.id, serverUrl: url }, tools);
    const nothing = { authorization_url: null, auth_message: null };
    return { ...shown(tools, refused), hidden_text: [...hidden], auth_required: false, ...nothing };
  },
);

const KEY_REFUSED = { authorization_url: null, auth_message: 'the server refuses the API key' };

function shown(tools: readonly McpTool[], refused: readonly RefusedTool[]) {
  return {
    tools: tools.map(({ name, title = null, description = '', inputSchema, annotations }) => ({
      name,
      title,
      description,
      input_schema: { ...inputSchema },
      annotations: { ...annotations },
    })),
    refused: [...refused],
  };
}

/** Where whoever asks can authorize, or why they can't. */
async function placeToGo(
  ctx: ApiContext,
  caller: Caller,
  url: string,
  challenge: Parameters<typeof beginFor>[2]['challenge'],
) {
  if (caller.subject.type !== 'user')
    return { authorization_url: null, auth_message: 'a person has to authorize, or an api_key has to be given' };
  try {
    const place = await beginFor(ctx, caller, { serverUrl: url, targetId: null, challenge, redirectTo: null });
    return { authorization_url: place.href, auth_message: 'go to authorization_url and authorize' };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { authorization_url: null, auth_message: `give an api_key; there is no other way: ${error.message}` };
  }
}

const Names = Type.Array(Type.String());
const Refreshed = Type.Object(
  {
    ...McpServer.properties,
    changes: Nullable(
      Type.Object(
        { added: Names, changed: Names, gone: Names, returned: Names },
        {
          description: 'what became of its tools, by the names that the server has for them; null where it listed none',
        },
      ),
    ),
  },
  { title: 'RefreshedMcpServer' },
);

const refresh = operation(
  {
    id: 'task_mcp_server.refresh',
    method: 'POST',
    path: `${SERVERS}/{task_mcp_server_id}/refresh`,
    tag: 'MCP servers',
    summary: 'Look at the tools of a server again',
    description:
      'New tools begin disabled, and what is not as it was allowed is blocked until somebody accepts it. Of a server that gives no list auth_status says why.',
    auth: { permission: 'task_mcp_server:edit' },
    request: { idempotent: false },
    response: { schemas: { 200: Refreshed } },
    audit: { event: 'task_mcp_server.refreshed' },
  },
  async ({ ctx, caller, parents, change }) => {
    const { id, name } = parents.task_mcp_server_id;
    const look = await lookAtServer(ctx, parents.task_mcp_server_id);
    const { row, recorded } = await change(async (trx) => {
      const locked = orNotFound(await lockMcpServer(trx, caller.projectId, id), 'task_mcp_server', id);
      const recorded = await recordLook(trx, locked, look);
      const row = orNotFound(await findMcpServer(trx, caller.projectId, id), 'task_mcp_server', id);
      const payload = lookPayload(look, recorded);
      return { result: { row, recorded }, audited: { resource: { type: 'task_mcp_server', id }, name, payload } };
    });
    await wakeWaiting(ctx, recorded.ended);
    return { ...serverRecord(row), changes: recorded.changes ?? null };
  },
);

export const MCP_LOOKING_OPERATIONS = [discover, refresh];
