import { sql } from 'kysely';
import { isMemberAddress } from '../../access/members.ts';
import { addToNow, type Executor } from '../../platform/db/client.ts';

/** Pending invite with what is due. */
export interface DueInvite {
  readonly id: string;
  readonly org_id: string;
  readonly email_address: string;
  readonly created_by: string;
  /** Deadline in microseconds, as text. Resending the invite changes it. */
  readonly term: string;
  readonly is_expired: boolean;
  /** Whether its mail was not sent yet. */
  readonly is_unsent: boolean;
  readonly is_reminder_due: boolean;
  /** Milliseconds until the step after this one. */
  readonly next_ms: number;
}

/** Locks a pending invite and says what is due, by the database's clock; undefined if it is no longer pending. */
export async function lockDueInvite(trx: Executor, id: string, reminderMs: number): Promise<DueInvite | undefined> {
  const remindAt = sql`coalesce(i.sent_at, now()) + ${reminderMs} * interval '1 millisecond'`;
  const { rows } = await sql<DueInvite>`
    select i.id, i.org_id, i.email_address, i.created_by, i.expires_at::text as term, i.expires_at <= now() as is_expired,
      i.sent_at is null as is_unsent, i.reminded_at is null and ${remindAt} <= now() as is_reminder_due,
      greatest(1, ceil(extract(epoch from case when i.reminded_at is null and ${remindAt} > now()
        then least(${remindAt}, i.expires_at) else i.expires_at end - now()) * 1000))::float8 as next_ms
    from invites i join organizations o on o.id = i.org_id and o.deleted_at is null
    where i.id = ${id} and i.status = 'pending' for update of i`.execute(trx);
  const [invite] = rows;
  if (!invite?.is_reminder_due) return invite;
  return { ...invite, is_reminder_due: !(await isMemberAddress(trx, invite.org_id, invite.email_address)) };
}

/** Records that the steps of an invite up to now are done. */
export async function setNextStep(trx: Executor, { id, next_ms }: DueInvite): Promise<void> {
  await trx
    .updateTable('invites')
    .set({ next_step_at: addToNow(next_ms) })
    .where('id', '=', id)
    .execute();
}

/** Expires an overdue invite. */
export async function expireInvite(trx: Executor, id: string): Promise<void> {
  await sql`update invites set status = 'expired', modified = now()
    where id = ${id} and status = 'pending' and expires_at <= now()`.execute(trx);
}

/**
 * Lists pending invites whose step is overdue by more than a grace period, so that their workflow seems to be missing.
 */
export async function listOverdueInvites(db: Executor, graceSeconds: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select i.id from invites i join organizations o on o.id = i.org_id and o.deleted_at is null
    where i.status = 'pending' and i.next_step_at < now() - make_interval(secs => ${graceSeconds})
    order by i.next_step_at limit 200`.execute(db);
  return rows.map((row) => row.id);
}
