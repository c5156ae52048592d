import { sql } from 'kysely';
import { lockMembers } from '../access/members.ts';
import { EXCLUSIVE_ROLES } from '../access/roles.ts';
import { subjectText } from '../access/subjects.ts';
import type { Executor } from '../platform/db/client.ts';
import { errors } from '../platform/errors.ts';
import { organizationErrors } from './errors.ts';
import { type AcceptedInvite, acceptByAddress, acceptByCode, checkInviteCode } from './invites/accepting.ts';

/**
 * Makes a user a member: by the invite that the code opens, else by an open invite for the user's verified address, else
 * because the organization has verified the domain of that address. Belongs into a transaction. Answers the invite that
 * was accepted, if any. Throws a 400 on a code of another form, a 409 for a member, a 404 where no way in is open, which
 * tells nobody whether the organization exists.
 */
export async function joinOrganization(
  trx: Executor,
  orgId: string,
  userId: string,
  code: string | undefined,
): Promise<AcceptedInvite | undefined> {
  if (code !== undefined) checkInviteCode(code);
  await lockMembers(trx, orgId);
  if (await holdsRole(trx, orgId, userId)) {
    throw organizationErrors.alreadyMember(orgId, subjectText({ type: 'user', id: userId }));
  }
  const invite =
    code === undefined ? await acceptByAddress(trx, orgId, userId) : await acceptByCode(trx, orgId, userId, code);
  const open = invite !== undefined || (code === undefined && (await ownsDomain(trx, orgId, userId)));
  if (!open || !(await isLive(trx, orgId))) throw errors.notFound('invite', code ?? orgId);
  await give(trx, { type: 'organization', id: orgId }, userId, invite?.roles.length ? invite.roles : ['member']);
  for (const [projectId, roles] of Object.entries(invite?.project_roles ?? {})) {
    await lockMembers(trx, projectId);
    if (await isLiveProject(trx, orgId, projectId)) await give(trx, { type: 'project', id: projectId }, userId, roles);
  }
  return invite;
}

async function holdsRole(trx: Executor, resourceId: string, userId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('role_grants')
    .select('role')
    .where('resource_id', '=', resourceId)
    .where('subject_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function ownsDomain(trx: Executor, orgId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from organization_domains d join users u on u.id = ${userId} and u.email_verified
    where d.org_id = ${orgId} and d.status = 'verified' and d.domain = split_part(lower(u.email), '@', 2)`.execute(trx);
  return rows.length > 0;
}

async function isLive(trx: Executor, orgId: string): Promise<boolean> {
  const { rows } = await sql`select from organizations where id = ${orgId} and deleted_at is null`.execute(trx);
  return rows.length > 0;
}

async function isLiveProject(trx: Executor, orgId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from projects where id = ${id} and org_id = ${orgId} and deleted_at is null`.execute(trx);
  return rows.length > 0;
}

/** Gives roles; of the exclusive ones the strongest given or held stays, so that joining never takes anything away. */
async function give(
  trx: Executor,
  resource: { readonly type: 'organization' | 'project'; readonly id: string },
  userId: string,
  roles: readonly string[],
): Promise<void> {
  const held = await trx
    .selectFrom('role_grants')
    .select('role')
    .where('resource_id', '=', resource.id)
    .where('subject_id', '=', userId)
    .execute();
  const all = new Set([...held.map((row) => row.role), ...roles]);
  const strongest = EXCLUSIVE_ROLES.find((role) => all.has(role));
  const weaker = EXCLUSIVE_ROLES.filter((role) => role !== strongest);
  await trx
    .deleteFrom('role_grants')
    .where('resource_id', '=', resource.id)
    .where('subject_id', '=', userId)
    .where('role', 'in', weaker)
    .execute();
  const implied = strongest === undefined ? weaker : [...weaker, 'member'];
  const kept = [...all].filter((role) => !implied.some((other) => other === role));
  const rows = kept.map((role) => ({
    resource_id: resource.id,
    resource_type: resource.type,
    subject_id: userId,
    subject_type: 'user',
    role,
  }));
  if (rows.length === 0) return;
  await trx
    .insertInto('role_grants')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
