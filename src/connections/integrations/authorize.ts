import { getGrantsOf } from '../../access/members.ts';
import { hasPermission } from '../../access/permissions.ts';
import type { Db, Executor } from '../../platform/db/client.ts';
import type { GuardedClient } from '../../platform/http/guarded.ts';
import type { KeyRing } from '../../platform/keyring.ts';
import type { Log } from '../../platform/log.ts';
import { beginAuth, type TakenAuth } from '../auth-sessions.ts';
import { saveCredential } from '../credentials.ts';
import { endWaits } from '../waits.ts';
import type { ServiceSettings } from './addresses.ts';
import { kindOfType } from './kinds/index.ts';
import { accountOf } from './oauth/account.ts';
import {
  AuthorizationFailed,
  type BegunAuthorization,
  beginOAuth,
  exchangeCode,
  type GrantedTokens,
  oauthOf,
} from './oauth/tokens.ts';
import { findIntegration, type IntegrationRow, lockIntegration, setAuthorized, setFailed } from './queries.ts';

/** What authorising stands on. */
export interface AuthorizeContext {
  readonly db: Db;
  readonly ring: KeyRing | undefined;
  readonly http: GuardedClient;
  readonly log: Log;
  readonly config: ServiceSettings & { readonly publicUrl: string };
}

/** Where services send people back to. */
export const CALLBACK_PATH = '/integration/callback';

/** Begins an authorisation: the address that a person is to open. Throws a 409 where the installation is not known there. */
export function beginAuthorization(
  { ring, config }: AuthorizeContext,
  trx: Executor,
  row: IntegrationRow,
  by: { readonly userId: string; readonly redirectTo: string | null; readonly prefix: string },
): Promise<string> {
  return beginOAuth(config, kindOfType(row.type), {
    redirectUri: config.publicUrl + by.prefix + CALLBACK_PATH,
    state: async (begun) => {
      const auth = {
        orgId: row.org_id,
        projectId: row.project_id,
        userId: by.userId,
        kind: 'integration' as const,
        targetId: row.id,
        data: begun,
        redirectTo: by.redirectTo,
      };
      return (await beginAuth(trx, ring, auth)).state;
    },
  });
}

/** What came of an authorisation at the service. */
export interface Granted extends GrantedTokens {
  readonly account: string | null;
}

/**
 * Exchanges what a person came back with for tokens. Throws {@link AuthorizationFailed}, also where they were not granted
 * everything or may not authorise the integration any more.
 */
export async function obtainGrant(
  ctx: AuthorizeContext,
  taken: TakenAuth,
  userId: string,
  came: URLSearchParams,
): Promise<Granted> {
  const row = await authorizable(ctx.db, taken, userId);
  const kind = kindOfType(row.type);
  const error = came.get('error');
  if (error !== null) throw refusedByPerson(error);
  const tokens = await exchangeCode(ctx, kind, came, taken.data as BegunAuthorization);
  const missing = oauthOf(kind).scopes.filter((scope) => !tokens.secret.scopes.includes(scope));
  if (missing.length > 0)
    throw new AuthorizationFailed(
      'scopes_missing',
      `the account did not grant ${missing.join(', ')}; authorise again and grant everything that is asked for`,
    );
  return { ...tokens, account: await accountOf(ctx, kind, tokens) };
}

/** Stores what was granted and ends the waits for it. Throws {@link AuthorizationFailed} where the integration is gone. */
export async function storeGrant(
  ctx: Pick<AuthorizeContext, 'ring'>,
  trx: Executor,
  taken: TakenAuth,
  userId: string,
  { secret, account }: Granted,
): Promise<IntegrationRow> {
  const { orgId, projectId, targetId } = taken;
  const row = await lockIntegration(trx, projectId, targetId ?? '');
  if (!row) throw gone();
  const credentialId = row.id;
  await saveCredential(trx, ctx.ring, { id: credentialId, orgId, projectId, secret });
  await setAuthorized(trx, row.id, { account, scopes: secret.scopes, credentialId, userId });
  await endWaits(trx, [row.id]);
  return row;
}

/** Notes why an authorisation failed, for whoever looks at the integration next. */
export async function noteFailure(
  db: Db,
  { targetId }: TakenAuth,
  { code, message }: AuthorizationFailed,
): Promise<void> {
  // Who changes their mind has broken nothing.
  if (targetId !== null && code !== 'access_denied') await setFailed(db, targetId, message);
}

/** The integration, if the person may still authorise it. */
async function authorizable(db: Db, taken: TakenAuth, userId: string): Promise<IntegrationRow> {
  const { orgId, projectId } = taken;
  const row = await findIntegration(db, projectId, taken.targetId ?? '');
  if (!row) throw gone();
  const place = { type: 'integration' as const, id: row.id, orgId, projectId };
  if (!hasPermission(await getGrantsOf(db, { type: 'user', id: userId }, place), 'integration:edit'))
    throw new AuthorizationFailed('not_permitted', 'you may not authorise this integration any more');
  return row;
}

function gone(): AuthorizationFailed {
  return new AuthorizationFailed('not_found', 'the integration was deleted meanwhile');
}

function refusedByPerson(error: string): AuthorizationFailed {
  const code = /^[\x21-\x7e]{1,100}$/.test(error) ? error : 'unknown_error';
  const words =
    code === 'access_denied' ? 'the authorisation was declined at the service' : `the service answered ${code}`;
  return new AuthorizationFailed(code, words);
}
