import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { hasPermission } from '../../../src/access/permissions.ts';
import { getGrantsAt } from '../../../src/access/principal-grants.ts';
import { toSlots } from '../../../src/access/resources.ts';
import { wakeWaitingRuns } from '../../../src/agents/calls/waits.ts';
import { addQueryParams, type ClaimedAuthSession, claimAuthSession } from '../../../src/connections/auth-sessions.ts';
import { deleteCredential, type OAuthSecret, saveCredential } from '../../../src/connections/credentials.ts';
import { discoverServerTools } from '../../../src/connections/mcp-servers/discovery.ts';
import { mcpErrors } from '../../../src/connections/mcp-servers/errors.ts';
import { finishAuthorization } from '../../../src/connections/mcp-servers/oauth/authorize.ts';
import { storeGrant } from '../../../src/connections/mcp-servers/oauth/grants.ts';
import type { AuthFlow } from '../../../src/connections/mcp-servers/oauth/provider.ts';
import { findMcpServer, lockMcpServer, updateMcpServerState } from '../../../src/connections/mcp-servers/queries.ts';
import { recordSystemDiscovery } from '../../../src/connections/mcp-servers/record-discovery.ts';
import { connectionProblems } from '../../../src/connections/problems.ts';
import { toShortText } from '../../../src/connections/visible-text.ts';
import { endWaits } from '../../../src/connections/waits.ts';
import { runBestEffort } from '../../../src/platform/best-effort.ts';
import { DomainError, errors } from '../../../src/platform/errors.ts';
import { newId } from '../../../src/platform/ids.ts';
import { BoundedText, Id, Nullable } from '../../../src/platform/schemas.ts';
import type { Caller } from '../../caller.ts';
import type { AuditDetails } from '../../change.ts';
import type { ApiContext } from '../../context.ts';
import { operation } from '../../operation.ts';
import { createChange } from '../../plugins/audit.ts';
import { toErrorPageUrl, toErrorQuery, wantsPage } from '../../plugins/consent.ts';

const ID = 'task_mcp_server.callback';
/** Audit event of a completed authorization. */
export const AUTHORIZED_EVENT = 'task_mcp_server.authorized';

const AuthorizationResult = Type.Object(
  {
    task_mcp_server_id: Nullable(Id),
    auth_session_id: Nullable(
      Type.String({ format: 'uuid', description: 'ID of the authorization, to create the server with.' }),
    ),
  },
  { title: 'EndedAuthorization' },
);

const callback = operation(
  {
    id: ID,
    method: 'GET',
    path: '/task_mcp_server/callback',
    tag: 'MCP servers',
    summary: 'Complete the OAuth authorization of an MCP server',
    description:
      'Works once, and only for the signed-in user who started the authorization. Redirects to `redirect_to` with `auth_session_id` or `task_mcp_server_id`, or with `error` and `error_description` in the query. If the authorization has expired, a browser is redirected to a page of the console.',
    auth: { permission: 'authenticated', noScopeReason: 'starting the authorization required the scope' },
    request: {
      query: Type.Object({
        code: Type.Optional(
          BoundedText(8192, { description: 'Authorization code. Omitted if the authorization was denied.' }),
        ),
        state: BoundedText(200),
        iss: Type.Optional(BoundedText(2000)),
        error: Type.Optional(BoundedText(200)),
        error_description: Type.Optional(BoundedText(2000)),
      }),
    },
    response: { schemas: { 200: AuthorizationResult, 302: null }, errors: { 400: ['MCP_AUTHORIZATION_FAILED'] } },
  },
  async ({ ctx, caller, query, request, reply }) => {
    const { code, error } = query;
    if (code === undefined && error === undefined)
      throw errors.invalidQuery('code', connectionProblems.oauth_code_missing);
    const who = { state: query.state, userId: caller.subject.id, kind: 'mcp_server' } as const;
    const session = await claimAuthSession(ctx.db, ctx.ring, who);
    if (!session) {
      const unknown = mcpErrors.authorizationFailed(
        'no authorization of yours has this state: it was used or has expired; start again',
      );
      if (!wantsPage(request)) throw unknown;
      return reply.code(302).header('location', toErrorPageUrl(ctx.config.publicUrl, unknown)).send();
    }
    try {
      if (code === undefined) throw mcpErrors.authorizationFailed(toErrorText(error ?? '', query.error_description));
      const secret = await finishAuthorization(ctx, session.data as AuthFlow, { code, iss: query.iss });
      const result = await storeTokens(ctx, { caller, request }, session, secret);
      if (session.redirectTo === null) return result;
      const given = Object.entries(result).filter((entry): entry is [string, string] => entry[1] !== null);
      return reply
        .code(302)
        .header('location', addQueryParams(session.redirectTo, Object.fromEntries(given)))
        .send();
    } catch (failure) {
      if (session.redirectTo === null || !(failure instanceof DomainError)) throw failure;
      return reply
        .code(302)
        .header('location', addQueryParams(session.redirectTo, toErrorQuery(failure)))
        .send();
    }
  },
);

function toErrorText(error: string, description: string | undefined): string {
  const words = description === undefined ? '' : `: ${toShortText(description)}`;
  return `the authorization server says ${toShortText(error, 60)}${words}`;
}

/** The caller of the callback, and the request. */
interface CallbackRequest {
  readonly caller: Caller;
  readonly request: FastifyRequest;
}

/** Stores the tokens with their server, or as a grant until the server is created. */
async function storeTokens(
  ctx: ApiContext,
  context: CallbackRequest,
  session: ClaimedAuthSession,
  secret: OAuthSecret,
) {
  if (session.targetId !== null) {
    await storeWithServer(ctx, context, { ...session, targetId: session.targetId }, secret);
    return { task_mcp_server_id: session.targetId, auth_session_id: null };
  }
  const { id, orgId, projectId } = session;
  const { serverUrl } = session.data as AuthFlow;
  const userId = context.caller.subject.id;
  await ctx.db
    .transaction()
    .execute((trx) => storeGrant(trx, ctx.ring, { id, orgId, projectId, userId, serverUrl, secret }));
  return { task_mcp_server_id: null, auth_session_id: id };
}

/** Stores the tokens of a server, wakes the calls that wait for them, and lists the tools of the server. */
async function storeWithServer(
  ctx: ApiContext,
  { caller, request }: CallbackRequest,
  { orgId, projectId, targetId: id }: ClaimedAuthSession & { readonly targetId: string },
  secret: OAuthSecret,
): Promise<void> {
  const serverDeleted = () =>
    mcpErrors.authorizationFailed('the server was deleted, or you have no permission to edit it');
  const ids = { org_id: orgId, project_id: projectId, task_mcp_server_id: id };
  const grants = await getGrantsAt(ctx.db, caller, { slots: toSlots(ids), projectId });
  if (!hasPermission(grants, 'task_mcp_server:edit')) throw serverDeleted();
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
    if (!server) throw serverDeleted();
    // Calls in flight identify the tokens of a grant by version, so the credential keeps its ID.
    const keeps = server.auth_type === 'oauth' ? server.credential_id : null;
    if (keeps === null && server.credential_id !== null) await deleteCredential(trx, server.credential_id);
    const credential_id = keeps ?? newId();
    await saveCredential(trx, ctx.ring, { id: credential_id, orgId, projectId, secret });
    const state = { auth_type: 'oauth', auth_status: 'authorized', problem: null, credential_id } as const;
    await updateMcpServerState(trx, id, state);
    await endWaits(trx, [id]);
    const audited: AuditDetails = {
      resource: { type: 'task_mcp_server', id },
      name: server.name,
      scope: { orgId, projectId },
      payload: { scopes: secret.scopes },
    };
    return { result: undefined, audited };
  });
  await wakeWaitingRuns(ctx, [id]);
  await runBestEffort(ctx.log, 'discover the tools of an authorized MCP server', () =>
    refreshServerTools(ctx, projectId, id),
  );
}

async function refreshServerTools(ctx: ApiContext, projectId: string, id: string): Promise<void> {
  const server = await findMcpServer(ctx.db, projectId, id);
  if (!server) return;
  const { ended } = await recordSystemDiscovery(ctx.db, server, await discoverServerTools(ctx, server));
  await wakeWaitingRuns(ctx, ended);
}

export const MCP_CALLBACK_OPERATIONS = [callback];
