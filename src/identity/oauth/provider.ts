import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { type Configuration, type JWK, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { getClientScopes } from '../../access/oauth-clients.ts';
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/db/client.ts';
import type { KeyRing } from '../../platform/keyring.ts';
import { getPageLocale } from '../../platform/pages/locale.ts';
import { getServerSecret } from '../../platform/server-secrets.ts';
import { findUser } from '../users.ts';
import { createAdapter } from './adapter.ts';
import { REGISTRATION_PATH, toAuthUrl } from './address.ts';
import { matchesSecret } from './clients.ts';
import { renderErrorPage } from './error-page.ts';
import { isExternalClientId } from './external-clients.ts';
import { createMcpFeatures } from './mcp-features.ts';
import { isOtherUser, signInPolicy } from './policy.ts';
import { isRedirectAllowed } from './redirects.ts';
import { serializeRequest } from './request-text.ts';
import { listAllScopes, parseScopes } from './scopes.ts';
import { assertKnownScopes } from './unknown-scopes.ts';

/** Lifetimes in seconds. */
const TTL_SECONDS = {
  AccessToken: 3600,
  ClientCredentials: 3600,
  AuthorizationCode: 60,
  IdToken: 3600,
  RefreshToken: 30 * 86_400,
  Grant: 365 * 86_400,
  Interaction: 3600,
  Session: 7 * 86_400,
};

const COOKIES = { interaction: 'hf_interaction', resume: 'hf_resume', session: 'hf_oauth' };

/** Client properties that pass through the OAuth server; see the adapter's metadata. */
const CLIENT_FACTS = ['pkce_required', 'org_id', 'org_name', 'project_id', 'project_name'];

/** Dependencies of the OAuth server. */
interface OAuthParts {
  readonly db: Db;
  readonly ring: KeyRing;
  readonly config: Pick<Config, 'publicUrl' | 'oauthRegistration'>;
  /** Requests metadata documents of clients, from public addresses only. */
  readonly fetch: typeof globalThis.fetch;
  /** Finds the user whose product session the Cookie header carries. */
  readonly signedIn: (cookies: string | undefined) => Promise<string | undefined>;
  readonly onError: (error: unknown) => void;
}

/** Creates the OAuth server. All processes share its keys, which the first start generates. */
export async function openOAuthServer(parts: OAuthParts): Promise<Provider> {
  const { db, ring, config } = parts;
  const cookieKey = await getServerSecret(db, ring, 'oauth_cookies', () => randomBytes(32).toString('base64url'));
  const signingKey = JSON.parse(await getServerSecret(db, ring, 'oauth_signing_key', generateSigningKey)) as JWK;
  const provider = new Provider(toAuthUrl(config.publicUrl), {
    ...RULES,
    ...(config.oauthRegistration === 'open'
      ? { discovery: { registration_endpoint: toAuthUrl(config.publicUrl) + REGISTRATION_PATH } }
      : {}),
    adapter: createAdapter(db, config),
    // Metadata documents are the only URLs of clients that the server requests.
    fetch: parts.fetch,
    jwks: { keys: [signingKey] },
    cookies: {
      keys: [cookieKey],
      names: COOKIES,
      long: { signed: true, httpOnly: true, sameSite: 'lax', path: new URL(toAuthUrl(config.publicUrl)).pathname },
      short: { signed: true, httpOnly: true, sameSite: 'lax' },
    },
    interactions: {
      policy: signInPolicy(parts.signedIn),
      url: (ctx, interaction) => {
        const path = isOtherUser(ctx)
          ? `request/${serializeRequest(interaction.params)}`
          : `interaction/${interaction.uid}`;
        return `${toAuthUrl(config.publicUrl)}/${path}`;
      },
    },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      introspection: { enabled: true, allowedPolicy: canIntrospect(() => provider) },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => client.clientId === token.clientId },
      ...createMcpFeatures(config.publicUrl),
      rpInitiatedLogout: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      dPoP: { enabled: false },
    },
    findAccount: async (_ctx, id) => {
      const user = await findUser(db, id);
      if (!user) return undefined;
      const { email, email_verified, name, avatar_url } = user;
      const picture = avatar_url?.startsWith('/') ? config.publicUrl + avatar_url : (avatar_url ?? undefined);
      return { accountId: id, claims: async () => ({ sub: id, email, email_verified, name, picture }) };
    },
  });
  // The mount sets scheme and host, so that URLs use PUBLIC_URL.
  provider.proxy = true;
  provider.Client.prototype.compareClientSecret = function compare(secret: string) {
    return this.clientSecret !== undefined && matchesSecret(Buffer.from(this.clientSecret, 'hex'), secret);
  };
  provider.Client.prototype.redirectUriAllowed = function allows(requested: string) {
    return isRedirectAllowed(this.redirectUris ?? [], requested);
  };
  provider.use(async (ctx, next) => {
    await next();
    addScope(ctx as KoaContextWithOIDC);
    if (isOtherUser(ctx)) clearCookies(ctx, [COOKIES.interaction, COOKIES.resume]);
  });
  provider.on('server_error', (_ctx, error) => parts.onError(error));
  return provider;
}

const RULES: Configuration = {
  scopes: listAllScopes(),
  claims: { openid: ['sub'], profile: ['name', 'picture'], email: ['email', 'email_verified'] },
  ttl: TTL_SECONDS,
  responseTypes: ['code'],
  clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
  // Secrets are stored as hashes, so they cannot sign anything.
  enabledJWA: { idTokenSigningAlgValues: ['RS256'], userinfoSigningAlgValues: ['RS256'] },
  extraClientMetadata: { properties: CLIENT_FACTS },
  extraTokenClaims: (ctx, token) => {
    assertKnownScopes(ctx);
    const client = token.client ?? ctx.oidc.client;
    // A metadata document could claim any organization.
    return client && !isExternalClientId(client.clientId)
      ? { org_id: client.org_id, project_id: client.project_id }
      : undefined;
  },
  pkce: { required: (_ctx, client) => client.pkce_required !== false || client.tokenEndpointAuthMethod === 'none' },
  issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
  rotateRefreshToken: true,
  // Tokens end with their grant, their client or by expiry; the granting browser session may end earlier.
  expiresWithSession: () => false,
  routes: {
    authorization: '/oauth2/auth',
    token: '/oauth2/token',
    revocation: '/oauth2/revoke',
    introspection: '/oauth2/introspect',
    jwks: '/oauth2/jwks',
    userinfo: '/oauth2/userinfo',
  },
  renderError: (ctx, out) => {
    ctx.type = 'html';
    const headers = { cookie: ctx.get('cookie'), 'accept-language': ctx.get('accept-language') || undefined };
    const page = renderErrorPage(getPageLocale({ headers }), out.error, out.error_description);
    ctx.set(page.headers);
    ctx.body = page.html;
  },
};

/**
 * Adds the scope to every token response. A token that requested none gets its client's restriction, or an empty scope
 * if there is none.
 */
function addScope(ctx: KoaContextWithOIDC): void {
  const { body, oidc } = ctx;
  if (oidc?.route !== 'token' || !isToken(body) || body.scope !== undefined) return;
  ctx.body = { ...body, scope: getClientScopes(parseScopes(oidc.client?.scope ?? ''))?.join(' ') ?? '' };
}

function isToken(body: unknown): body is { readonly scope?: string } {
  return typeof body === 'object' && body !== null && 'access_token' in body;
}

/** Removes cookies of a request that was not stored from the response. */
function clearCookies(ctx: Pick<KoaContextWithOIDC, 'response' | 'remove' | 'set'>, names: readonly string[]): void {
  const lines = [ctx.response.get('set-cookie')].flat().filter(Boolean);
  const remaining = lines.filter(
    (line) => !names.some((name) => line.startsWith(`${name}=`) || line.startsWith(`${name}.sig=`)),
  );
  ctx.remove('set-cookie');
  if (remaining.length > 0) ctx.set('set-cookie', remaining);
}

/** Whether a client may introspect a token: its own or one of another client of its project. */
function canIntrospect(provider: () => Provider) {
  return async (
    _ctx: unknown,
    client: { clientId: string; project_id?: unknown; clientAuthMethod?: unknown; tokenEndpointAuthMethod?: string },
    token: { clientId?: string },
  ): Promise<boolean> => {
    if (client.clientId === token.clientId) return true;
    if (client.tokenEndpointAuthMethod === 'none' || token.clientId === undefined) return false;
    const owner = await provider().Client.find(token.clientId);
    return owner !== undefined && owner.project_id === client.project_id;
  };
}

function generateSigningKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const kid = randomBytes(8).toString('base64url');
  return JSON.stringify({ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid });
}
