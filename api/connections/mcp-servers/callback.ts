import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { hasPermission } from '../../../src/access/permissions.ts';
import { getGrantsAt } from '../../../src/access/principal-grants.ts';
import { toSlots } from '../../../src/access/resources.ts';
import { wakeWaiting } from '../../../src/agents/calls/waits.ts';
import { type TakenAuth, takeAuth, withQuery } from '../../../src/connections/auth-sessions.ts';
import { dropCredential, type OAuthSecret, saveCredential } from '../../../src/connections/credentials.ts';
import { toldBriefly } from '../../../src/connections/mcp-servers/client/visible.ts';
import { mcpErrors } from '../../../src/connections/mcp-servers/errors.ts';
import { lookAtServer } from '../../../src/connections/mcp-servers/look.ts';
import { finishAuthorization } from '../../../src/connections/mcp-servers/oauth/authorize.ts';
import { keepGrant } from '../../../src/connections/mcp-servers/oauth/grants.ts';
import type { AuthFlow } from '../../../src/connections/mcp-servers/oauth/provider.ts';
import { findMcpServer, lockMcpServer, noteMcpServerState } from '../../../src/connections/mcp-servers/queries.ts';
import { recordOwnLook } from '../../../src/connections/mcp-servers/recording.ts';
import { endWaits } from '../../../src/connections/waits.ts';
import { bestEffort } from '../../../src/platform/best-effort.ts';
import { DomainError, errors } from '../../../src/platform/errors.ts';
import { newId } from '../../../src/platform/ids.ts';
import type { Caller } from '../../caller.ts';
import type { ApiContext } from '../../context.ts';
import { operation } from '../../operation.ts';
import { createChange } from '../../plugins/audit.ts';
import { toErrorPageUrl, toErrorQuery, wantsPage } from '../../plugins/consent.ts';
import { Id, Nullable, Text } from '../../schemas.ts';

const ID = 'task_mcp_server.callback';
/** What is recorded where somebody came back with an authorization. */
export const AUTHORIZED_EVENT = 'task_mcp_server.authorized';

const Ended = Type.Object(
  {
    task_mcp_server_id: Nullable(Id),
    auth_session_id: Nullable(Type.String({ format: 'uuid', description: 'for the server that is still to be made' })),
  },
  { title: 'EndedAuthorization' },
);

const callback = operation(
  {
    id: ID,
    method: 'GET',
    path: '/task_mcp_server/callback',
    tag: 'MCP servers',
    summary: 'Where authorization servers send people back to',
    description:
      'For the signed-in user who began the authorization, once. With a redirect_to the browser goes there, with auth_session_id or task_mcp_server_id in its query, or with error and error_description. A browser that comes back too late is told so on a page of the console.',
    auth: { permission: 'authenticated', noScopeReason: 'the authorization was begun with the scope that it takes' },
    request: {
      query: Type.Object({
        code: Type.Optional(Text(8192, { description: 'missing where the authorization server refuses' })),
        state: Text(200),
        iss: Type.Optional(Text(2000)),
        error: Type.Optional(Text(200)),
        error_description: Type.Optional(Text(2000)),
      }),
    },
    response: { schemas: { 200: Ended, 302: null }, errors: { 400: ['MCP_AUTHORIZATION_FAILED'] } },
  },
  async ({ ctx, caller, query, request, reply }) => {
    const { code, error } = query;
    if (code === undefined && error === undefined) throw errors.invalidQuery('code', 'is missing');
    const who = { state: query.state, userId: caller.subject.id, kind: 'mcp_server' } as const;
    const taken = await takeAuth(ctx.db, ctx.ring, who);
    if (!taken) {
      const unknown = mcpErrors.authorizationFailed(
        'you began no such authorization, or it was used, or is too old; begin it anew',
      );
      if (!wantsPage(request)) throw unknown;
      return reply.code(302).header('location', toErrorPageUrl(ctx.config.publicUrl, unknown)).send();
    }
    try {
      if (code === undefined) throw mcpErrors.authorizationFailed(refusalOf(error ?? '', query.error_description));
      const secret = await finishAuthorization(ctx, taken.data as AuthFlow, { code, iss: query.iss });
      const ended = await store(ctx, { caller, request }, taken, secret);
      if (taken.redirectTo === null) return ended;
      const given = Object.entries(ended).filter((entry): entry is [string, string] => entry[1] !== null);
      return reply
        .code(302)
        .header('location', withQuery(taken.redirectTo, Object.fromEntries(given)))
        .send();
    } catch (failure) {
      if (taken.redirectTo === null || !(failure instanceof DomainError)) throw failure;
      return reply
        .code(302)
        .header('location', withQuery(taken.redirectTo, toErrorQuery(failure)))
        .send();
    }
  },
);

function refusalOf(error: string, description: string | undefined): string {
  const words = description === undefined ? '' : `: ${toldBriefly(description)}`;
  return `the authorization server says ${toldBriefly(error, 60)}${words}`;
}

/** Whoever came back, and with which request. */
interface Back {
  readonly caller: Caller;
  readonly request: FastifyRequest;
}

/** Stores what an authorization came to: with its server, or until that is made. */
async function store(ctx: ApiContext, back: Back, taken: TakenAuth, secret: OAuthSecret) {
  if (taken.targetId !== null) {
    await storeWithServer(ctx, back, { ...taken, targetId: taken.targetId }, secret);
    return { task_mcp_server_id: taken.targetId, auth_session_id: null };
  }
  const { id, orgId, projectId } = taken;
  const { serverUrl } = taken.data as AuthFlow;
  const userId = back.caller.subject.id;
  await ctx.db
    .transaction()
    .execute((trx) => keepGrant(trx, ctx.ring, { id, orgId, projectId, userId, serverUrl, secret }));
  return { task_mcp_server_id: null, auth_session_id: id };
}

/** Gives a server its tokens, wakes what waited for them, and looks at its tools. */
async function storeWithServer(
  ctx: ApiContext,
  { caller, request }: Back,
  { orgId, projectId, targetId: id }: TakenAuth & { readonly targetId: string },
  secret: OAuthSecret,
): Promise<void> {
  const gone = () => mcpErrors.authorizationFailed('the server was deleted, or you may not edit it any more');
  const ids = { org_id: orgId, project_id: projectId, task_mcp_server_id: id };
  const grants = await getGrantsAt(ctx.db, caller, { slots: toSlots(ids), projectId });
  if (!hasPermission(grants, 'task_mcp_server:edit')) throw gone();
  const { change } = createChange(
    ctx,
    {
      id: ID,
      audit: { event: AUTHORIZED_EVENT },
    },
    request,
  );
  await change(async (trx) => {
    const server = await lockMcpServer(trx, projectId, id);
    if (!server) throw gone();
    // Of another kind of credential nothing is kept; calls under way know tokens of a grant by their version.
    const keeps = server.auth_type === 'oauth' ? server.credential_id : null;
    if (keeps === null && server.credential_id !== null) await dropCredential(trx, server.credential_id);
    const credential_id = keeps ?? newId();
    await saveCredential(trx, ctx.ring, { id: credential_id, orgId, projectId, secret });
    const state = { auth_type: 'oauth', auth_status: 'authorized', problem: null, credential_id } as const;
    await noteMcpServerState(trx, id, state);
    await endWaits(trx, [id]);
    const audited = {
      resource: { type: 'task_mcp_server', id },
      name: server.name,
      place: { orgId, projectId },
      payload: { scopes: secret.scopes },
    };
    return { result: undefined, audited };
  });
  await wakeWaiting(ctx, [id]);
  await bestEffort(ctx.log, 'look at an authorized MCP server', () => lookAgain(ctx, projectId, id));
}

async function lookAgain(ctx: ApiContext, projectId: string, id: string): Promise<void> {
  const server = await findMcpServer(ctx.db, projectId, id);
  if (!server) return;
  const { ended } = await recordOwnLook(ctx.db, server, await lookAtServer(ctx, server));
  await wakeWaiting(ctx, ended);
}

export const MCP_CALLBACK_OPERATIONS = [callback];
