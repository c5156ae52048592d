import { runBestEffort } from '../../../platform/best-effort.ts';
import type { GuardedClient } from '../../../platform/http/guarded-client.ts';
import { parseJson } from '../../../platform/json.ts';
import type { Log } from '../../../platform/log.ts';
import type { IntegrationKind } from '../kinds/kind.ts';
import { getOAuthClient, resolveHost, type ServiceSettings } from '../service-settings.ts';
import { getMember } from '../values.ts';
import { type GrantedTokens, getOAuth, toBasicAuth } from './tokens.ts';

/** Dependencies of requests to a service. */
interface ServiceContext {
  readonly http: Pick<GuardedClient, 'request'>;
  readonly config: ServiceSettings;
  readonly log: Log;
}

const MAX_ACCOUNT_LENGTH = 200;
const REQUEST_LIMITS = { timeoutMs: 10_000, maxBytes: 64 * 1024, maxRedirects: 0 };

/** Requests the account name from the service. Returns null if it has none. */
export async function findAccount(
  ctx: ServiceContext,
  kind: IntegrationKind,
  tokens: GrantedTokens,
): Promise<string | null> {
  const { url, paths: at } = getOAuth(kind).account;
  let response: unknown = tokens.response;
  if (url !== undefined)
    await runBestEffort(ctx.log, 'read the account of an integration', async () => {
      response = await requestAccount(ctx, url, tokens.secret.access_token);
    });
  for (const path of at) {
    const value = getMember(response, path);
    if (typeof value === 'string' && value.trim() !== '') return value.slice(0, MAX_ACCOUNT_LENGTH);
  }
  return null;
}

async function requestAccount({ http, config }: ServiceContext, url: string, token: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
  const response = await http.request({ method: 'GET', url: resolveHost(config, url), headers, ...REQUEST_LIMITS });
  if (response.status !== 200) throw new Error(`the service responded with status ${response.status}`);
  return parseJson(Buffer.from(response.body).toString('utf8'));
}

/** Revokes a token at its service, best effort. */
export async function revokeToken(ctx: ServiceContext, kind: IntegrationKind, token: string): Promise<void> {
  const { revoke } = getOAuth(kind);
  if (!revoke) return;
  await runBestEffort(ctx.log, 'revoke a token of an integration', async () => {
    const { id, secret } = getOAuthClient(ctx.config, kind);
    const params = revoke.field === undefined ? {} : { [revoke.field]: token };
    const response = await ctx.http.request({
      method: revoke.method,
      url: resolveHost(ctx.config, revoke.url.replace('{client_id}', encodeURIComponent(id))),
      headers: {
        accept: 'application/json',
        'content-type': revoke.body === 'json' ? 'application/json' : 'application/x-www-form-urlencoded',
        ...(revoke.auth === 'basic' ? { authorization: toBasicAuth(id, secret) } : {}),
        ...(revoke.auth === 'bearer' ? { authorization: `Bearer ${token}` } : {}),
      },
      body: revoke.body === 'json' ? JSON.stringify(params) : new URLSearchParams(params).toString(),
      ...REQUEST_LIMITS,
    });
    if (response.status >= 400) throw new Error(`the service responded with status ${response.status}`);
  });
}
