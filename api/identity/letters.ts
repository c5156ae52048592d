import { revokeKeysOfUser } from '../../src/identity/api-keys.ts';
import { existsLetter, resetLetter, verifyLetter } from '../../src/identity/mail-texts.ts';
import { mintLink, newestLink } from '../../src/identity/mailed-links.ts';
import { withdrawGrants } from '../../src/identity/oauth/grants.ts';
import {
  confirmSignUp,
  findConfirmed,
  isAddressTaken,
  type LinkAnswer,
  resetPassword,
} from '../../src/identity/proved.ts';
import { maySignUp } from '../../src/identity/sign-up.ts';
import { newestOpenInvite } from '../../src/organizations/invites/accepting.ts';
import { inviteLetter, inviteUrl } from '../../src/organizations/invites/mail-text.ts';
import { normalizedAddress } from '../../src/platform/mail/address.ts';
import { takeMail } from '../../src/platform/mail/allowance.ts';
import type { Letter } from '../../src/platform/mail/templates.ts';
import type { ApiContext } from '../context.ts';
import type { Audit } from '../plugins/audit.ts';

/** Mails somebody who signs up what comes next for their address, if anything does. */
export function askToSignUp(ctx: ApiContext, { email, name }: { readonly email: string; readonly name: string }): void {
  mailAfterwards(ctx, email, async (address) =>
    (await findConfirmed(ctx.db, address)) ? existsLetter(ctx.config.publicUrl) : nextStep(ctx, address, name),
  );
}

/** Mails the link that confirms an address again, where somebody signed up with it and it has no account yet. */
export function askForVerification(ctx: ApiContext, email: string): void {
  mailAfterwards(ctx, email, async (address) => {
    const asked = await newestLink(ctx.db, 'sign_up', address);
    if (!asked || (await findConfirmed(ctx.db, address))) return undefined;
    return nextStep(ctx, address, asked.name);
  });
}

/** Mails a link for choosing a new password, where the address has an account. */
export function askForReset(ctx: ApiContext, email: string): void {
  mailAfterwards(ctx, email, async (address) => {
    if (!(await findConfirmed(ctx.db, address))) return undefined;
    const token = await mintLink(ctx.db, 'reset_password', { email: address, name: null });
    return resetLetter(ctx.config.publicUrl, token);
  });
}

/** Whom an organization invited gets the invite's link and no other: it proves the mailbox and lets in. */
async function nextStep(ctx: ApiContext, email: string, name: string | null): Promise<Letter | undefined> {
  const { publicUrl, signUp } = ctx.config;
  const invite = await newestOpenInvite(ctx.db, email);
  if (invite) {
    const url = inviteUrl(publicUrl, invite.org_id, await ctx.inviteCodes(invite.id));
    return inviteLetter({ ...invite, url }, false);
  }
  if (!(await maySignUp(ctx.db, signUp, email))) return undefined;
  return verifyLetter(publicUrl, await mintLink(ctx.db, 'sign_up', { email, name }));
}

/**
 * Works after the answer, whose time must not tell whether there was anything to do. What the mailbox may still get is
 * taken first, and a request beyond it ends here without a word, as one for an unknown address does.
 */
function mailAfterwards(ctx: ApiContext, email: string, write: (address: string) => Promise<Letter | undefined>): void {
  const address = normalizedAddress(email);
  const work = async () => {
    if ((await takeMail(ctx.db, ctx.config.mailRateLimit, address)) > 0) {
      ctx.log.info('a mail that was asked for was not sent: its recipient has had too many');
      return;
    }
    const letter = await write(address);
    if (letter) ctx.mailer.post(address, letter);
  };
  setImmediate(() => {
    work().catch((error: unknown) => ctx.log.error({ err: error }, 'a mail that was asked for could not be made'));
  });
}

/** Makes the account of a confirmed address; false when the token is not one of ours, too old or used. */
export async function verifyAddress(
  ctx: ApiContext,
  answer: LinkAnswer & { readonly name?: string | undefined },
  audit: Audit,
): Promise<boolean> {
  try {
    return await ctx.db.transaction().execute(async (trx) => {
      const id = await confirmSignUp(trx, ctx.config.signUp, answer);
      if (id !== undefined) await audit(trx, { resource: { type: 'user', id }, userId: id });
      return id !== undefined;
    });
  } catch (error) {
    if (isAddressTaken(error)) return false;
    throw error;
  }
}

/** What else somebody wants to end who chooses a new password. */
export interface Endings {
  readonly withdrawGrants: boolean;
  readonly revokeApiKeys: boolean;
}

/** Sets a new password; false when the token is not one of ours, too old or used. */
export function setNewPassword(ctx: ApiContext, answer: LinkAnswer, endings: Endings, audit: Audit): Promise<boolean> {
  return ctx.db.transaction().execute(async (trx) => {
    const id = await resetPassword(trx, answer);
    if (id === undefined) return false;
    const grants = endings.withdrawGrants ? await withdrawGrants(trx, id) : [];
    const keys = endings.revokeApiKeys ? await revokeKeysOfUser(trx, id) : 0;
    const payload = { grants_withdrawn: grants.length, api_keys_revoked: keys };
    await audit(trx, { resource: { type: 'user', id }, userId: id, payload });
    return true;
  });
}
