import type { OAuthTokens, StoredOAuthClientInformation } from '@modelcontextprotocol/client';
import type { OAuthSecret } from '../../connections/credentials.ts';
import type { Config } from '../../platform/config.ts';
import { createAddressRules, stripBrackets } from '../../platform/http/addresses.ts';
import { systemResolver } from '../../platform/http/connection.ts';
import { type GuardedClient, OutboundError } from '../../platform/http/guarded-client.ts';
import { loadSdk, type Sdk } from '../client/sdk.ts';
import type { AuthChallenge } from '../client/types.ts';
import { toldBriefly } from '../client/visible.ts';
import { mcpErrors } from '../errors.ts';
import { type AuthFlow, FlowProvider } from './provider.ts';
import { authFetch, type McpGrant, withTokens } from './refresh.ts';

/** What authorizing takes. */
export interface AuthContext {
  readonly http: GuardedClient;
  readonly config: Pick<Config, 'publicUrl' | 'allowPrivateAddresses'>;
}

/** An OAuth client that an editor gave, for servers that register nobody. */
export interface GivenClient {
  readonly client_id: string;
  readonly client_secret?: string;
}

/**
 * Finds out where a person has to go to authorize this installation for a server. The address lacks its `state` yet. Throws a
 * 400 where the server's authorization server can't be found or lets nobody in.
 */
export async function startAuthorization(
  ctx: AuthContext,
  serverUrl: string,
  challenge: AuthChallenge | undefined,
  client: GivenClient | undefined,
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
  if (!(await mayBeOpened(url, ctx.config.allowPrivateAddresses)))
    throw mcpErrors.authorizationFailed('the authorization server sends people to an address without https');
  return { flow, url };
}

/** Exchanges the code that a person came back with. Throws a 400 that says why it can't be. */
export async function finishAuthorization(
  ctx: AuthContext,
  flow: AuthFlow,
  answer: { readonly code: string; readonly iss?: string | undefined },
): Promise<OAuthSecret> {
  const provider = new FlowProvider(ctx.config.publicUrl, flow);
  await authorize(ctx, provider, { authorizationCode: answer.code, ...(answer.iss && { iss: answer.iss }) });
  if (provider.granted === undefined) throw mcpErrors.authorizationFailed('the authorization server gave no tokens');
  return secretOf(flow, provider.granted);
}

async function authorize(
  { http }: AuthContext,
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
      fetchFn: authFetch(http),
      forceReauthorization: true,
    });
  } catch (error) {
    throw mcpErrors.authorizationFailed(problemOf(sdk, error));
  }
}

/** What is kept of tokens: also where, and as which client, the next ones are asked for. */
function secretOf({ client, discovery, scope, resource }: AuthFlow, tokens: OAuthTokens): OAuthSecret {
  if (client === undefined || discovery === undefined) throw new Error('the authorization lacks its client');
  const { authorizationServerUrl, authorizationServerMetadata: metadata, resourceMetadata } = discovery;
  const grant: McpGrant = { authorizationServerUrl, ...(metadata && { metadata }), ...(resource && { resource }) };
  const asked = scope?.split(' ') ?? resourceMetadata?.scopes_supported ?? [];
  const held = {
    kind: 'oauth' as const,
    scopes: asked,
    client: clientIn(client),
    extra: { ...grant },
  };
  return withTokens(held, tokens);
}

/** The client with the way in which it shows who it is: an authorization server that registered one takes no other. */
function clientIn(client: StoredOAuthClientInformation): OAuthSecret['client'] {
  const { client_id, client_secret } = client;
  const method = 'token_endpoint_auth_method' in client ? client.token_endpoint_auth_method : undefined;
  return {
    client_id,
    ...(client_secret !== undefined && { client_secret }),
    ...(method !== undefined && { token_endpoint_auth_method: method }),
  };
}

/** What went wrong, without anything of an answer that might be a secret. */
function problemOf(sdk: Sdk, error: unknown): string {
  if (error instanceof OutboundError) return `the authorization server could not be asked: ${error.message}`;
  if (error instanceof sdk.RegistrationRejectedError || isUnregistered(error))
    return 'the authorization server registers nobody: register a client there and give its client_id, and client_secret where it has one, with the server';
  if (error instanceof sdk.OAuthError) {
    const words = error.message.includes('Raw body') ? '' : `: ${toldBriefly(error.message)}`;
    return `the authorization server says ${toldBriefly(error.code, 60)}${words}`;
  }
  if (error instanceof sdk.InsecureTokenEndpointError) return 'the authorization server takes no https';
  if (error instanceof sdk.IssuerMismatchError || error instanceof sdk.AuthorizationServerMismatchError)
    return 'the authorization server is not the one that it says it is';
  if (isOfAnother(error)) return 'the server names another address than its own as what tokens are for';
  if (error instanceof Error && error.name === 'RefusedByServer') return error.message;
  return 'what the authorization server answered can’t be read';
}

function isUnregistered(error: unknown): boolean {
  return error instanceof Error && /dynamic client registration/i.test(error.message);
}

/** The library says only in words that a server describes itself as another one. */
function isOfAnother(error: unknown): boolean {
  return error instanceof Error && /^protected resource .* does not match/i.test(error.message);
}

/** Whether a person's browser may be sent there: by https, or to a private address that the installation permits. */
async function mayBeOpened(url: URL, allowPrivate: readonly string[]): Promise<boolean> {
  if (url.protocol === 'https:') return true;
  if (url.protocol !== 'http:') return false;
  const host = stripBrackets(url.hostname);
  const addresses = await systemResolver(host).catch(() => []);
  const permits = (allowed: readonly string[]) =>
    createAddressRules(allowed).isPermitted(host, Number(url.port || 80), addresses);
  return permits(allowPrivate) && !permits([]);
}
