import { toExistingAccountMail, toVerificationMail } from '../../identity/mail-texts.ts';
import { createLink, findNewestLink } from '../../identity/mailed-links.ts';
import { findVerifiedUser } from '../../identity/verified-users.ts';
import type {
  ComposeContext,
  DueNotification,
  NotificationKind,
  NotificationMessage,
} from '../../notifications/contract.ts';
import type { Config } from '../../platform/config.ts';
import { findNewestPendingInvite } from '../invites/accept.ts';
import { openInviteCodes } from '../invites/codes.ts';
import { toInviteMail, toInviteUrl } from '../invites/mail-text.ts';
import { canSignUp } from '../sign-up.ts';

/** Links expire within hours, and people can request them again. */
const MAX_AGE_MS = 3_600_000;

/** Request for a sign-up, with the policy of the process that accepted it. */
interface SignUpRequest {
  readonly policy: Config['signUp'];
}

/** Next step of a sign-up, to its address. The response to the request does not reveal whether there is one. */
export const signUpRequested: NotificationKind<SignUpRequest & { readonly name: string }> = {
  name: 'sign_up',
  channels: ['mail'],
  isOptional: false,
  isLimited: false,
  maxAgeMs: MAX_AGE_MS,
  compose: async (ctx, notification) =>
    (await findVerifiedUser(ctx.db, notification.address))
      ? toExistingAccountMail(notification.language, ctx.config.publicUrl)
      : composeNextStep(ctx, notification, notification.data.name),
};

/** Confirmation link again, to an address that signed up and has no account yet. */
export const verificationRequested: NotificationKind<SignUpRequest> = {
  name: 'verification',
  channels: ['mail'],
  isOptional: false,
  isLimited: false,
  maxAgeMs: MAX_AGE_MS,
  async compose(ctx, notification) {
    const link = await findNewestLink(ctx.db, 'sign_up', notification.address);
    if (!link || (await findVerifiedUser(ctx.db, notification.address))) return undefined;
    return composeNextStep(ctx, notification, link.name);
  },
};

/** An invited address gets only its invite link, which both proves the mailbox and joins. */
async function composeNextStep(
  { db, config: { publicUrl }, ring }: ComposeContext,
  { address, language, data: { policy } }: DueNotification<SignUpRequest>,
  name: string | null,
): Promise<NotificationMessage | undefined> {
  const invite = await findNewestPendingInvite(db, address);
  if (invite) {
    const url = toInviteUrl(publicUrl, invite.org_id, await openInviteCodes(db, ring)(invite.id));
    return toInviteMail(language, { ...invite, url }, false);
  }
  if (!(await canSignUp(db, policy, address))) return undefined;
  return toVerificationMail(language, publicUrl, await createLink(db, 'sign_up', { email: address, name }));
}
