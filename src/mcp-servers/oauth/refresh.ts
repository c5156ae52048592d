import type { AuthorizationServerMetadata, OAuthTokens } from '@modelcontextprotocol/client';
import type { OAuthSecret } from '../../connections/credentials.ts';
import { GrantRefused } from '../../connections/tokens.ts';
import type { GuardedClient } from '../../platform/http/guarded.ts';
import { loadSdk } from '../client/sdk.ts';

/** What is kept with the tokens of an MCP server, so that they can be renewed without asking anew who grants them. */
export interface McpGrant {
  readonly authorizationServerUrl: string;
  readonly metadata?: AuthorizationServerMetadata;
  /** What the tokens are for, as it was asked for. */
  readonly resource?: string;
}

const REFRESH_LIMITS = { totalMs: 15_000, maxBytes: 256 * 1024 };

/** Asks for new tokens; see `freshToken` of the connections. */
export async function refreshMcpTokens(
  http: GuardedClient,
  secret: OAuthSecret,
  signal: AbortSignal,
): Promise<OAuthSecret> {
  const sdk = await loadSdk();
  const { authorizationServerUrl, metadata, resource } = secret.extra as unknown as McpGrant;
  const guarded = http.fetch(REFRESH_LIMITS);
  try {
    const tokens = await sdk.refreshAuthorization(authorizationServerUrl, {
      ...(metadata && { metadata }),
      ...(resource && { resource }),
      clientInformation: secret.client,
      refreshToken: secret.refresh_token ?? '',
      fetchFn: (url, init) => guarded(url, { ...init, signal }),
    });
    return withTokens(secret, tokens);
  } catch (error) {
    if (error instanceof sdk.OAuthError && error.code === sdk.OAuthErrorCode.InvalidGrant)
      throw new GrantRefused('the server refuses the grant', { cause: error });
    throw error;
  }
}

/** A grant's secret with the tokens that a server answered; what it leaves out stays as it was. */
export function withTokens(secret: Omit<OAuthSecret, 'access_token'>, tokens: OAuthTokens): OAuthSecret {
  const { access_token, refresh_token, expires_in, scope } = tokens;
  return {
    ...secret,
    access_token,
    ...(refresh_token !== undefined && { refresh_token }),
    expires_at: expires_in === undefined ? null : new Date(Date.now() + expires_in * 1000).toISOString(),
    ...(scope !== undefined && { scopes: scope.split(' ').filter((word) => word !== '') }),
  };
}
