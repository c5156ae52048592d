import Type from 'typebox';
import { accessErrors } from '../../../src/access/errors.ts';
import { recordPendingEvent } from '../../../src/audit/pending-events.ts';
import { addQueryParams, createAuthSession, toLocalRedirect } from '../../../src/connections/auth-sessions.ts';
import type { AuthChallenge } from '../../../src/connections/mcp-servers/client/types.ts';
import { discoverTools } from '../../../src/connections/mcp-servers/discovery.ts';
import { mcpErrors } from '../../../src/connections/mcp-servers/errors.ts';
import { type OAuthClientInput, startAuthorization } from '../../../src/connections/mcp-servers/oauth/authorize.ts';
import { joinScopes } from '../../../src/connections/mcp-servers/oauth/grants.ts';
import { createClientMetadata, toClientMetadataUrl } from '../../../src/connections/mcp-servers/oauth/provider.ts';
import { isStdioUrl, parseServerUrl } from '../../../src/connections/mcp-servers/server-url.ts';
import { DomainError, ValidationError } from '../../../src/platform/errors.ts';
import { getPageLocale, type PageLocale } from '../../../src/platform/pages/locale.ts';
import { html, type Page, renderPage } from '../../../src/platform/pages/page.ts';
import type { Caller } from '../../caller.ts';
import type { ApiContext } from '../../context.ts';
import { operation } from '../../operation.ts';
import { createStartedEvent } from '../../plugins/audit.ts';
import { toErrorQuery, wantsPage } from '../../plugins/consent.ts';
import { isCrossSite } from '../../plugins/security.ts';
import { RedirectTo } from '../../schemas.ts';
import { findClient } from './credentials.ts';
import { SERVERS, ServerUrl } from './schemas.ts';

const AuthorizationStart = Type.Object(
  {
    authorization_url: Type.String({
      description: 'URL to authorize at, in the browser in which the user is signed in.',
    }),
  },
  { title: 'BegunAuthorization' },
);

/** An authorization to start. */
interface AuthorizationInput {
  readonly serverUrl: string;
  /** The server, if it exists already. */
  readonly targetId: string | null;
  readonly challenge?: AuthChallenge | undefined;
  readonly client?: OAuthClientInput | undefined;
  readonly redirectTo: string | null;
}

/** Starts an authorization for the caller. Returns the URL to authorize at. Throws a 400 if discovery fails. */
export async function startCallerAuthorization(
  ctx: ApiContext,
  caller: Caller,
  input: AuthorizationInput,
): Promise<URL> {
  const { targetId, redirectTo } = input;
  const { flow, url } = await startAuthorization(ctx, input.serverUrl, input.challenge, input.client);
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
  const { state } = await createAuthSession(ctx.db, ctx.ring, auth);
  url.searchParams.set('state', state);
  return url;
}

/** Throws a 403 unless the caller is a user: other callers have no browser to authorize with. */
function assertUser({ subject, projectId }: Caller): void {
  if (subject.type !== 'user')
    throw accessErrors.permissionCheckFailed(subject, { type: 'project', id: projectId }, 'authorize');
}

/** Requests the authorization challenge of a server, without a credential. */
async function requestChallenge(ctx: ApiContext, url: string): Promise<AuthChallenge | undefined> {
  const target = { url, transport: 'auto', verdict: null, credential: { kind: 'none' } } as const;
  const discovery = await discoverTools(ctx, target);
  return discovery.found === 'authorization' ? discovery.challenge : undefined;
}

/** Adds the scopes that the server required when it rejected calls. */
function withRequiredScope(challenge: AuthChallenge | undefined, wanted: string | null): AuthChallenge | undefined {
  if (wanted === null) return challenge;
  return { ...challenge, scope: joinScopes(wanted, challenge?.scope) ?? wanted };
}

const authorize = operation(
  {
    id: 'task_mcp_server.authorize',
    method: 'GET',
    path: `${SERVERS}/authorize`,
    tag: 'MCP servers',
    summary: 'Start the OAuth authorization of a new MCP server',
    description:
      'The authorization ends with an `auth_session_id`, in the response of the callback or in the query of `redirect_to`. Use it within an hour to discover, create or update a server. A browser is redirected at once; errors go to `redirect_to`. If another site led a signed-in browser here, the user must confirm before anything is requested or stored.',
    auth: { permission: 'project:create_mcp_server' },
    request: { query: Type.Object({ server_url: ServerUrl, redirect_to: RedirectTo }) },
    response: { schemas: { 200: AuthorizationStart, 302: null }, errors: { 400: ['MCP_AUTHORIZATION_FAILED'] } },
    audit: { writesOnGet: 'the started authorization and the OAuth client registered for it' },
  },
  async ({ ctx, caller, query, request, reply }) => {
    assertUser(caller);
    const redirectTo =
      query.redirect_to === undefined ? null : toLocalRedirect(ctx.config.publicUrl, query.redirect_to);
    const start = async () => {
      assertServerUrl(query.server_url);
      const challenge = await withQueryErrors(requestChallenge(ctx, query.server_url));
      return startCallerAuthorization(ctx, caller, {
        serverUrl: query.server_url,
        targetId: null,
        challenge,
        redirectTo,
      });
    };
    if (!wantsPage(request)) return { authorization_url: (await start()).href };
    if (caller.kind === 'user_session' && isCrossSite(ctx, request, 'refuse-unknown')) {
      assertServerUrl(query.server_url);
      const confirmation = renderConfirmation(getPageLocale(request), request.url, query.server_url);
      return reply.headers(confirmation.headers).send(confirmation.html);
    }
    const url = await start().catch((error: unknown) => {
      if (redirectTo === null || !(error instanceof DomainError)) throw error;
      return addQueryParams(redirectTo, toErrorQuery(error));
    });
    return reply.code(302).header('location', String(url)).send();
  },
);

/** Renders a confirmation page. Its link comes from this site, so the user is not asked again. */
function renderConfirmation(locale: PageLocale, address: string, serverUrl: string): Page {
  const { authorizeTitle, authorizeAsk, authorizeGoOn } = locale.messages;
  const { host } = new URL(serverUrl);
  const body = html`<p>${authorizeAsk}</p><p><code>${host}</code></p><p><a href="${address}">${authorizeGoOn}</a></p>`;
  return renderPage(locale, authorizeTitle, body);
}

/** Checks the URL in the query. Throws a 422 that names the query parameter. */
function assertServerUrl(text: string): void {
  try {
    parseServerUrl(text);
  } catch (error) {
    throw toQueryError(error);
  }
}

const withQueryErrors = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw toQueryError(error);
  });

function toQueryError(error: unknown): unknown {
  const [problem] = error instanceof ValidationError ? error.problems : [];
  return problem ? new ValidationError([{ ...problem, loc: ['query', 'server_url'], type: 'value_error' }]) : error;
}

const reauthorize = operation(
  {
    id: 'task_mcp_server.reauthorize',
    method: 'POST',
    path: `${SERVERS}/{task_mcp_server_id}/reauthorize`,
    tag: 'MCP servers',
    summary: 'Start the OAuth authorization of an existing MCP server',
    description:
      'Calls that wait for the authorization continue once it is complete. An authorization server without dynamic client registration requires the `client_id` of the server to be set.',
    auth: { permission: 'task_mcp_server:edit' },
    request: { query: Type.Object({ redirect_to: RedirectTo }), idempotent: false },
    response: { schemas: { 200: AuthorizationStart }, errors: { 400: ['MCP_AUTHORIZATION_FAILED'] } },
    audit: { event: null, startedEvent: 'task_mcp_server.authorization_begun' },
  },
  async ({ ctx, caller, parents, query, request }) => {
    assertUser(caller);
    const server = parents.task_mcp_server_id;
    if (isStdioUrl(server.server_url))
      throw mcpErrors.authorizationFailed('a server that the installation runs needs no authorization');
    const url = await startCallerAuthorization(ctx, caller, {
      serverUrl: server.server_url,
      targetId: server.id,
      challenge: withRequiredScope(await requestChallenge(ctx, server.server_url), server.wanted_scope),
      client: await findClient(ctx, server),
      redirectTo: query.redirect_to === undefined ? null : toLocalRedirect(ctx.config.publicUrl, query.redirect_to),
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
    summary: 'Get the OAuth client metadata of this installation',
    auth: { permission: 'public', noRateLimitReason: 'the response is the same for everyone and cheap' },
    response: { schemas: { 200: ClientMetadata } },
  },
  ({ ctx: { config } }) => ({
    client_id: toClientMetadataUrl(config.publicUrl) ?? config.publicUrl,
    ...createClientMetadata(config.publicUrl),
  }),
);

export const MCP_AUTHORIZATION_OPERATIONS = [authorize, reauthorize, metadata];
