import type { Db, Executor } from '../../platform/db/client.ts';
import type { GuardedClient } from '../../platform/http/guarded-client.ts';
import type { KeyRing } from '../../platform/keyring.ts';
import type { Log } from '../../platform/log.ts';
import { type ClaimedAuthSession, createAuthSession } from '../auth-sessions.ts';
import { saveCredential } from '../credentials.ts';
import { endWaits } from '../waits.ts';
import { getIntegrationKind } from './kinds/index.ts';
import { findAccount } from './oauth/account.ts';
import {
  AuthorizationError,
  exchangeCode,
  type GrantedTokens,
  getOAuth,
  type PendingAuthorization,
  startOAuth,
} from './oauth/tokens.ts';
import { type IntegrationRow, lockIntegration, setAuthorized, setFailed } from './queries.ts';
import type { ServiceSettings } from './service-settings.ts';

/** Dependencies of authorization. */
interface AuthorizeContext {
  readonly db: Db;
  readonly ring: KeyRing | undefined;
  readonly http: GuardedClient;
  readonly log: Log;
  readonly config: ServiceSettings & { readonly publicUrl: string };
}

/** Path of the OAuth redirect URI. */
export const CALLBACK_PATH = '/integration/callback';

/** Starts an authorization. Returns the URL that the user opens. Throws a 409 if no OAuth client is configured. */
export function beginAuthorization(
  { ring, config }: AuthorizeContext,
  trx: Executor,
  row: IntegrationRow,
  by: { readonly userId: string; readonly redirectTo: string | null; readonly prefix: string },
): Promise<string> {
  return startOAuth(config, getIntegrationKind(row.type), {
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
      return (await createAuthSession(trx, ring, auth)).state;
    },
  });
}

/** Tokens of an authorization and the account that granted them. */
interface AuthorizationGrant extends GrantedTokens {
  readonly account: string | null;
}

/** Exchanges the callback parameters for tokens. Throws {@link AuthorizationError}, also if scopes are missing. */
export async function obtainGrant(
  ctx: AuthorizeContext,
  { type }: IntegrationRow,
  session: ClaimedAuthSession,
  callbackParams: URLSearchParams,
): Promise<AuthorizationGrant> {
  const kind = getIntegrationKind(type);
  const error = callbackParams.get('error');
  if (error !== null) throw toServiceError(error);
  const tokens = await exchangeCode(ctx, kind, callbackParams, session.data as PendingAuthorization);
  const missing = getOAuth(kind).scopes.filter((scope) => !tokens.secret.scopes.includes(scope));
  if (missing.length > 0)
    throw new AuthorizationError(
      'scopes_missing',
      `the account did not grant ${missing.join(', ')}; authorize again and grant all requested scopes`,
    );
  return { ...tokens, account: await findAccount(ctx, kind, tokens) };
}

/** Stores the grant and ends the waits for it. Throws {@link AuthorizationError} if the integration was deleted. */
export async function storeGrant(
  ctx: Pick<AuthorizeContext, 'ring'>,
  trx: Executor,
  session: ClaimedAuthSession,
  userId: string,
  { secret, account }: AuthorizationGrant,
): Promise<IntegrationRow> {
  const { orgId, projectId, targetId } = session;
  const row = await lockIntegration(trx, projectId, targetId ?? '');
  if (!row) throw createIntegrationDeletedError();
  const credentialId = row.id;
  await saveCredential(trx, ctx.ring, { id: credentialId, orgId, projectId, secret });
  await setAuthorized(trx, row.id, { account, scopes: secret.scopes, credentialId, userId });
  await endWaits(trx, [row.id]);
  return row;
}

/** Records why an authorization failed. */
export async function recordAuthorizationFailure(
  db: Db,
  { targetId }: ClaimedAuthSession,
  { code, message }: AuthorizationError,
): Promise<void> {
  // Declining changes nothing.
  if (targetId !== null && code !== 'access_denied') await setFailed(db, targetId, message);
}

/** Creates the error of an authorization whose integration was deleted. */
export function createIntegrationDeletedError(): AuthorizationError {
  return new AuthorizationError('not_found', 'the integration was deleted');
}

function toServiceError(error: string): AuthorizationError {
  const code = /^[\x21-\x7e]{1,100}$/.test(error) ? error : 'unknown_error';
  const message =
    code === 'access_denied' ? 'the authorization was declined at the service' : `the service answered ${code}`;
  return new AuthorizationError(code, message);
}
