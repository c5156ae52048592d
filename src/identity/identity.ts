import { randomBytes } from 'node:crypto';
import type { Provider } from 'oidc-provider';
import { type Config, required } from '../platform/config.ts';
import type { Db } from '../platform/db/client.ts';
import type { KeyRing } from '../platform/keyring.ts';
import { openOAuthServer } from './oauth/provider.ts';
import { serverSecret } from './secrets.ts';
import { findSessionUser, SessionCookie } from './sessions.ts';
import { sweepExpired } from './sweep.ts';

/** Signing in and the OAuth server, as one process of the API holds them. */
export interface Identity {
  readonly cookie: SessionCookie;
  /** Id of the user who is signed in to the browser that sends this Cookie header. */
  signedIn(cookies: string | undefined): Promise<string | undefined>;
  readonly oauth: Provider;
  close(): void;
}

/** Opens both. Throws a SettingError without ENCRYPTION_KEYS, with which their keys are sealed. */
export async function openIdentity(
  db: Db,
  config: Config,
  ring: KeyRing | undefined,
  onError: (error: unknown) => void,
): Promise<Identity> {
  const why = 'sessions and the keys of the OAuth server are sealed with it; e.g. main:$(openssl rand -base64 32)';
  required(config.encryptionKeys, 'ENCRYPTION_KEYS', why);
  if (!ring) throw new Error('the key ring was not opened');
  const secret = await serverSecret(db, ring, 'sessions', () => randomBytes(32).toString('base64url'));
  const cookie = new SessionCookie(config, secret);
  const signedIn = async (cookies: string | undefined) => {
    const token = cookie.tokenIn(cookies);
    return token === undefined ? undefined : findSessionUser(db, token);
  };
  const oauth = await openOAuthServer({ db, ring, config, signedIn, onError });
  return { cookie, signedIn, oauth, close: sweepExpired(db, onError) };
}
