import type { AuthorizationServerMetadata, FetchLike, OAuthTokens } from '@modelcontextprotocol/client';
import { databaseNow } from '../../../platform/clock.ts';
import { type GuardedClient, OutboundError } from '../../../platform/http/guarded-client.ts';
import type { OAuthSecret } from '../../credentials.ts';
import { TokenEndpointUnavailableError, throwIfUnavailable } from '../../token-endpoint.ts';
import { GrantRejectedError } from '../../tokens.ts';
import { loadSdk } from '../client/sdk.ts';

/** Data stored with tokens to renew them without another discovery. */
export interface McpGrant {
  readonly authorizationServerUrl: string;
  readonly metadata?: AuthorizationServerMetadata;
  /** Requested resource of the tokens. */
  readonly resource?: string;
}

/** Limits of one exchange with an authorization server. */
const TOKEN_LIMITS = { totalTimeoutMs: 15_000, maxBytes: 512 * 1024 };
/** Errors after which a user must authorize again. */
const GRANT_ERRORS: ReadonlySet<string> = new Set(['invalid_grant', 'invalid_client', 'unauthorized_client']);
/** Maximum lifetime of a token, one year. */
const MAX_TOKEN_SECONDS = 366 * 86_400;

/** Creates a fetch for the SDK, which follows redirects within an origin itself. */
export function createAuthFetch(http: GuardedClient, signal?: AbortSignal): FetchLike {
  const guarded = http.fetch(TOKEN_LIMITS);
  return (url, init) => guarded(url, { ...init, redirect: 'manual', ...(signal && { signal }) });
}

/** Requests new tokens for `getFreshToken`. Throws {@link TokenEndpointUnavailableError} while the server is down. */
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
      fetchFn: throwIfUnavailable(createAuthFetch(http, signal)),
    });
    return toOAuthSecret(secret, tokens);
  } catch (error) {
    if (error instanceof sdk.OAuthError && GRANT_ERRORS.has(error.code))
      throw new GrantRejectedError('the server rejects the grant', { cause: error });
    if (error instanceof OutboundError || error instanceof TokenEndpointUnavailableError) throw error;
    // The error of the SDK may contain tokens.
    throw new Error('the authorization server returned no new tokens');
  }
}

/** Merges returned tokens into a secret. Omitted fields keep their values. */
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
