import { type RawBuilder, type Selectable, sql } from 'kysely';
import { isMemberAddress, lockMembers } from '../../access/members.ts';
import { addToNow, type Executor, json } from '../../platform/db/client.ts';
import { type PageRequest, paginate, sortByNewest } from '../../platform/db/pagination.ts';
import { sha256 } from '../../platform/digest.ts';
import { errors } from '../../platform/errors.ts';
import { toMailbox } from '../../platform/mail/address.ts';
import { filterProjectIds } from '../../projects/queries.ts';
import { organizationErrors } from '../errors.ts';
import type { InvitesTable } from '../tables.ts';

export type InviteRow = Selectable<InvitesTable>;

/** Time limits of an invite. */
export interface InviteTimes {
  /** Milliseconds until expiry. */
  readonly lifetimeMs: number;
}

/** Invite to create. */
interface NewInvite {
  readonly id: string;
  readonly orgId: string;
  /** Normalized address. */
  readonly email: string;
  readonly roles: readonly string[];
  readonly projectRoles: Readonly<Record<string, readonly string[]>>;
  readonly code: string;
  readonly createdBy: string;
  readonly getInviteTimes: InviteTimes;
}

/**
 * Creates an invite. Throws a 400 if the address has a pending invite or is a member, and a 404 if a project belongs to
 * another organization. Throws a 409 if the same mailbox has a pending invite under another address (`ada+work@…` for
 * `ada@…`).
 */
export async function createInvite(trx: Executor, invite: NewInvite): Promise<InviteRow> {
  await lockMembers(trx, invite.orgId);
  await expireOverdueInvites(trx, invite.orgId, invite.email);
  await assertProjectsExist(trx, invite.orgId, Object.keys(invite.projectRoles));
  await assertAddressFree(trx, invite.orgId, invite.email, invite.id);
  const row = {
    id: invite.id,
    org_id: invite.orgId,
    email_address: invite.email,
    roles: [...invite.roles],
    project_roles: json<Record<string, string[]>>(
      Object.fromEntries(Object.entries(invite.projectRoles).map(([id, roles]) => [id, [...roles]])),
    ),
    code_hash: sha256(invite.code),
    created_by: invite.createdBy,
    expires_at: addToNow(invite.getInviteTimes.lifetimeMs),
  };
  return trx.insertInto('invites').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Expires overdue invites that would block a new one, before their workflow does. */
async function expireOverdueInvites(trx: Executor, orgId: string, email: string): Promise<void> {
  await trx
    .updateTable('invites')
    .set({ status: 'expired', modified: sql<Date>`now()` })
    .where('org_id', '=', orgId)
    .where('email_address', '=', email)
    .where('status', '=', 'pending')
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute();
}

async function assertProjectsExist(trx: Executor, orgId: string, ids: readonly string[]): Promise<void> {
  const existing = await filterProjectIds(trx, orgId, ids);
  const missing = ids.find((id) => !existing.has(id));
  if (missing !== undefined) throw errors.notFound('project', missing);
}

/** SQL form of {@link toMailbox}. */
function toMailboxSql(address: RawBuilder<unknown>) {
  return sql`regexp_replace(${address}, '^([^+@]+)\\+[^@]*@', '\\1@')`;
}

/** Throws if the address belongs to a member or has another pending invite. */
async function assertAddressFree(trx: Executor, orgId: string, email: string, id: string): Promise<void> {
  if (await isMemberAddress(trx, orgId, email)) throw organizationErrors.memberAlreadyExists(orgId, email);
  const { rows } = await sql<{ found: 'same' | 'mailbox' }>`
    select case when i.email_address = ${email} then 'same' else 'mailbox' end as found from invites i
      where i.org_id = ${orgId} and i.status = 'pending' and i.expires_at > now() and i.id <> ${id}
        and ${toMailboxSql(sql`i.email_address`)} = ${toMailbox(email)}`.execute(trx);
  const found = new Set(rows.map((row) => row.found));
  if (found.has('same')) throw organizationErrors.inviteAlreadyExists(orgId, email);
  if (found.has('mailbox')) throw organizationErrors.userAlreadyInvited(orgId, email);
}

/** Lists invites, newest first. `pending` means acceptable now. */
export function listInvites(db: Executor, orgId: string, show: 'all' | 'pending' | 'accepted', page: PageRequest) {
  let rows = db.selectFrom('invites').selectAll().where('org_id', '=', orgId);
  if (show === 'all') rows = rows.where('status', '<>', 'cancelled');
  else rows = rows.where('status', '=', show);
  if (show === 'pending') rows = rows.where('expires_at', '>', sql<Date>`now()`);
  return paginate(rows, sortByNewest('id'), page);
}

/** Cancels a pending invite; undefined if there is none. */
export function cancelInvite(trx: Executor, orgId: string, id: string): Promise<InviteRow | undefined> {
  return trx
    .updateTable('invites')
    .set({ status: 'cancelled', modified: sql<Date>`now()` })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst();
}

/**
 * Schedules an invite's mail again with a new deadline, and reopens an expired invite. The sender becomes its creator.
 * Returns undefined if it does not exist. Throws a 400 if the address is a member or has another pending invite, a 409
 * if its mailbox has one.
 */
export async function resendInvite(
  trx: Executor,
  orgId: string,
  id: string,
  senderId: string,
  times: InviteTimes,
): Promise<InviteRow | undefined> {
  await lockMembers(trx, orgId);
  const found = await trx
    .selectFrom('invites')
    .select('email_address')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'expired'])
    .forUpdate()
    .executeTakeFirst();
  if (!found) return undefined;
  await expireOverdueInvites(trx, orgId, found.email_address);
  await assertAddressFree(trx, orgId, found.email_address, id);
  const row = {
    status: 'pending' as const,
    created_by: senderId,
    sent_at: null,
    reminded_at: null,
    delivery_error: null,
    next_step_at: sql<Date>`now()`,
    expires_at: addToNow(times.lifetimeMs),
    modified: sql<Date>`now()`,
  };
  return trx.updateTable('invites').set(row).where('id', '=', id).returningAll().executeTakeFirst();
}
