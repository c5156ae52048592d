import { randomBytes } from 'node:crypto';
import type { Provider } from 'oidc-provider';
import { type Config, requireSetting } from '../platform/config.ts';
import type { Db } from '../platform/db/client.ts';
import type { GuardedClient } from '../platform/http/guarded-client.ts';
import type { KeyRing } from '../platform/keyring.ts';
import { getServerSecret, verifyServerSecrets } from '../platform/server-secrets.ts';
import { findSessionUser, SessionCookie } from './sessions.ts';
import { sweepExpired } from './sweep.ts';

/** Sign-in and the OAuth server of one API process. */
export interface Identity {
  readonly cookie: SessionCookie;
  /** Id of the user whose session the Cookie header carries. */
  findSignedInUser(cookies: string | undefined): Promise<string | undefined>;
  /** OAuth server, created on first use. */
  oauth(): Promise<Provider>;
  close(): void;
}

/** Opens both. Throws a SettingError without ENCRYPTION_KEYS, which encrypt their keys. */
export async function openIdentity(
  db: Db,
  config: Config,
  ring: KeyRing | undefined,
  http: GuardedClient,
  onError: (error: unknown) => void,
): Promise<Identity> {
  const reason = 'it encrypts sessions and the keys of the OAuth server; for example main:$(openssl rand -base64 32)';
  requireSetting(config.encryptionKeys, 'ENCRYPTION_KEYS', reason);
  if (!ring) throw new Error('the key ring was not opened');
  const secret = await getServerSecret(db, ring, 'sessions', () => randomBytes(32).toString('base64url'));
  const cookie = new SessionCookie(config, secret);
  const findSignedInUser = async (cookies: string | undefined) => {
    const token = cookie.readToken(cookies);
    return token === undefined ? undefined : findSessionUser(db, token);
  };
  await verifyServerSecrets(db, ring);
  let opening: Promise<Provider> | undefined;
  const open = async () => {
    const [{ openOAuthServer }, { METADATA_LIMITS }] = await Promise.all([
      import('./oauth/provider.ts'),
      import('./oauth/external-clients.ts'),
    ]);
    const fetch = http.fetch(METADATA_LIMITS);
    return openOAuthServer({ db, ring, config, fetch, signedIn: findSignedInUser, onError });
  };
  const oauth = () => {
    // The next request retries after a failure.
    opening ??= open().catch((error) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  return { cookie, findSignedInUser, oauth, close: sweepExpired(db, onError) };
}
