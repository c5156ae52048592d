import type { FastifyReply, FastifyRequest } from 'fastify';
import { REJECTED_REQUEST, toAuthUrl } from '../../../src/identity/oauth/address.ts';
import { type ClientSettings, computeConsentDigest, findServingClient } from '../../../src/identity/oauth/clients.ts';
import { renderErrorPage } from '../../../src/identity/oauth/error-page.ts';
import { isExternalClientId, isMetadataUrl, toExternalSettings } from '../../../src/identity/oauth/external-clients.ts';
import { isRedirectAllowed, toRedirectSource } from '../../../src/identity/oauth/redirects.ts';
import { parseRequest, type RequestParams, toQuery } from '../../../src/identity/oauth/request-text.ts';
import { DomainError } from '../../../src/platform/errors.ts';
import { isId } from '../../../src/platform/ids.ts';
import { getPageLocale, type PageLocale, type PageMessages } from '../../../src/platform/pages/locale.ts';
import { html, type Markup, type Page, renderPage } from '../../../src/platform/pages/page.ts';
import type { ApiContext } from '../../context.ts';
import { createChange } from '../../plugins/audit.ts';
import { AuthenticationError } from '../../plugins/credentials.ts';
import type { PageRoute } from '../../plugins/pages.ts';
import { getField, renderAlert, renderEmailField, renderPasswordField, sendPage, toErrorText } from '../forms.ts';
import { signIn } from '../session.ts';

const PLACE = '/auth/request/';

const open: PageRoute = {
  method: 'GET',
  path: `${PLACE}*`,
  // The metadata document of an unregistered client is requested.
  rateLimit: (request) => (isMetadataUrl(getInteraction(request).params.client_id ?? '') ? ['authorize'] : []),
  async handle({ ctx, request, reply }) {
    const { text, params } = getInteraction(request);
    if ((await ctx.identity.findSignedInUser(request.headers.cookie)) !== undefined)
      return redirectToServer(ctx, reply, params);
    return show(ctx, request, reply, text, params, { email: '', problem: '', status: 200 });
  },
};

const decide: PageRoute = {
  method: 'POST',
  path: `${PLACE}*`,
  rateLimit: (request) => (getInteraction(request).step === 'refuse' ? [] : ['sign-in']),
  async handle({ ctx, request, reply }) {
    const { text, params, step } = getInteraction(request);
    if (step === 'refuse') return redirectToServer(ctx, reply, { ...params, [REJECTED_REQUEST]: 'true' });
    const attempt = await trySignIn(ctx, request, reply);
    if (attempt.accountId === undefined) return show(ctx, request, reply, text, params, attempt);
    return redirectToServer(ctx, reply, omitLogin(params));
  },
};

/**
 * Sign-in page of an authorization request. The page's path carries the request, so that nothing is stored; after
 * sign-in the browser sends it to the OAuth server again.
 */
export const OAUTH_SIGN_IN_PAGES = [open, decide];

/** Authorization request in the path, with the user's decision. */
function getInteraction(request: FastifyRequest) {
  const [text = '', step = ''] = (request.params as { '*': string })['*'].split('/');
  return { text, params: parseRequest(text), step };
}

function redirectToServer(ctx: ApiContext, reply: FastifyReply, params: RequestParams) {
  return reply.redirect(`${toAuthUrl(ctx.config.publicUrl)}/oauth2/auth?${toQuery(params)}`, 303);
}

/** Removes `login` from the prompt, because the user has just entered the password. */
function omitLogin({ prompt = '', ...params }: Record<string, string>): RequestParams {
  const left = prompt.split(' ').filter((name) => name !== '' && name !== 'login');
  return left.length > 0 ? { ...params, prompt: left.join(' ') } : params;
}

async function show(
  ctx: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
  params: RequestParams,
  attempt: SignInAttempt,
) {
  const locale = getPageLocale(request);
  const client = await findClient(ctx, locale, params);
  if (!client.known) return sendPage(reply, renderErrorPage(locale, 'invalid_client', locale.messages.noClient), 400);
  const input = attempt.email || String(params.login_hint ?? '').slice(0, 320);
  const basePath = ctx.config.publicUrl + PLACE + text;
  return sendPage(reply, renderSignInPage(ctx, locale, client, basePath, input, attempt.problem), attempt.status);
}

/** Result of a sign-in attempt: the user, or the error to show. */
interface SignInAttempt {
  readonly accountId?: string;
  readonly email: string;
  readonly problem: string;
  readonly status: number;
}

/** Signs in with the submitted form. */
export async function trySignIn(ctx: ApiContext, request: FastifyRequest, reply: FastifyReply): Promise<SignInAttempt> {
  const email = getField(request, 'email', 320);
  try {
    const { change } = createChange(ctx, { id: 'page.sign_in', audit: { event: 'user.signed_in' } }, request);
    const input = { email, password: getField(request, 'password', 1000) };
    return { accountId: await signIn(ctx, request, reply, input, change), email, problem: '', status: 200 };
  } catch (error) {
    const known = error instanceof AuthenticationError ? 401 : error instanceof DomainError ? error.status : undefined;
    if (known === undefined || !(error instanceof Error)) throw error;
    if (error instanceof DomainError) reply.headers(error.headers ?? {});
    return { email, problem: toErrorText(getPageLocale(request).messages, error), status: known };
  }
}

/** Client of a request, as its pages show it. */
interface ShownClient {
  readonly known: boolean;
  readonly name: string;
  /** Organization and project that own the client. */
  readonly owner: string;
  /** Description of the project; empty if it has none. */
  readonly profile: string;
  /** Whether the client gets a refresh token, requested or not. */
  readonly isOffline: boolean;
  /** Origin of the redirect URI, or its private-use scheme; empty if it has none of its own. */
  readonly origin: string;
  /** Digest of the client settings that a user consents to. */
  readonly digest: string;
}

/** Finds the client of an authorization request, as the consent page shows it. */
export async function findClient(
  ctx: ApiContext,
  { messages }: PageLocale,
  params: RequestParams,
): Promise<ShownClient> {
  const id = String(params.client_id);
  const client = isExternalClientId(id)
    ? await findExternalClient(ctx, id)
    : isId(id)
      ? await findServingClient(ctx.db, id)
      : undefined;
  const redirect = String(params.redirect_uri ?? client?.redirect_uris[0] ?? '');
  const origin = client && isRedirectAllowed(client.redirect_uris, redirect) ? toRedirectSource(redirect) : '';
  const host = getVouchingHost(id, origin);
  return {
    known: client !== undefined,
    // Anyone can choose the name of such a client.
    name: client && host ? `${client.name} (${host})` : (client?.name ?? messages.anApplication),
    owner: host ?? `${client?.org_name ?? ''}, ${client?.project_name ?? ''}`,
    profile: client?.profile?.trim() ?? '',
    isOffline: client?.grant_types.includes('refresh_token') ?? false,
    origin,
    digest: client ? computeConsentDigest(client) : '',
  };
}

/** Returns the host or the application's scheme that vouches for a client without an editor. Undefined for others. */
function getVouchingHost(id: string, redirectOrigin: string): string | undefined {
  if (isMetadataUrl(id)) return new URL(id).host;
  if (!isExternalClientId(id) || redirectOrigin === '') return undefined;
  return redirectOrigin.endsWith(':') ? redirectOrigin : new URL(redirectOrigin).host;
}

/** Finds a client that no editor created. Undefined if the OAuth server does not accept the document. */
async function findExternalClient(ctx: ApiContext, url: string) {
  const settings = await findExternalSettings(ctx, url);
  return settings && { ...settings, org_name: undefined, project_name: undefined };
}

/** Finds the settings of a client that no editor created. Undefined if the OAuth server does not accept it. */
export async function findExternalSettings(ctx: ApiContext, url: string): Promise<ClientSettings | undefined> {
  const oauth = await ctx.identity.oauth();
  try {
    const client = await oauth.Client.find(url);
    return client && toExternalSettings(client);
  } catch (error) {
    const { errors } = await import('oidc-provider');
    if (error instanceof errors.OIDCProviderError) return undefined;
    throw error;
  }
}

/** Renders a sign-in form that posts to `/sign-in` or `/refuse` below `place`. */
export function renderSignInPage(
  ctx: ApiContext,
  locale: PageLocale,
  client: ShownClient,
  basePath: string,
  email: string,
  problem: string,
): Page {
  const { messages } = locale;
  return renderPage(
    locale,
    messages.signIn,
    html`<p>${messages.wantsSignIn(client.name)}</p>${renderAlert(problem)}
      <form method="post" action="${basePath}/sign-in">${renderEmailField(messages, email)}${renderPasswordField(messages)}
      <button>${messages.signIn}</button></form>
      ${renderRejectForm(messages, basePath)}<p class="soft"><a href="${ctx.config.publicUrl}/auth/forgot-password">${messages.forgot}</a></p>`,
    client.origin ? [client.origin] : [],
  );
}

/** Renders the form that rejects the request. */
export function renderRejectForm(messages: PageMessages, basePath: string): Markup {
  return html`<form method="post" action="${basePath}/refuse"><button class="second">${messages.refuse}</button></form>`;
}
