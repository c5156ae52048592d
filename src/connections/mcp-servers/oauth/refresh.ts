import type { AuthorizationServerMetadata, FetchLike, OAuthTokens } from '@modelcontextprotocol/client';
import { databaseNow } from '../../../platform/clock.ts';
import { type GuardedClient, OutboundError } from '../../../platform/http/guarded.ts';
import type { OAuthSecret } from '../../credentials.ts';
import { GrantRejectedError } from '../../tokens.ts';
import { loadSdk } from '../client/sdk.ts';

/** What is kept with the tokens of an MCP server, so that they can be renewed without asking anew who grants them. */
export interface McpGrant {
  readonly authorizationServerUrl: string;
  readonly metadata?: AuthorizationServerMetadata;
  /** What the tokens are for, as it was asked for. */
  readonly resource?: string;
}

/** What one exchange with an authorization server may take. */
const TOKEN_LIMITS = { totalMs: 15_000, maxBytes: 512 * 1024 };
/** The grant is over, or the client that it was given to: a person has to authorize anew. */
const GRANT_ERRORS: ReadonlySet<string> = new Set(['invalid_grant', 'invalid_client', 'unauthorized_client']);
/** A year of seconds: for longer no token is taken to be good without another look. */
const MAX_TOKEN_SECONDS = 366 * 86_400;

/** A fetch for the library, which follows redirects within an origin by itself. */
export function createAuthFetch(http: GuardedClient, signal?: AbortSignal): FetchLike {
  const guarded = http.fetch(TOKEN_LIMITS);
  return (url, init) => guarded(url, { ...init, redirect: 'manual', ...(signal && { signal }) });
}

/** Asks for new tokens; see `freshToken` of the connections. */
export async function refreshMcpTokens(
  http: GuardedClient,
  secret: OAuthSecret,
  signal: AbortSignal,
): Promise<OAuthSecret> {
  const sdk = await loadSdk();
  const { authorizationServerUrl, metadata, resource } = secret.extra as unknown as McpGrant;
  try {
    const tokens = await sdk.refreshAuthorization(authorizationServerUrl, {
      ...(metadata && { metadata }),
      ...(resource && { resource }),
      clientInformation: secret.client,
      refreshToken: secret.refresh_token ?? '',
      fetchFn: createAuthFetch(http, signal),
    });
    return toOAuthSecret(secret, tokens);
  } catch (error) {
    if (error instanceof sdk.OAuthError && GRANT_ERRORS.has(error.code))
      throw new GrantRejectedError('the server refuses the grant', { cause: error });
    if (error instanceof OutboundError) throw error;
    // The library tells what was answered, which may hold tokens.
    throw new Error('the authorization server gave no new tokens');
  }
}

/** A grant's secret with the tokens that a server answered; what it leaves out stays as it was. */
export function toOAuthSecret(secret: Omit<OAuthSecret, 'access_token'>, tokens: OAuthTokens): OAuthSecret {
  const { access_token, refresh_token, expires_in, scope } = tokens;
  return {
    ...secret,
    access_token,
    ...(refresh_token !== undefined && { refresh_token }),
    expires_at: expires_in === undefined ? null : toExpiry(expires_in),
    ...(scope !== undefined && { scopes: scope.split(' ').filter((word) => word !== '') }),
  };
}

function toExpiry(seconds: number): string {
  return new Date(databaseNow() + Math.min(Math.max(seconds, 0), MAX_TOKEN_SECONDS) * 1000).toISOString();
}
