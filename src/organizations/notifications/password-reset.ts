import { toPasswordResetMail } from '../../identity/mail-texts.ts';
import { createLink } from '../../identity/mailed-links.ts';
import { findVerifiedUser } from '../../identity/verified-users.ts';
import type { NotificationKind } from '../../notifications/contract.ts';

/** Password reset link, if the address has an account. The link's token is created with the message and not stored. */
export const passwordResetRequested: NotificationKind<object> = {
  name: 'password_reset',
  channels: ['mail'],
  isOptional: false,
  isLimited: false,
  maxAgeMs: 3_600_000,
  async compose({ db, config }, { address, language }) {
    if (!(await findVerifiedUser(db, address))) return undefined;
    const token = await createLink(db, 'reset_password', { email: address, name: null });
    return toPasswordResetMail(language, config.publicUrl, token);
  },
};
