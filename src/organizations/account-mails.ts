import { getMailLanguage } from '../identity/mail-language.ts';
import { toExistingAccountMail, toPasswordResetMail, toVerificationMail } from '../identity/mail-texts.ts';
import { createLink, findNewestLink } from '../identity/mailed-links.ts';
import { findVerifiedUser } from '../identity/verified-users.ts';
import type { Config } from '../platform/config.ts';
import type { Db } from '../platform/db/client.ts';
import type { Log } from '../platform/log.ts';
import { normalizeAddress } from '../platform/mail/address.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import { consumeMailQuota } from '../platform/mail/quota.ts';
import type { MailMessage } from '../platform/mail/templates.ts';
import type { MailLanguage } from '../platform/mail/texts/index.ts';
import { findNewestPendingInvite } from './invites/accept.ts';
import type { InviteCodes } from './invites/codes.ts';
import { toInviteMail, toInviteUrl } from './invites/mail-text.ts';
import { canSignUp } from './sign-up.ts';

/** Dependencies of account mails. */
export interface MailContext {
  readonly db: Db;
  readonly config: Pick<Config, 'publicUrl' | 'signUp' | 'mailRateLimit'>;
  readonly inviteCodes: InviteCodes;
  readonly mailer: Mailer;
  readonly log: Log;
}

/** Mails the next step of a sign-up to its address, if there is one. */
export function requestSignUp(
  ctx: MailContext,
  { email, name }: { readonly email: string; readonly name: string },
  pageLanguage: MailLanguage,
): void {
  sendInBackground(ctx, email, pageLanguage, async (address, language) =>
    (await findVerifiedUser(ctx.db, address))
      ? toExistingAccountMail(language, ctx.config.publicUrl)
      : getNextStep(ctx, address, name, language),
  );
}

/** Mails the confirmation link again to an address that signed up and has no account yet. */
export function requestVerification(ctx: MailContext, email: string, pageLanguage: MailLanguage): void {
  sendInBackground(ctx, email, pageLanguage, async (address, language) => {
    const link = await findNewestLink(ctx.db, 'sign_up', address);
    if (!link || (await findVerifiedUser(ctx.db, address))) return undefined;
    return getNextStep(ctx, address, link.name, language);
  });
}

/** Mails a password reset link, if the address has an account. */
export function requestPasswordReset(ctx: MailContext, email: string, pageLanguage: MailLanguage): void {
  sendInBackground(ctx, email, pageLanguage, async (address, language) => {
    if (!(await findVerifiedUser(ctx.db, address))) return undefined;
    const token = await createLink(ctx.db, 'reset_password', { email: address, name: null });
    return toPasswordResetMail(language, ctx.config.publicUrl, token);
  });
}

/** Mail for a sign-up. An invited address gets only its invite link, which both proves the mailbox and joins. */
async function getNextStep(
  ctx: MailContext,
  email: string,
  name: string | null,
  language: MailLanguage,
): Promise<MailMessage | undefined> {
  const { publicUrl, signUp } = ctx.config;
  const invite = await findNewestPendingInvite(ctx.db, email);
  if (invite) {
    const url = toInviteUrl(publicUrl, invite.org_id, await ctx.inviteCodes(invite.id));
    return toInviteMail(language, { ...invite, url }, false);
  }
  if (!(await canSignUp(ctx.db, signUp, email))) return undefined;
  return toVerificationMail(language, publicUrl, await createLink(ctx.db, 'sign_up', { email, name }));
}

/**
 * Runs after the response, so that timing does not reveal whether an account exists. Requests over the mailbox's rate
 * limit are dropped silently, like those for unknown addresses. `asked` is the language of the requesting page.
 */
function sendInBackground(
  ctx: MailContext,
  email: string,
  pageLanguage: MailLanguage,
  createMessage: (address: string, language: MailLanguage) => Promise<MailMessage | undefined>,
): void {
  const address = normalizeAddress(email);
  const work = async () => {
    if ((await consumeMailQuota(ctx.db, ctx.config.mailRateLimit, address)) > 0) {
      ctx.log.info({}, 'a requested mail was not sent: its recipient has reached the limit');
      return;
    }
    const message = await createMessage(address, await getMailLanguage(ctx.db, address, pageLanguage));
    if (message) ctx.mailer.sendInBackground(address, message);
  };
  setImmediate(() => {
    work().catch((error: unknown) => ctx.log.error({ err: error }, 'a requested mail could not be created'));
  });
}
