import { type RawBuilder, sql } from 'kysely';
import { isMemberAddress } from '../../access/members.ts';
import { getMailLanguage, getUserLanguage } from '../../identity/mail-language.ts';
import { userNameColumn } from '../../identity/users.ts';
import { addToNow, type Executor } from '../../platform/db/client.ts';
import type { MailLanguage } from '../../platform/mail/texts/index.ts';

/** What is due for an invite now. */
export type DueStep = 'send' | 'remind' | 'expire' | 'nothing';

/** An invite with what its mail says and what is due. */
export interface DueInvite {
  readonly id: string;
  readonly email_address: string;
  readonly organization: string;
  readonly org_id: string;
  /** Name of who invited; null where that user is gone. */
  readonly inviter: string | null;
  /** That of the account of the address, else of who invited. */
  readonly language: MailLanguage;
  readonly expires_at: Date;
  /** The same to the microsecond, as text: mailing the invite again renews it. */
  readonly term: string;
  readonly due: DueStep;
  /** Whether somebody with this address belongs to the organization by now. */
  readonly member: boolean;
  /** Milliseconds until something is due again. */
  readonly in_ms: number;
}

/** An open invite with what is due for it, by the database's clock; undefined when it is not open any more. */
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
  return { ...invite, member, language, inviter: await userNameColumn(db, invite.created_by) };
}

/**
 * Notes that the mail server took an invite's mail. A reminder is due so many milliseconds after the first one. Nothing is
 * noted of an invite that was renewed since it was looked at: what is due for it now is not what was done.
 */
export async function recordSent(
  db: Executor,
  invite: DueInvite,
  mail: 'send' | 'remind',
  reminderMs: number,
): Promise<void> {
  const stamps = mail === 'send' ? sql`sent_at = now(), remind_at = ${addToNow(reminderMs)}` : sql`reminded_at = now()`;
  await updateInvite(db, invite, sql`delivery_error = null, ${stamps}`);
}

/** Notes why the mail server did not take a mail; where it refused for good, no mail is due any more. */
export async function recordUndelivered(
  db: Executor,
  invite: DueInvite,
  problem: string,
  forGood: boolean,
): Promise<void> {
  const stop = forGood ? sql`, remind_at = null` : sql``;
  await updateInvite(db, invite, sql`delivery_error = ${problem}${stop}`);
}

/** Notes that nobody needs to be reminded any more. */
export async function cancelReminder(db: Executor, invite: DueInvite): Promise<void> {
  await updateInvite(db, invite, sql`remind_at = null`);
}

async function updateInvite(db: Executor, invite: DueInvite, changes: RawBuilder<unknown>): Promise<void> {
  await sql`update invites set ${changes}, modified = now()
    where id = ${invite.id} and status = 'pending' and expires_at = ${invite.term}::timestamptz`.execute(db);
}

/** Ends an invite whose time is over. */
export async function expireInvite(db: Executor, id: string): Promise<void> {
  await sql`update invites set status = 'expired', modified = now()
    where id = ${id} and status = 'pending' and expires_at <= now()`.execute(db);
}

/** Hours within which a failed delivery is tried again by its own workflow. */
const RETRY_HOURS = 1;

/**
 * Open invites with something due for longer than a grace time: nobody seems to look after them. One whose delivery failed
 * not long ago waits for its next attempt.
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
