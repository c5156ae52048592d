import { sql } from 'kysely';
import { assertCanAdmit } from '../access/delegation.ts';
import { grantRoles, hasAnyRole } from '../access/grant-roles.ts';
import { lockMembers } from '../access/members.ts';
import { formatSubject } from '../access/subjects.ts';
import { findUserName, findVerifiedAddress } from '../identity/users.ts';
import type { Executor } from '../platform/db/client.ts';
import { DomainError, errors } from '../platform/errors.ts';
import { findProject } from '../projects/queries.ts';
import { organizationErrors } from './errors.ts';
import { type AcceptedInvite, acceptByAddress, acceptByCode, assertInviteCode } from './invites/accept.ts';

/**
 * Adds a user as a member within a transaction: by the invite of the code, by an invite for the verified address, or by
 * its verified domain. Returns the accepted invite, if any. Throws a 400 on an invalid code format and a 409 for a
 * member. Throws a 404 if nothing allows joining, which does not reveal whether the organization exists.
 */
export async function joinOrganization(
  trx: Executor,
  orgId: string,
  userId: string,
  code: string | undefined,
): Promise<AcceptedInvite | undefined> {
  if (code !== undefined) assertInviteCode(code);
  await lockMembers(trx, orgId);
  if (await hasAnyRole(trx, orgId, userId)) {
    throw organizationErrors.alreadyMember(orgId, formatSubject({ type: 'user', id: userId }));
  }
  const invite =
    code === undefined ? await acceptByAddress(trx, orgId, userId) : await acceptByCode(trx, orgId, userId, code);
  const open = invite !== undefined || (code === undefined && (await ownsDomain(trx, orgId, userId)));
  if (!open || !(await isActive(trx, orgId))) throw errors.notFound('invite', code ?? orgId);
  if (invite && !(await canStillGrant(trx, orgId, invite))) throw errors.notFound('invite', code ?? orgId);
  await grantRoles(trx, { type: 'organization', id: orgId }, userId, invite?.roles.length ? invite.roles : ['member']);
  for (const [projectId, roles] of Object.entries(invite?.project_roles ?? {})) {
    await lockMembers(trx, projectId);
    if (await findProject(trx, orgId, projectId))
      await grantRoles(trx, { type: 'project', id: projectId }, userId, roles);
  }
  return invite;
}

/**
 * Whether the inviter may still admit members: roles that the organization or project received since then go to every
 * new member.
 */
async function canStillGrant(trx: Executor, orgId: string, invite: AcceptedInvite): Promise<boolean> {
  const isUser = (await findUserName(trx, invite.created_by)) !== null;
  const subject = { type: isUser ? 'user' : 'project', id: invite.created_by };
  const grants = { roles: {}, systemRole: null, scopes: null };
  try {
    await assertCanAdmit(trx, { subject, grants }, orgId, invite);
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.status === 403) return false;
    throw error;
  }
}

async function ownsDomain(trx: Executor, orgId: string, userId: string): Promise<boolean> {
  const address = await findVerifiedAddress(trx, userId);
  if (address === undefined) return false;
  const { rows } = await sql`
    select from organization_domains where org_id = ${orgId} and status = 'verified'
      and domain = split_part(${address}, '@', 2)`.execute(trx);
  return rows.length > 0;
}

async function isActive(trx: Executor, orgId: string): Promise<boolean> {
  const { rows } = await sql`select from organizations where id = ${orgId} and deleted_at is null`.execute(trx);
  return rows.length > 0;
}
