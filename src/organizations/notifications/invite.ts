import { sql } from 'kysely';
import { isMemberAddress } from '../../access/members.ts';
import { findUserName } from '../../identity/users.ts';
import type { NewNotification, NotificationKind } from '../../notifications/contract.ts';
import { type Executor, jsonOrNull } from '../../platform/db/client.ts';
import type { MailLanguage } from '../../platform/mail/texts/index.ts';
import { openInviteCodes } from '../invites/codes.ts';
import { toInviteMail, toInviteUrl } from '../invites/mail-text.ts';
import type { DueInvite } from '../invites/steps.ts';

/** Mail of an invite, or its reminder. */
interface InviteNews {
  readonly invite_id: string;
  /** Deadline in microseconds, as text. Resending the invite changes it, which ends mails of the earlier deadline. */
  readonly term: string;
  readonly reminder: boolean;
  readonly address: string;
}

/** Link to accept an invite, and one reminder. The workflow decides when. The code is derived and not stored. */
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
  async recordOutcome(trx, { data }, { state, problem }) {
    const sent = data.reminder ? sql`, reminded_at = now()` : sql`, sent_at = now()`;
    await sql`
      update invites set delivery_error = ${jsonOrNull(problem)}, modified = now() ${state === 'sent' ? sent : sql``}
      where id = ${data.invite_id} and status = 'pending' and expires_at = ${data.term}::timestamptz`.execute(trx);
  },
};

/** Notification of an invite. `language` is the inviter's. */
export function toInviteNotification(
  { id, term, email_address: address }: DueInvite,
  step: 'mail' | 'reminder',
  language: MailLanguage | undefined,
): NewNotification<InviteNews> {
  const data = { invite_id: id, term, reminder: step === 'reminder', address };
  return { key: `${id} ${term} ${step}`, to: { address }, language, data };
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
