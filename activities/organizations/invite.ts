import { getUserLanguage } from '../../src/identity/mail-language.ts';
import { enqueueNotification } from '../../src/notifications/outbox.ts';
import type { NextCheck } from '../../src/organizations/contract.ts';
import { expireInvite, lockDueInvite, setNextStep } from '../../src/organizations/invites/steps.ts';
import { inviteMail, toInviteNotification } from '../../src/organizations/notifications/invite.ts';
import type { ActivityContext } from '../context.ts';

const DONE: NextCheck = { over: true, inMs: 0 };

/** Stores what is due of an invite, in one transaction: its mail, the reminder or the expiry. */
export function advanceInvite({ db, config }: ActivityContext, inviteId: string): Promise<NextCheck> {
  return db.transaction().execute(async (trx) => {
    const invite = await lockDueInvite(trx, inviteId, config.inviteReminderMs);
    if (!invite) return DONE;
    if (invite.is_expired) {
      await expireInvite(trx, inviteId);
      return DONE;
    }
    const language = await getUserLanguage(trx, invite.created_by);
    if (invite.is_unsent) await enqueueNotification(trx, inviteMail, toInviteNotification(invite, 'mail', language));
    else if (invite.is_reminder_due)
      await enqueueNotification(trx, inviteMail, toInviteNotification(invite, 'reminder', language));
    await setNextStep(trx, invite);
    return { over: false, inMs: invite.next_ms };
  });
}
