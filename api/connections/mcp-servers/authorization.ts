import Type from 'typebox';
import { accessErrors } from '../../../src/access/errors.ts';
import { recordPendingEvent } from '../../../src/audit/pending-events.ts';
import { beginAuth, redirectWithin, withQuery } from '../../../src/connections/auth-sessions.ts';
import { isStdio } from '../../../src/connections/mcp-servers/client/stdio-address.ts';
import type { AuthChallenge } from '../../../src/connections/mcp-servers/client/types.ts';
import { mcpErrors } from '../../../src/connections/mcp-servers/errors.ts';
import { lookAt } from '../../../src/connections/mcp-servers/look.ts';
import { type GivenClient, startAuthorization } from '../../../src/connections/mcp-servers/oauth/authorize.ts';
import { clientMetadata, clientMetadataUrl } from '../../../src/connections/mcp-servers/oauth/provider.ts';
import { joinedScopes } from '../../../src/connections/mcp-servers/oauth/scopes.ts';
import { serverUrl } from '../../../src/connections/mcp-servers/server-url.ts';
import { html, type Page, renderPage } from '../../../src/identity/page.ts';
import { getPageLocale, type PageLocale } from '../../../src/identity/page-messages/locale.ts';
import { DomainError, errors, ValidationError } from '../../../src/platform/errors.ts';
import type { Caller } from '../../caller.ts';
import type { ApiContext } from '../../context.ts';
import { operation } from '../../operation.ts';
import { createStartedEvent } from '../../plugins/audit.ts';
import { toErrorQuery, wantsPage } from '../../plugins/consent.ts';
import { isCrossSite } from '../../plugins/security.ts';
import { Text } from '../../schemas.ts';
import { clientOf } from './credentials.ts';
import { SERVERS, ServerUrl } from './schemas.ts';

const RedirectTo = Type.Optional(
  Text(2000, { description: 'where the browser goes afterwards: a path, or an address of this server' }),
);
const Begun = Type.Object(
  {
    authorization_url: Type.String({
      description: 'where a person goes to authorize, with the browser they are signed in with',
    }),
  },
  { title: 'BegunAuthorization' },
);

/** An authorization that somebody begins. */
interface Beginning {
  readonly serverUrl: string;
  /** The server, where it is made already. */
  readonly targetId: string | null;
  readonly challenge?: AuthChallenge | undefined;
  readonly client?: GivenClient | undefined;
  readonly redirectTo: string | null;
}

/** Begins an authorization for whoever asks. Answers where they have to go. Throws a 400 where that can't be found out. */
export async function beginFor(ctx: ApiContext, caller: Caller, beginning: Beginning): Promise<URL> {
  const { targetId, redirectTo } = beginning;
  const { flow, url } = await startAuthorization(ctx, beginning.serverUrl, beginning.challenge, beginning.client);
  const { orgId, projectId } = caller;
  const auth = {
    orgId,
    projectId,
    userId: caller.subject.id,
    kind: 'mcp_server',
    targetId,
    data: flow,
    redirectTo,
  } as const;
  const { state } = await beginAuth(ctx.db, ctx.ring, auth);
  url.searchParams.set('state', state);
  return url;
}

/** Only people authorize: nobody could come back for a project. */
export function checkPerson({ subject, projectId }: Caller): void {
  if (subject.type !== 'user')
    throw accessErrors.permissionCheckFailed(subject, { type: 'project', id: projectId }, 'authorize');
}

/** What a server that is asked without any credential says of how to authorize. */
async function challengeOf(ctx: ApiContext, url: string): Promise<AuthChallenge | undefined> {
  const target = { url, transport: 'auto', verdict: null, credential: { kind: 'none' } } as const;
  const look = await lookAt(ctx, target);
  return look.found === 'authorization' ? look.challenge : undefined;
}

/** A challenge that asks for the scopes too which the server wanted when it refused calls. */
function withWanted(challenge: AuthChallenge | undefined, wanted: string | null): AuthChallenge | undefined {
  if (wanted === null) return challenge;
  return { ...challenge, scope: joinedScopes(wanted, challenge?.scope) ?? wanted };
}

const authorize = operation(
  {
    id: 'task_mcp_server.authorize',
    method: 'GET',
    path: `${SERVERS}/authorize`,
    tag: 'MCP servers',
    summary: 'Begin to authorize a server that is not made yet',
    description:
      'The authorization ends with an auth_session_id: of the callback’s answer, or in the query of redirect_to. A server is discovered, made or edited with it within an hour. A browser is sent on its way at once; with redirect_to it is told there what went wrong. Where a page of another site led a signed-in browser here, the person is asked first, and nothing is looked at or stored before.',
    auth: { permission: 'project:create_mcp_server' },
    request: { query: Type.Object({ server_url: ServerUrl, redirect_to: RedirectTo }) },
    response: { schemas: { 200: Begun, 302: null }, errors: { 400: ['MCP_AUTHORIZATION_FAILED'] } },
    audit: { writesOnGet: 'the authorization that is begun, and the client that is registered for it' },
  },
  async ({ ctx, caller, query, request, reply }) => {
    checkPerson(caller);
    const redirectTo = query.redirect_to === undefined ? null : redirectWithin(ctx.config.publicUrl, query.redirect_to);
    const begin = async () => {
      checkUrl(query.server_url);
      const challenge = await inQuery(challengeOf(ctx, query.server_url));
      return beginFor(ctx, caller, { serverUrl: query.server_url, targetId: null, challenge, redirectTo });
    };
    if (!wantsPage(request)) return { authorization_url: (await begin()).href };
    if (caller.kind === 'user_session' && isCrossSite(ctx, request, 'refuse-unknown')) {
      checkUrl(query.server_url);
      const asking = askToAuthorize(getPageLocale(request), request.url, query.server_url);
      return reply.headers(asking.headers).send(asking.html);
    }
    const url = await begin().catch((error: unknown) => {
      if (redirectTo === null || !(error instanceof DomainError)) throw error;
      return withQuery(redirectTo, toErrorQuery(error));
    });
    return reply.code(302).header('location', String(url)).send();
  },
);

/** A page that asks a person who was led here whether they want to go on. Its link is our own, so that it asks no second time. */
function askToAuthorize(look: PageLocale, address: string, serverUrl: string): Page {
  const { authorizeTitle, authorizeAsk, authorizeGoOn } = look.messages;
  const { host } = new URL(serverUrl);
  const body = html`<p>${authorizeAsk}</p><p><code>${host}</code></p><p><a href="${address}">${authorizeGoOn}</a></p>`;
  return renderPage(look, authorizeTitle, body);
}

/** An address of the query, which a 422 names there. */
function checkUrl(text: string): void {
  try {
    serverUrl(text);
  } catch (error) {
    throw asQuery(error);
  }
}

const inQuery = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw asQuery(error);
  });

function asQuery(error: unknown): unknown {
  const [problem] = error instanceof ValidationError ? error.problems : [];
  return problem ? errors.invalidQuery('server_url', problem.msg) : error;
}

const reauthorize = operation(
  {
    id: 'task_mcp_server.reauthorize',
    method: 'POST',
    path: `${SERVERS}/{task_mcp_server_id}/reauthorize`,
    tag: 'MCP servers',
    summary: 'Begin to authorize a server, for the first time or anew',
    description:
      'Calls that wait for the authorization go on once it is there. An authorization server that registers nobody needs the client_id of a client that an editor gives with the server.',
    auth: { permission: 'task_mcp_server:edit' },
    request: { query: Type.Object({ redirect_to: RedirectTo }), idempotent: false },
    response: { schemas: { 200: Begun }, errors: { 400: ['MCP_AUTHORIZATION_FAILED'] } },
    audit: { event: null, startedEvent: 'task_mcp_server.authorization_begun' },
  },
  async ({ ctx, caller, parents, query, request }) => {
    checkPerson(caller);
    const server = parents.task_mcp_server_id;
    if (isStdio(server.server_url))
      throw mcpErrors.authorizationFailed('a server that the installation runs itself is not authorized');
    const url = await beginFor(ctx, caller, {
      serverUrl: server.server_url,
      targetId: server.id,
      challenge: withWanted(await challengeOf(ctx, server.server_url), server.wanted_scope),
      client: await clientOf(ctx, server),
      redirectTo: query.redirect_to === undefined ? null : redirectWithin(ctx.config.publicUrl, query.redirect_to),
    });
    const note = {
      resource: { type: 'task_mcp_server', id: server.id },
      name: server.name,
      payload: { host: url.host },
    };
    await recordPendingEvent(ctx.db, createStartedEvent(request, note));
    return { authorization_url: url.href };
  },
);

const ClientMetadata = Type.Object(
  {
    client_id: Type.String(),
    client_name: Type.String(),
    client_uri: Type.String(),
    redirect_uris: Type.Array(Type.String()),
    grant_types: Type.Array(Type.String()),
    response_types: Type.Array(Type.String()),
    token_endpoint_auth_method: Type.String(),
  },
  { title: 'OAuthClientMetadata' },
);

const metadata = operation(
  {
    id: 'task_mcp_server.client_metadata',
    method: 'GET',
    path: '/public/mcp-client.json',
    tag: 'MCP servers',
    summary: 'What this installation is to authorization servers that take an address for the id of a client',
    auth: { permission: 'public', noRateLimitReason: 'it is the same for everybody, and costs nothing' },
    response: { schemas: { 200: ClientMetadata } },
  },
  ({ ctx: { config } }) => ({
    client_id: clientMetadataUrl(config.publicUrl) ?? config.publicUrl,
    ...clientMetadata(config.publicUrl),
  }),
);

export const MCP_AUTHORIZATION_OPERATIONS = [authorize, reauthorize, metadata];
