import { runBestEffort } from '../../platform/best-effort.ts';
import type { GuardedClient } from '../../platform/http/guarded-client.ts';
import { parseJson } from '../../platform/json.ts';
import type { Log } from '../../platform/log.ts';
import { clientOf, located, type ServiceSettings } from '../addresses.ts';
import type { IntegrationKind } from '../kinds/kind.ts';
import { memberAt } from '../members.ts';
import { basicAuth, type GrantedTokens, oauthOf } from './tokens.ts';

/** What a service is asked with. */
interface AskContext {
  readonly http: Pick<GuardedClient, 'request'>;
  readonly config: ServiceSettings;
  readonly log: Log;
}

const LONGEST_ACCOUNT = 200;
const LIMITS = { timeoutMs: 10_000, maxBytes: 64 * 1024, maxRedirects: 0 };

/** Who authorised, as the service calls them; null where it does not say. */
export async function accountOf(ctx: AskContext, kind: IntegrationKind, tokens: GrantedTokens): Promise<string | null> {
  const { url, at } = oauthOf(kind).account;
  let answer: unknown = tokens.answer;
  if (url !== undefined)
    await runBestEffort(ctx.log, 'ask a service who authorised', async () => {
      answer = await asked(ctx, url, tokens.secret.access_token);
    });
  for (const path of at) {
    const found = memberAt(answer, path);
    if (typeof found === 'string' && found.trim() !== '') return found.slice(0, LONGEST_ACCOUNT);
  }
  return null;
}

async function asked({ http, config }: AskContext, url: string, token: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
  const answer = await http.request({ method: 'GET', url: located(config, url), headers, ...LIMITS });
  if (answer.status !== 200) throw new Error(`it answered ${answer.status}`);
  return parseJson(Buffer.from(answer.body).toString('utf8'));
}

/** Gives a token back to its service, where that takes it; that it did not is no reason to keep it here. */
export async function revokeToken(ctx: AskContext, kind: IntegrationKind, token: string): Promise<void> {
  const { revoke } = oauthOf(kind);
  if (!revoke) return;
  await runBestEffort(ctx.log, 'give a token back to its service', async () => {
    const { id, secret } = clientOf(ctx.config, kind);
    const given = revoke.field === undefined ? {} : { [revoke.field]: token };
    const answer = await ctx.http.request({
      method: revoke.method,
      url: located(ctx.config, revoke.url.replace('{client_id}', encodeURIComponent(id))),
      headers: {
        accept: 'application/json',
        'content-type': revoke.body === 'json' ? 'application/json' : 'application/x-www-form-urlencoded',
        ...(revoke.auth === 'basic' ? { authorization: basicAuth(id, secret) } : {}),
        ...(revoke.auth === 'bearer' ? { authorization: `Bearer ${token}` } : {}),
      },
      body: revoke.body === 'json' ? JSON.stringify(given) : new URLSearchParams(given).toString(),
      ...LIMITS,
    });
    if (answer.status >= 400) throw new Error(`it answered ${answer.status}`);
  });
}
