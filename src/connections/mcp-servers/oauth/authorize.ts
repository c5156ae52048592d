import type { OAuthTokens, StoredOAuthClientInformation } from '@modelcontextprotocol/client';
import type { Config } from '../../../platform/config.ts';
import { createAddressRules, stripBrackets } from '../../../platform/http/addresses.ts';
import { systemResolver } from '../../../platform/http/connection.ts';
import { type GuardedClient, OutboundError } from '../../../platform/http/guarded-client.ts';
import type { OAuthSecret } from '../../credentials.ts';
import { toShortText } from '../../visible-text.ts';
import { loadSdk, type Sdk } from '../client/sdk.ts';
import type { AuthChallenge } from '../client/types.ts';
import { mcpErrors } from '../errors.ts';
import { type AuthFlow, ClientRejectedError, FlowProvider } from './provider.ts';
import { createAuthFetch, type McpGrant, toOAuthSecret } from './refresh.ts';

/** Dependencies of authorization. */
interface McpAuthContext {
  readonly http: GuardedClient;
  readonly config: Pick<Config, 'publicUrl' | 'allowPrivateAddresses'>;
}

/** OAuth client for servers without dynamic registration. */
export interface OAuthClientInput {
  readonly client_id: string;
  readonly client_secret?: string;
}

/**
 * Discovers the authorization server and returns the URL to authorize at, without `state`. Throws a 400 if discovery or
 * registration fails.
 */
export async function startAuthorization(
  ctx: McpAuthContext,
  serverUrl: string,
  challenge: AuthChallenge | undefined,
  client: OAuthClientInput | undefined,
): Promise<{ readonly flow: AuthFlow; readonly url: URL }> {
  const flow: AuthFlow = {
    serverUrl,
    scope: challenge?.scope ?? null,
    resourceMetadataUrl: challenge?.resourceMetadataUrl ?? null,
    ...(client && { client }),
  };
  const provider = new FlowProvider(ctx.config.publicUrl, flow);
  await authorize(ctx, provider, {});
  const url = provider.authorizationUrl;
  if (url === undefined)
    throw mcpErrors.authorizationFailed('the authorization server returned no URL to authorize at');
  if (!(await canOpen(url, ctx.config.allowPrivateAddresses)))
    throw mcpErrors.authorizationFailed('the authorization server redirects users to a URL without https');
  return { flow, url };
}

/** Exchanges an authorization code. Throws {@link AuthorizationError}. */
export async function finishAuthorization(
  ctx: McpAuthContext,
  flow: AuthFlow,
  answer: { readonly code: string; readonly iss?: string | undefined },
): Promise<OAuthSecret> {
  const provider = new FlowProvider(ctx.config.publicUrl, flow);
  await authorize(ctx, provider, { authorizationCode: answer.code, ...(answer.iss && { iss: answer.iss }) });
  if (provider.granted === undefined)
    throw mcpErrors.authorizationFailed('the authorization server returned no tokens');
  return toSecret(flow, provider.granted);
}

async function authorize(
  { http }: McpAuthContext,
  provider: FlowProvider,
  more: { readonly authorizationCode?: string; readonly iss?: string },
): Promise<void> {
  const { serverUrl, scope, resourceMetadataUrl } = provider.flow;
  const sdk = await loadSdk();
  try {
    await sdk.auth(provider, {
      serverUrl,
      ...(scope !== null && { scope }),
      ...(resourceMetadataUrl !== null && { resourceMetadataUrl: new URL(resourceMetadataUrl) }),
      ...more,
      fetchFn: createAuthFetch(http),
      forceReauthorization: true,
    });
  } catch (error) {
    throw mcpErrors.authorizationFailed(toProblemText(sdk, error));
  }
}

/** Converts tokens to a stored secret, with the data that a refresh needs. */
function toSecret({ client, discovery, scope, resource }: AuthFlow, tokens: OAuthTokens): OAuthSecret {
  if (client === undefined || discovery === undefined) throw new Error('the authorization has no client');
  const { authorizationServerUrl, authorizationServerMetadata: metadata, resourceMetadata } = discovery;
  const grant: McpGrant = { authorizationServerUrl, ...(metadata && { metadata }), ...(resource && { resource }) };
  const scopes = scope?.split(' ') ?? resourceMetadata?.scopes_supported ?? [];
  const secretBase = {
    kind: 'oauth' as const,
    scopes: scopes,
    client: toClient(client),
    extra: { ...grant },
  };
  return toOAuthSecret(secretBase, tokens);
}

/** Converts a client, with its registered authentication method. */
function toClient(client: StoredOAuthClientInformation): OAuthSecret['client'] {
  const { client_id, client_secret } = client;
  const method = 'token_endpoint_auth_method' in client ? client.token_endpoint_auth_method : undefined;
  return {
    client_id,
    ...(client_secret !== undefined && { client_secret }),
    ...(method !== undefined && { token_endpoint_auth_method: method }),
  };
}

/** Describes an error without text of a response that might be secret. */
function toProblemText(sdk: Sdk, error: unknown): string {
  if (error instanceof OutboundError) return `the request to the authorization server failed: ${error.message}`;
  if (error instanceof sdk.RegistrationRejectedError || isRegistrationError(error))
    return 'the authorization server has no dynamic registration: register a client there and set its client_id and client_secret on the server';
  if (error instanceof sdk.OAuthError) {
    const description = error.message.includes('Raw body') ? '' : `: ${toShortText(error.message)}`;
    return `the authorization server says ${toShortText(error.code, 60)}${description}`;
  }
  if (error instanceof sdk.InsecureTokenEndpointError)
    return 'the token endpoint of the authorization server does not use https';
  if (error instanceof sdk.IssuerMismatchError || error instanceof sdk.AuthorizationServerMismatchError)
    return 'the issuer of the authorization server does not match';
  if (isResourceMismatch(error)) return 'the server declares the resource of another URL';
  if (error instanceof ClientRejectedError) return error.message;
  return 'the response of the authorization server is invalid';
}

function isRegistrationError(error: unknown): boolean {
  return error instanceof Error && /dynamic client registration/i.test(error.message);
}

/** The SDK reports this mismatch only in the message. */
function isResourceMismatch(error: unknown): boolean {
  return error instanceof Error && /^protected resource .* does not match/i.test(error.message);
}

/** Whether a browser may be redirected to a URL: https, or a permitted private address. */
async function canOpen(url: URL, allowPrivate: readonly string[]): Promise<boolean> {
  if (url.protocol === 'https:') return true;
  if (url.protocol !== 'http:') return false;
  const host = stripBrackets(url.hostname);
  const addresses = await systemResolver(host).catch(() => []);
  const permits = (allowed: readonly string[]) =>
    createAddressRules(allowed).isPermitted(host, Number(url.port || 80), addresses);
  return permits(allowPrivate) && !permits([]);
}
