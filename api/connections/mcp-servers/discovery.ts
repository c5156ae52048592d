import Type from 'typebox';
import { wakeWaitingRuns } from '../../../src/agents/calls/waits.ts';
import { recordPendingEvent } from '../../../src/audit/pending-events.ts';
import { mcpServerFailures } from '../../../src/connections/failures.ts';
import type { McpTool, SkippedTool } from '../../../src/connections/mcp-servers/client/types.ts';
import { discoverServerTools, discoverTools } from '../../../src/connections/mcp-servers/discovery.ts';
import { mcpErrors } from '../../../src/connections/mcp-servers/errors.ts';
import { storePreview } from '../../../src/connections/mcp-servers/previews.ts';
import { findMcpServer, lockMcpServer } from '../../../src/connections/mcp-servers/queries.ts';
import { recordDiscovery, toDiscoveryPayload } from '../../../src/connections/mcp-servers/record-discovery.ts';
import { resolveServerUrl } from '../../../src/connections/mcp-servers/server-url.ts';
import { createTarget } from '../../../src/connections/mcp-servers/target.ts';
import { mcpProblems } from '../../../src/connections/problems.ts';
import { DomainError, errors, orNotFound, Problems } from '../../../src/platform/errors.ts';
import { createMessageSchemas, MESSAGE_CODE } from '../../../src/platform/message-schemas.ts';
import { toMessageFields } from '../../../src/platform/messages.ts';
import { AnyObject, Nullable } from '../../../src/platform/schemas.ts';
import type { Caller } from '../../caller.ts';
import type { ApiContext } from '../../context.ts';
import { operation } from '../../operation.ts';
import { createStartedEvent } from '../../plugins/audit.ts';
import { HiddenText } from '../../schemas.ts';
import { startCallerAuthorization } from './authorization.ts';
import { resolveAuth } from './credentials.ts';
import { KEY_FIELDS, McpServer, SECRET_FIELDS, SERVERS, ServerUrl, toServerRecord } from './schemas.ts';

const DiscoveryResult = Type.Object(
  {
    tools: Type.Array(
      Type.Object({
        name: Type.String(),
        title: Nullable(Type.String()),
        description: Type.String(),
        input_schema: AnyObject,
        annotations: Type.Record(Type.String(), Type.Unknown(), {
          description: 'Hints of the server. They do not affect policies.',
        }),
      }),
    ),
    refused: Type.Array(Type.Object({ name: Type.String(), reason: Type.String(), ...MESSAGE_CODE }), {
      description: 'Tools of the server that cannot be used.',
    }),
    hidden_text: HiddenText,
    auth_required: Type.Boolean(),
    authorization_url: Nullable(
      Type.String({ description: 'URL to authorize at. Null if the server needs an API key or no authorization.' }),
    ),
    ...createMessageSchemas('auth_message', 'Required action if the server requires authorization.'),
  },
  { title: 'McpDiscovery' },
);

/** The URL in a body, from either field. Throws a 422 if there is none, or if the two differ. */
function getUrl({ server_url, url }: { readonly server_url?: string; readonly url?: string }): string {
  const address = server_url ?? url;
  if (address === undefined) throw errors.invalid('server_url', mcpProblems.server_url_missing);
  if (url !== undefined && url !== address) throw errors.invalid('url', mcpProblems.server_url_differs);
  return address;
}

const discover = operation(
  {
    id: 'task_mcp_server.discover',
    method: 'POST',
    path: `${SERVERS}/discover`,
    tag: 'MCP servers',
    summary: 'Discover the tools of an MCP server before creating it',
    description:
      'If the same user creates the server within an hour, these tools start enabled. If the server requires authorization, the response has the URL to authorize at. Send the resulting `auth_session_id` with the next `discover` request and with the create request.',
    auth: { permission: 'project:create_mcp_server' },
    request: {
      body: Type.Object({
        server_url: Type.Optional(ServerUrl),
        url: Type.Optional({ ...ServerUrl, description: 'Alias of `server_url`. One of the two is required.' }),
        ...KEY_FIELDS,
        ...SECRET_FIELDS,
      }),
      checks: ({ ctx, caller, body, refused }) =>
        refused.has('server_url') || refused.has('url') || checkDiscovery(ctx, caller, body),
      idempotent: false,
      example: { server_url: 'https://mcp.example.com/mcp' },
    },
    response: { schemas: { 200: DiscoveryResult }, errors: { 400: ['MCP_SERVER_FAILED'] } },
    audit: { event: null, startedEvent: 'task_mcp_server.discovered' },
  },
  async ({ ctx, caller, body, request }) => {
    const { url, given } = await checkDiscovery(ctx, caller, body);
    const target = createTarget(ctx.config, {
      url,
      transport: 'auto',
      verdict: null,
      credential: given?.credential ?? { kind: 'none' },
    });
    const discovery = await discoverTools(ctx, target);
    const payload = { host: new URL(url).host || url, found: discovery.found };
    const resource = { type: 'project', id: caller.projectId };
    await recordPendingEvent(ctx.db, createStartedEvent(request, { resource, payload }));
    if (discovery.found === 'nothing')
      throw mcpErrors.serverFailed(typeof discovery.problem === 'string' ? discovery.problem : discovery.problem.msg);
    if (discovery.found === 'authorization') {
      const authorization =
        given?.key === undefined ? await getAuthorization(ctx, caller, url, discovery.challenge) : KEY_REJECTED;
      return { tools: [], refused: [], hidden_text: [], auth_required: true, ...authorization };
    }
    const { tools, refused, hidden } = discovery.listing;
    if (caller.subject.type === 'user')
      await storePreview(ctx.db, { projectId: caller.projectId, userId: caller.subject.id, serverUrl: url }, tools);
    const noAuthorization = { authorization_url: null, ...toMessageFields('auth_message', null) };
    return { ...toToolList(tools, refused), hidden_text: [...hidden], auth_required: false, ...noAuthorization };
  },
);

type DiscoveryInput = Parameters<typeof getUrl>[0] & Parameters<typeof resolveAuth>[2];

/** Returns the URL and the authentication of a request. Throws a 422 with all problems. */
async function checkDiscovery(ctx: ApiContext, caller: Caller, body: DiscoveryInput) {
  const url = getUrl(body);
  const problems = new Problems();
  await problems.run(() => resolveServerUrl(ctx.config, { server_url: url }));
  return { url, given: await problems.runLast(() => resolveAuth(ctx, caller, body, url)) };
}

const KEY_REJECTED = {
  authorization_url: null,
  ...toMessageFields('auth_message', mcpServerFailures.discovery_key_rejected),
};

function toToolList(tools: readonly McpTool[], refused: readonly SkippedTool[]) {
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

/** Where the caller can authorize, or why that is not possible. */
async function getAuthorization(
  ctx: ApiContext,
  caller: Caller,
  url: string,
  challenge: Parameters<typeof startCallerAuthorization>[2]['challenge'],
) {
  if (caller.subject.type !== 'user')
    return { authorization_url: null, ...toMessageFields('auth_message', mcpServerFailures.discovery_needs_user) };
  try {
    const place = await startCallerAuthorization(ctx, caller, {
      serverUrl: url,
      targetId: null,
      challenge,
      redirectTo: null,
    });
    return {
      authorization_url: place.href,
      ...toMessageFields('auth_message', mcpServerFailures.discovery_needs_consent),
    };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return {
      authorization_url: null,
      ...toMessageFields('auth_message', mcpServerFailures.discovery_needs_key({ cause: error.message })),
    };
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
          description: 'Changes of the tools, by their names at the server. Null if the server returned no list.',
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
    summary: 'Refresh the tools of an MCP server',
    description:
      'New tools start disabled. Changed tools are blocked until someone accepts the change. If the server returns no list, `auth_status` and `auth_message` state the reason.',
    auth: { permission: 'task_mcp_server:edit' },
    request: { idempotent: false },
    response: { schemas: { 200: Refreshed } },
    audit: { event: 'task_mcp_server.refreshed' },
  },
  async ({ ctx, caller, parents, change }) => {
    const { id, name } = parents.task_mcp_server_id;
    const discovery = await discoverServerTools(ctx, parents.task_mcp_server_id);
    const { row, recorded } = await change(async (trx) => {
      const locked = orNotFound(await lockMcpServer(trx, caller.projectId, id), 'task_mcp_server', id);
      const recorded = await recordDiscovery(trx, locked, discovery);
      const row = orNotFound(await findMcpServer(trx, caller.projectId, id), 'task_mcp_server', id);
      const payload = toDiscoveryPayload(discovery, recorded);
      return { result: { row, recorded }, audited: { resource: { type: 'task_mcp_server', id }, name, payload } };
    });
    await wakeWaitingRuns(ctx, recorded.ended);
    return { ...toServerRecord(row), changes: recorded.changes ?? null };
  },
);

export const MCP_DISCOVERY_OPERATIONS = [discover, refresh];
