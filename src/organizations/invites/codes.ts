import { createHmac, randomBytes } from 'node:crypto';
import { SettingError } from '../../platform/config.ts';
import type { Executor } from '../../platform/db/client.ts';
import type { KeyRing } from '../../platform/keyring.ts';
import { getServerSecret } from '../../platform/server-secrets.ts';

/** Returns the code of an invite, the same in every process. */
export type InviteCodes = (inviteId: string) => Promise<string>;

/**
 * Derives codes from a secret of the installation, so that mails can be resent although only the code's hash is stored.
 * Rejects with a SettingError without a key ring.
 */
export function openInviteCodes(db: Executor, ring: KeyRing | undefined): InviteCodes {
  let secret: Promise<string> | undefined;
  const load = () => {
    if (ring === undefined) throw new SettingError('ENCRYPTION_KEYS', 'is not set; invites need it');
    return getServerSecret(db, ring, 'invite_codes', () => randomBytes(32).toString('base64url'));
  };
  return async (inviteId) => {
    secret ??= Promise.resolve().then(load);
    const key = await secret.catch((error: unknown) => {
      secret = undefined;
      throw error;
    });
    return createHmac('sha256', key).update(inviteId).digest('base64url');
  };
}
