import { type RawBuilder, sql } from 'kysely';
import { isMemberAddress } from '../../access/members.ts';
import { getMailLanguage, getUserLanguage } from '../../identity/mail-language.ts';
import { findUserName } from '../../identity/users.ts';
import { addToNow, type Executor } from '../../platform/db/client.ts';
import type { MailLanguage } from '../../platform/mail/texts/index.ts';

/** Due step of an invite. */
export type DueStep = 'send' | 'remind' | 'expire' | 'nothing';

/** Invite with the content of its mail and its due step. */
export interface DueInvite {
  readonly id: string;
  readonly email_address: string;
  readonly organization: string;
  readonly org_id: string;
  /** Name of the inviter; null if the user no longer exists. */
  readonly inviter: string | null;
  /** Language of the invited account, else of the inviter. */
  readonly language: MailLanguage;
  readonly expires_at: Date;
  /** Deadline in microseconds, as text. Resending the invite changes it. */
  readonly term: string;
  readonly due: DueStep;
  /** Whether a user with this address has become a member. */
  readonly member: boolean;
  /** Milliseconds until the next due step. */
  readonly in_ms: number;
}

/** Finds a pending invite with its due step, by the database's clock; undefined if it is no longer pending. */
export async function findDueInvite(db: Executor, id: string): Promise<DueInvite | undefined> {
  const { rows } = await sql<Omit<DueInvite, 'inviter' | 'language' | 'member'> & { readonly created_by: string }>`
    select i.id, i.email_address, o.name as organization, i.org_id, i.created_by, i.expires_at,
      i.expires_at::text as term,
      case when i.expires_at <= now() then 'expire' when i.sent_at is null and i.remind_at is not null then 'send'
        when i.remind_at <= now() and i.reminded_at is null then 'remind' else 'nothing' end as due,
      greatest(0, extract(epoch from case when i.reminded_at is null and i.remind_at < i.expires_at then i.remind_at
        else i.expires_at end - now()) * 1000)::float8 as in_ms
    from invites i join organizations o on o.id = i.org_id and o.deleted_at is null
    where i.id = ${id} and i.status = 'pending'`.execute(db);
  const [invite] = rows;
  if (!invite) return undefined;
  const member = await isMemberAddress(db, invite.org_id, invite.email_address);
  const language = await getMailLanguage(db, invite.email_address, await getUserLanguage(db, invite.created_by));
  return { ...invite, member, language, inviter: await findUserName(db, invite.created_by) };
}

/**
 * Records that the mail server accepted an invite's mail, and schedules the reminder. Does nothing if the invite was
 * resent meanwhile, because its due step has changed.
 */
export async function recordSent(
  db: Executor,
  invite: DueInvite,
  mail: 'send' | 'remind',
  reminderMs: number,
): Promise<void> {
  const timestamps =
    mail === 'send' ? sql`sent_at = now(), remind_at = ${addToNow(reminderMs)}` : sql`reminded_at = now()`;
  await updateInvite(db, invite, sql`delivery_error = null, ${timestamps}`);
}

/** Records why the mail server rejected a mail. After a permanent rejection no mail is due. */
export async function recordUndelivered(
  db: Executor,
  invite: DueInvite,
  problem: string,
  isPermanent: boolean,
): Promise<void> {
  const stop = isPermanent ? sql`, remind_at = null` : sql``;
  await updateInvite(db, invite, sql`delivery_error = ${problem}${stop}`);
}

/** Cancels the reminder. */
export async function cancelReminder(db: Executor, invite: DueInvite): Promise<void> {
  await updateInvite(db, invite, sql`remind_at = null`);
}

async function updateInvite(db: Executor, invite: DueInvite, changes: RawBuilder<unknown>): Promise<void> {
  await sql`update invites set ${changes}, modified = now()
    where id = ${invite.id} and status = 'pending' and expires_at = ${invite.term}::timestamptz`.execute(db);
}

/** Expires an overdue invite. */
export async function expireInvite(db: Executor, id: string): Promise<void> {
  await sql`update invites set status = 'expired', modified = now()
    where id = ${id} and status = 'pending' and expires_at <= now()`.execute(db);
}

/** Hours during which the workflow itself retries a failed delivery. */
const RETRY_HOURS = 1;

/**
 * Pending invites that are overdue by more than a grace period, so that their workflow seems to be missing. Recent
 * delivery failures are left to the workflow's retries.
 */
export async function listOverdueInvites(db: Executor, graceSeconds: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select i.id from invites i join organizations o on o.id = i.org_id and o.deleted_at is null
    where i.status = 'pending' and least(case when i.sent_at is null and i.remind_at is not null then i.modified end,
        case when i.reminded_at is null then i.remind_at end, i.expires_at) < now() - make_interval(secs => ${graceSeconds})
      and (i.delivery_error is null or i.modified < now() - make_interval(hours => ${RETRY_HOURS}))
    order by i.id limit 200`.execute(db);
  return rows.map((row) => row.id);
}
