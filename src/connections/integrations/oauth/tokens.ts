import type { AuthorizationServer, Client, ClientAuth, TokenEndpointResponse } from 'oauth4webapi';
import { databaseNow } from '../../../platform/clock.ts';
import { type GuardedClient, OutboundError } from '../../../platform/http/guarded-client.ts';
import type { OAuthSecret } from '../../credentials.ts';
import { TokenEndpointUnavailableError, throwIfUnavailable } from '../../token-endpoint.ts';
import { GrantRejectedError } from '../../tokens.ts';
import type { IntegrationKind, OAuthDeclaration } from '../kinds/kind.ts';
import { getOAuthClient, resolveHost, type ServiceSettings } from '../service-settings.ts';
import { normalizeTokenResponse } from './token-response.ts';

/** Limits of a token request. */
const TOKEN_LIMITS = { totalTimeoutMs: 15_000, maxBytes: 1024 * 1024, maxRedirects: 0 };

/** An authorization failed. `code` is for programs, the message for people. Neither contains secrets. */
export class AuthorizationError extends Error {
  override readonly name = 'AuthorizationError';
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Dependencies of token requests. */
interface TokenContext {
  readonly http: Pick<GuardedClient, 'fetch'>;
  readonly config: ServiceSettings;
}

/** State of a started authorization. */
export interface PendingAuthorization {
  readonly redirectUri: string;
  /** PKCE verifier. Null for a service without PKCE. */
  readonly verifier: string | null;
}

/** Tokens and the token response. */
export interface GrantedTokens {
  readonly secret: OAuthSecret;
  readonly response: Readonly<Record<string, unknown>>;
}

/** Returns the authorization URL. Stores the pending state by `state`. */
export async function startOAuth(
  config: ServiceSettings,
  kind: IntegrationKind,
  {
    redirectUri,
    state,
  }: { readonly redirectUri: string; readonly state: (pending: PendingAuthorization) => Promise<string> },
): Promise<string> {
  const declared = getOAuth(kind);
  const { id } = getOAuthClient(config, kind);
  const { calculatePKCECodeChallenge, generateRandomCodeVerifier } = await import('oauth4webapi');
  const verifier = declared.pkce ? generateRandomCodeVerifier() : null;
  const { scopes, scopeKey = 'scope', scopeSeparator, authorizeParams: ask } = declared;
  const url = new URL(resolveHost(config, declared.authorize));
  const query = {
    response_type: 'code',
    client_id: id,
    redirect_uri: redirectUri,
    ...(scopes.length > 0 ? { [scopeKey]: scopes.join(scopeSeparator) } : {}),
    ...ask,
    ...(verifier === null
      ? {}
      : { code_challenge: await calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' }),
    state: await state({ redirectUri, verifier }),
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

/** Exchanges an authorization code. Throws {@link AuthorizationError}. */
export async function exchangeCode(
  ctx: TokenContext,
  kind: IntegrationKind,
  callbackParams: URLSearchParams,
  pending: PendingAuthorization,
): Promise<GrantedTokens> {
  const oauth = await import('oauth4webapi');
  const { server, client, auth, options } = await createTokenClient(ctx, kind);
  try {
    const params = oauth.validateAuthResponse(server, client, callbackParams, oauth.skipStateCheck);
    const verifier = pending.verifier ?? oauth.nopkce;
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      auth,
      params,
      pending.redirectUri,
      verifier,
      options(undefined),
    );
    const tokenResponse = await oauth.processAuthorizationCodeResponse(server, client, response);
    return { secret: toOAuthSecret(ctx.config, kind, tokenResponse), response: tokenResponse };
  } catch (error) {
    throw toAuthorizationError(error);
  }
}

/**
 * Requests new tokens. Throws {@link GrantRejectedError} if the service ended the grant, and
 * {@link TokenEndpointUnavailableError} if it is unavailable.
 */
export async function refreshTokens(
  ctx: TokenContext,
  kind: IntegrationKind,
  secret: OAuthSecret,
  signal: AbortSignal,
): Promise<OAuthSecret> {
  const oauth = await import('oauth4webapi');
  const fetch: TokenContext['http']['fetch'] = (limits) => throwIfUnavailable(ctx.http.fetch(limits));
  const { server, client, auth, options } = await createTokenClient({ ...ctx, http: { fetch } }, kind);
  const token = secret.refresh_token ?? '';
  try {
    const response = await oauth.refreshTokenGrantRequest(server, client, auth, token, options(signal));
    const tokenResponse = await oauth.processRefreshTokenResponse(server, client, response);
    const { scopes, ...renewed } = toOAuthSecret(ctx.config, kind, tokenResponse);
    return { ...renewed, scopes: tokenResponse.scope === undefined ? secret.scopes : scopes };
  } catch (error) {
    if (error instanceof TokenEndpointUnavailableError) throw error;
    const failure = toAuthorizationError(error);
    throw failure.code === 'invalid_grant' ? new GrantRejectedError(failure.message) : failure;
  }
}

/** Returns the OAuth declaration of a kind. Throws if it has none. */
export function getOAuth({ type, service }: IntegrationKind): OAuthDeclaration {
  if (!service) throw new Error(`integrations of type ${type} have no OAuth`);
  return service.oauth;
}

/** Parses granted scopes. Defaults to the requested scopes. */
function parseScopes(granted: string | undefined, { scopes }: OAuthDeclaration): readonly string[] {
  return granted === undefined ? scopes : granted.split(/[\s,]+/).filter((scope) => scope !== '');
}

function toOAuthSecret(config: ServiceSettings, kind: IntegrationKind, response: TokenEndpointResponse): OAuthSecret {
  const { access_token, refresh_token, expires_in, scope } = response;
  return {
    kind: 'oauth',
    access_token,
    ...(refresh_token === undefined ? {} : { refresh_token }),
    expires_at: expires_in === undefined ? null : new Date(databaseNow() + expires_in * 1000).toISOString(),
    scopes: parseScopes(scope, getOAuth(kind)),
    // The client secret stays in the settings so that it can be rotated.
    client: { client_id: getOAuthClient(config, kind).id },
  };
}

async function createTokenClient({ http, config }: TokenContext, kind: IntegrationKind) {
  const { allowInsecureRequests, customFetch } = await import('oauth4webapi');
  const declared = getOAuth(kind);
  const { id, secret } = getOAuthClient(config, kind);
  const token = resolveHost(config, declared.token);
  const server: AuthorizationServer = { issuer: declared.issuer, token_endpoint: token };
  const client: Client = { client_id: id };
  const auth: ClientAuth = (_server, _client, body, headers) => {
    // The library encodes a hyphen of an ID as %2D, which services do not decode.
    if (declared.clientAuth === 'basic') return headers.set('authorization', toBasicAuth(id, secret));
    body.set('client_id', id);
    body.set('client_secret', secret);
  };
  const fetchWithin = http.fetch(TOKEN_LIMITS);
  const options = (signal: AbortSignal | undefined) => ({
    [allowInsecureRequests]: token.startsWith('http:'),
    ...(signal === undefined ? {} : { signal }),
    [customFetch]: async (url: string, init: TokenRequestInit) =>
      normalizeTokenResponse(await fetchWithin(url, toTokenRequest(declared, init)), declared.tokenResponse),
  });
  return { server, client, auth, options };
}

/** Request options of the library. */
interface TokenRequestInit {
  readonly body: URLSearchParams;
  readonly headers: Record<string, string>;
  readonly method: string;
  readonly signal?: AbortSignal | undefined;
}

function toTokenRequest(
  { tokenRequest }: OAuthDeclaration,
  { body, headers, method, signal }: TokenRequestInit,
): RequestInit {
  const shared = { method, ...(signal === undefined ? {} : { signal }), redirect: 'manual' as const };
  if (tokenRequest === 'form') return { ...shared, headers: { ...headers, accept: 'application/json' }, body };
  const text = JSON.stringify(Object.fromEntries(body));
  return { ...shared, headers: { ...headers, 'content-type': 'application/json' }, body: text };
}

/** Returns the `Authorization` header of an OAuth client. */
export function toBasicAuth(id: string, secret: string): string {
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
}

/** Converts an error to one whose message may be shown. */
function toAuthorizationError(error: unknown): AuthorizationError {
  if (error instanceof AuthorizationError) return error;
  if (error instanceof OutboundError) return new AuthorizationError('unreachable', error.message, { cause: error });
  const details = error as { readonly error?: unknown; readonly cause?: unknown } | null;
  if (typeof details?.error === 'string')
    return new AuthorizationError(details.error.slice(0, 100), `the service answered ${details.error.slice(0, 100)}`);
  if (details?.cause instanceof OutboundError)
    return new AuthorizationError('unreachable', details.cause.message, { cause: details.cause });
  return new AuthorizationError('invalid_answer', 'the token response of the service is not valid OAuth');
}
