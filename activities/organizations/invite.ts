import { ApplicationFailure } from '@temporalio/common';
import type { NextCheck } from '../../src/organizations/contract.ts';
import {
  cancelReminder,
  type DueInvite,
  expireInvite,
  findDueInvite,
  recordSent,
  recordUndelivered,
} from '../../src/organizations/invites/delivery.ts';
import { toInviteMail, toInviteUrl } from '../../src/organizations/invites/mail-text.ts';
import { isPermanentRejection, toMailProblem } from '../../src/platform/mail/errors.ts';
import { consumeMailQuota, releaseMailQuota } from '../../src/platform/mail/quota.ts';
import type { ActivityContext } from '../context.ts';

const DONE: NextCheck = { over: true, inMs: 0 };

/** Runs the due step of an invite. A mail may be sent twice if a worker dies before recording its delivery. */
export async function advanceInvite(ctx: ActivityContext, inviteId: string): Promise<NextCheck> {
  for (;;) {
    const invite = await findDueInvite(ctx.db, inviteId);
    if (!invite) return DONE;
    if (invite.due === 'nothing') return { over: false, inMs: Math.max(1, Math.ceil(invite.in_ms)) };
    if (invite.due === 'expire') await expireInvite(ctx.db, inviteId);
    else if (invite.due === 'remind' && invite.member) await cancelReminder(ctx.db, invite);
    else await deliver(ctx, invite, invite.due);
  }
}

async function deliver(ctx: ActivityContext, invite: DueInvite, due: 'send' | 'remind'): Promise<void> {
  await waitForMailLimit(ctx, invite);
  try {
    const url = toInviteUrl(ctx.config.publicUrl, invite.org_id, await ctx.inviteCodes(invite.id));
    const { language, organization, inviter, expires_at: expires } = invite;
    const message = toInviteMail(language, { organization, inviter, url, expires }, due === 'remind');
    await ctx.mailer.send(invite.email_address, message);
  } catch (error) {
    await releaseMailQuota(ctx.db, ctx.config.mailRateLimit, invite.email_address);
    const refused = isPermanentRejection(error);
    await recordUndelivered(ctx.db, invite, toMailProblem(error), refused);
    ctx.log.warn({ err: error, invite_id: invite.id, refused }, 'an invite could not be delivered');
    // Permanently rejected mails are not retried. The invite shows the reason and can be resent.
    if (!refused)
      throw ApplicationFailure.create({ type: 'MailServer', message: 'the mail server did not accept the mail' });
    return;
  }
  await recordSent(ctx.db, invite, due, ctx.config.inviteReminderMs);
}

/** Waits for the rate limit per mailbox, which all inviters share. The invite shows that it waits. */
async function waitForMailLimit(ctx: ActivityContext, invite: DueInvite): Promise<void> {
  const seconds = await consumeMailQuota(ctx.db, ctx.config.mailRateLimit, invite.email_address);
  if (seconds === 0) return;
  await recordUndelivered(
    ctx.db,
    invite,
    'the address received too many mails this hour; delivery will be retried',
    false,
  );
  throw ApplicationFailure.create({
    type: 'MailLimit',
    message: 'the address has reached its mail limit',
    nextRetryDelay: seconds * 1000,
  });
}
