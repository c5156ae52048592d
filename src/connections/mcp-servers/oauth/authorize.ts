import type { OAuthTokens, StoredOAuthClientInformation } from '@modelcontextprotocol/client';
import type { Config } from '../../../platform/config.ts';
import { addressRules, bareHost } from '../../../platform/http/addresses.ts';
import { systemResolver } from '../../../platform/http/connection.ts';
import { type GuardedClient, OutboundError } from '../../../platform/http/guarded.ts';
import type { OAuthSecret } from '../../credentials.ts';
import { loadSdk, type Sdk } from '../client/sdk.ts';
import type { AuthChallenge } from '../client/types.ts';
import { toShortText } from '../client/visible-text.ts';
import { mcpErrors } from '../errors.ts';
import { type AuthFlow, FlowProvider } from './provider.ts';
import { createAuthFetch, type McpGrant, toOAuthSecret } from './refresh.ts';

/** What authorizing takes. */
export interface McpAuthContext {
  readonly http: GuardedClient;
  readonly config: Pick<Config, 'publicUrl' | 'allowPrivateAddresses'>;
}

/** An OAuth client that an editor gave, for servers that register nobody. */
export interface OAuthClientInput {
  readonly client_id: string;
  readonly client_secret?: string;
}

/**
 * Finds out where a person has to go to authorize this installation for a server. The address lacks its `state` yet. Throws a
 * 400 where the server's authorization server can't be found or lets nobody in.
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
  if (url === undefined) throw mcpErrors.authorizationFailed('the authorization server names no place to go to');
  if (!(await canOpen(url, ctx.config.allowPrivateAddresses)))
    throw mcpErrors.authorizationFailed('the authorization server sends people to an address without https');
  return { flow, url };
}

/** Exchanges the code that a person came back with. Throws a 400 that says why it can't be. */
export async function finishAuthorization(
  ctx: McpAuthContext,
  flow: AuthFlow,
  answer: { readonly code: string; readonly iss?: string | undefined },
): Promise<OAuthSecret> {
  const provider = new FlowProvider(ctx.config.publicUrl, flow);
  await authorize(ctx, provider, { authorizationCode: answer.code, ...(answer.iss && { iss: answer.iss }) });
  if (provider.granted === undefined) throw mcpErrors.authorizationFailed('the authorization server gave no tokens');
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

/** What is kept of tokens: also where, and as which client, the next ones are asked for. */
function toSecret({ client, discovery, scope, resource }: AuthFlow, tokens: OAuthTokens): OAuthSecret {
  if (client === undefined || discovery === undefined) throw new Error('the authorization lacks its client');
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

/** The client with the way in which it shows who it is: an authorization server that registered one takes no other. */
function toClient(client: StoredOAuthClientInformation): OAuthSecret['client'] {
  const { client_id, client_secret } = client;
  const method = 'token_endpoint_auth_method' in client ? client.token_endpoint_auth_method : undefined;
  return {
    client_id,
    ...(client_secret !== undefined && { client_secret }),
    ...(method !== undefined && { token_endpoint_auth_method: method }),
  };
}

/** What went wrong, without anything of an answer that might be a secret. */
function toProblemText(sdk: Sdk, error: unknown): string {
  if (error instanceof OutboundError) return `the authorization server could not be asked: ${error.message}`;
  if (error instanceof sdk.RegistrationRejectedError || isRegistrationError(error))
    return 'the authorization server registers nobody: register a client there and give its client_id, and client_secret where it has one, with the server';
  if (error instanceof sdk.OAuthError) {
    const description = error.message.includes('Raw body') ? '' : `: ${toShortText(error.message)}`;
    return `the authorization server says ${toShortText(error.code, 60)}${description}`;
  }
  if (error instanceof sdk.InsecureTokenEndpointError) return 'the authorization server takes no https';
  if (error instanceof sdk.IssuerMismatchError || error instanceof sdk.AuthorizationServerMismatchError)
    return 'the authorization server is not the one that it says it is';
  if (isResourceMismatch(error)) return 'the server names another address than its own as what tokens are for';
  if (error instanceof Error && error.name === 'RefusedByServer') return error.message;
  return 'what the authorization server answered can’t be read';
}

function isRegistrationError(error: unknown): boolean {
  return error instanceof Error && /dynamic client registration/i.test(error.message);
}

/** The library says only in words that a server describes itself as another one. */
function isResourceMismatch(error: unknown): boolean {
  return error instanceof Error && /^protected resource .* does not match/i.test(error.message);
}

/** Whether a person's browser may be sent there: by https, or to a private address that the installation permits. */
async function canOpen(url: URL, allowPrivate: readonly string[]): Promise<boolean> {
  if (url.protocol === 'https:') return true;
  if (url.protocol !== 'http:') return false;
  const host = bareHost(url.hostname);
  const addresses = await systemResolver(host).catch(() => []);
  const permits = (allowed: readonly string[]) =>
    addressRules(allowed).permits(host, Number(url.port || 80), addresses);
  return permits(allowPrivate) && !permits([]);
}
