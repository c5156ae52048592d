import { type RawBuilder, sql } from 'kysely';
import { findUserName, findVerifiedAddress } from '../../identity/users.ts';
import type { Executor } from '../../platform/db/client.ts';
import { sha256 } from '../../platform/digest.ts';
import { isId } from '../../platform/ids.ts';
import { organizationErrors } from '../errors.ts';

/** Accepted invite, with the roles it grants. */
export interface AcceptedInvite {
  readonly id: string;
  readonly roles: readonly string[];
  readonly project_roles: Readonly<Record<string, readonly string[]>>;
  /** User or project that created the invite or resent it last. */
  readonly created_by: string;
}

const CODE = /^[\w-]{43}$/;

/** Throws a 400 on an invalid code format. */
export function assertInviteCode(code: string): void {
  if (!CODE.test(code)) throw organizationErrors.invalidInviteCode();
}

/** Pending invite as its code reveals it. */
export interface PendingInvite {
  readonly org_id: string;
  readonly organization: string;
  /** Normalized address. */
  readonly email_address: string;
}

/** Finds the pending invite of a code; undefined for any other code. */
export async function findPendingInvite(db: Executor, orgId: string, code: string): Promise<PendingInvite | undefined> {
  if (!isId(orgId) || !CODE.test(code)) return undefined;
  const { rows } = await sql<PendingInvite>`
    select i.org_id, o.name as organization, i.email_address
    from invites i join organizations o on o.id = i.org_id and o.deleted_at is null
    where i.code_hash = ${sha256(code)} and i.org_id = ${orgId} and i.status = 'pending' and i.expires_at > now()`.execute(
    db,
  );
  return rows[0];
}

/** Pending invite with the content of its mail, without the link. */
interface InviteToMail {
  readonly id: string;
  readonly org_id: string;
  readonly organization: string;
  readonly inviter: string | null;
  readonly expires: Date;
}

/** Finds the newest pending invite of an address. */
export async function findNewestPendingInvite(db: Executor, email: string): Promise<InviteToMail | undefined> {
  const { rows } = await sql<Omit<InviteToMail, 'inviter'> & { readonly created_by: string }>`
    select i.id, i.org_id, o.name as organization, i.created_by, i.expires_at as expires
    from invites i join organizations o on o.id = i.org_id and o.deleted_at is null
    where i.email_address = ${email} and i.status = 'pending' and i.expires_at > now() order by i.id desc limit 1`.execute(
    db,
  );
  const [invite] = rows;
  return invite && { ...invite, inviter: await findUserName(db, invite.created_by) };
}

/** Accepts the invite of a code for its holder; undefined if none is pending. */
export function acceptByCode(trx: Executor, orgId: string, userId: string, code: string) {
  return accept(trx, orgId, userId, sql`code_hash = ${sha256(code)}`);
}

/** Accepts the pending invite for the user's verified address; undefined if there is none. */
export async function acceptByAddress(trx: Executor, orgId: string, userId: string) {
  const address = await findVerifiedAddress(trx, userId);
  return address === undefined ? undefined : accept(trx, orgId, userId, sql`email_address = ${address}`);
}

/** Of concurrent attempts, exactly one gets the row. */
async function accept(
  trx: Executor,
  orgId: string,
  userId: string,
  condition: RawBuilder<unknown>,
): Promise<AcceptedInvite | undefined> {
  const { rows } = await sql<AcceptedInvite>`
    update invites set status = 'accepted', accepted_at = now(), accepted_by = ${userId}, modified = now()
    where org_id = ${orgId} and status = 'pending' and expires_at > now() and ${condition}
    returning id, roles, project_roles, created_by`.execute(trx);
  return rows[0];
}
