import { sql } from 'kysely';
import { isMemberAddress } from '../../access/members.ts';
import { findUserName } from '../../identity/users.ts';
import type { NewNotification, NotificationKind } from '../../notifications/contract.ts';
import type { Executor } from '../../platform/db/client.ts';
import type { MailLanguage } from '../../platform/mail/texts/index.ts';
import { openInviteCodes } from '../invites/codes.ts';
import type { InviteRow } from '../invites/create.ts';
import { toInviteMail, toInviteUrl } from '../invites/mail-text.ts';

/** Mail of an invite, or its reminder. */
interface InviteNews {
  readonly invite_id: string;
  /** Deadline in microseconds, as text. Resending the invite changes it, which ends mails of the earlier deadline. */
  readonly term: string;
  readonly reminder: boolean;
  readonly address: string;
  /** Language of the inviter. */
  readonly language: MailLanguage | null;
}

/** Link to accept an invite, and one reminder. The code is derived from the invite and not stored. */
export const inviteMail: NotificationKind<InviteNews> = {
  name: 'invite',
  channels: ['mail'],
  isOptional: false,
  isLimited: true,
  // The deadline of the invite ends its mails.
  maxAgeMs: Number.POSITIVE_INFINITY,
  async compose({ db, config: { publicUrl }, ring }, { data, language }) {
    const invite = await findMailedInvite(db, data);
    if (!invite || (data.reminder && (await isMemberAddress(db, invite.org_id, data.address)))) return undefined;
    const url = toInviteUrl(publicUrl, invite.org_id, await openInviteCodes(db, ring)(data.invite_id));
    const inviter = await findUserName(db, invite.created_by);
    return toInviteMail(language, { ...invite, inviter, url }, data.reminder);
  },
  async recordOutcome(trx, { data }, { state, problem }, { inviteReminderMs }) {
    const sent = data.reminder ? sql`, reminded_at = now()` : sql`, sent_at = now()`;
    const { rows } = await sql`
      update invites set delivery_error = ${problem}, modified = now() ${state === 'sent' ? sent : sql``}
      where id = ${data.invite_id} and status = 'pending' and expires_at = ${data.term}::timestamptz
      returning id`.execute(trx);
    if (rows.length === 0 || state !== 'sent' || data.reminder) return [];
    return [toNotification({ ...data, reminder: true }, inviteReminderMs)];
  },
};

/** Notification of a new or resent invite. `language` is the inviter's. */
export async function createInviteNotification(
  trx: Executor,
  { id, email_address: address }: InviteRow,
  language: MailLanguage | undefined,
): Promise<NewNotification<InviteNews>> {
  const { rows } = await sql<{ term: string }>`select expires_at::text as term from invites where id = ${id}`.execute(
    trx,
  );
  const term = rows[0]?.term ?? '';
  return toNotification({ invite_id: id, term, reminder: false, address, language: language ?? null }, 0);
}

function toNotification(data: InviteNews, delayMs: number): NewNotification<InviteNews> {
  const { invite_id, term, reminder, address, language } = data;
  const key = `${invite_id} ${term}${reminder ? ' reminder' : ''}`;
  return { key, to: { address }, language: language ?? undefined, data, delayMs };
}

/** Invite with the content of its mail. */
interface MailedInvite {
  readonly org_id: string;
  readonly organization: string;
  readonly created_by: string;
  readonly expires: Date;
}

/** Finds an invite that its mail still applies to. */
async function findMailedInvite(db: Executor, { invite_id, term }: InviteNews): Promise<MailedInvite | undefined> {
  const { rows } = await sql<MailedInvite>`
    select i.org_id, o.name as organization, i.created_by, i.expires_at as expires
    from invites i join organizations o on o.id = i.org_id and o.deleted_at is null
    where i.id = ${invite_id} and i.status = 'pending' and i.expires_at = ${term}::timestamptz
      and i.expires_at > now()`.execute(db);
  return rows[0];
}
