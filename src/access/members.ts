import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import { type Page, type PageRequest, sortByNewest, toCursorCondition, toPage } from '../platform/db/pagination.ts';
import { errors, orNotFound } from '../platform/errors.ts';
import { accessErrors } from './errors.ts';
import { type Grant, selectGrantsAsJson, toRolesByType, toSubjectExpression } from './grants.ts';
import { type Grants, listAssignableRoles } from './permissions.ts';
import type { SecurableType, Slot } from './resources.ts';
import { EXCLUSIVE_ROLES, ROLES, type SystemRole } from './roles.ts';
import { belongsToOrganization, formatSubject, type Subject, type SubjectType } from './subjects.ts';

/** Resource that roles can be granted on, with the parents they are inherited from. */
export interface Securable {
  readonly type: SecurableType;
  readonly id: string;
  readonly orgId: string;
  /** Null for an organization. */
  readonly projectId: string | null;
}

/** Subject with direct roles on a resource. */
export interface MemberRow {
  readonly id: string;
  /** Membership id, which orders the list; null if the subject is no member. */
  readonly member_id: string | null;
  readonly type: SubjectType;
  readonly roles: readonly string[];
  readonly name: string;
  readonly avatar_url: string | null;
  /** Number of users that the subject represents. */
  readonly total_subjects: number;
}

const NEWEST = sortByNewest('member_id');

/** Lists the members of a resource, optionally of one type, newest first. */
export async function listMembers(
  db: Executor,
  resourceId: string,
  type: SubjectType | undefined,
  page: PageRequest,
): Promise<Page<MemberRow>> {
  const ofType = type === undefined ? sql`` : sql`and subject_type = ${type}`;
  const rows = await selectMembers(
    db,
    resourceId,
    sql`${ofType} and ${toCursorCondition(page, NEWEST)}`,
    page.limit + 1,
  );
  return toPage(rows, page.limit, (row) => page.codec.encode(NEWEST, [row.member_id]));
}

/** Finds a direct member of a resource. */
export async function findMember(db: Executor, resourceId: string, subject: Subject): Promise<MemberRow | undefined> {
  const one = sql`and subject_type = ${subject.type} and subject_id = ${subject.id}`;
  return (await selectMembers(db, resourceId, one, 1))[0];
}

/** Whether a user with this lower-case address holds a role on the resource. */
export async function isMemberAddress(db: Executor, resourceId: string, address: string): Promise<boolean> {
  const { rows } = await sql`
    select from users u join role_grants g on g.subject_id = u.id and g.resource_id = ${resourceId}
    where lower(u.email) = ${address} limit 1`.execute(db);
  return rows.length > 0;
}

/** Member record of a subject that holds no role on the resource. */
export async function getFormerMember(db: Executor, subject: Subject): Promise<MemberRow> {
  const one = sql`select ${subject.id}::uuid as id, null::uuid as member_id, ${subject.type}::text as type, array[]::text[] as roles`;
  const [row] = await addDetails(db, one);
  return orNotFound(row, 'member', formatSubject(subject));
}

async function selectMembers(db: Executor, resourceId: string, filter: RawBuilder<unknown>, limit: number) {
  const subjects = sql`
    select subject_id as id, member_id, min(subject_type) as type, array_agg(role) as roles from role_grants
    where resource_id = ${resourceId} ${filter} group by member_id, subject_id order by member_id desc limit ${limit}`;
  const rows = await addDetails(db, subjects);
  return rows.map((row) => ({ ...row, roles: ROLES.filter((role) => row.roles.includes(role)) }));
}

/** Adds names, pictures and user counts to the subjects of a query. */
async function addDetails(db: Executor, subjects: RawBuilder<unknown>): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    with found as (${subjects})
    select f.id, f.member_id, f.type, f.roles, coalesce(u.name, o.name, p.name, '') as name,
      coalesce(u.avatar_url, o.avatar_url, p.avatar_url) as avatar_url,
      case when f.type = 'user' then 1 else (select count(distinct m.subject_id)::int from role_grants m
        where m.resource_id = f.id and m.subject_type = 'user') end as total_subjects
    from found f
    left join users u on f.type = 'user' and u.id = f.id
    left join organizations o on f.type = 'organization' and o.id = f.id
    left join projects p on f.type = 'project' and p.id = f.id
    order by f.member_id desc`.execute(db);
  return rows;
}

/** Roles to remove from a member and then to add. */
interface MemberChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
  readonly removeAll: boolean;
}

/** Blocks other changes of a resource's members until the transaction ends. */
export async function lockMembers(trx: Executor, resourceId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${resourceId}, 0))`.execute(trx);
}

/** Roles that a change adds and removes on a resource. */
export interface RoleChange {
  readonly resource: Securable;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /**
   * Whether the subject becomes or ceases to be a member. Members hold the roles that the resource holds as a group.
   */
  readonly membership: 'begins' | 'ends' | null;
}

/**
 * Changes a member's roles within a transaction and returns the roles before and after. `check` receives every change
 * of roles. Removing the last role on an organization also removes those below it. Throws a 400 on an unknown role or
 * two exclusive ones, a 409 if an organization would lose its last owner.
 */
export async function changeMember(
  trx: Executor,
  resource: Securable,
  subject: Subject,
  change: MemberChange,
  check: (changes: readonly RoleChange[]) => Promise<void>,
): Promise<{ before: string[]; after: string[] }> {
  assertKnownRoles(resource.type, [...change.add, ...change.remove]);
  await lockMembers(trx, resource.id);
  const before = await listDirectRoles(trx, resource.id, subject);
  const after = applyChange(before, change);
  const exclusive = EXCLUSIVE_ROLES.filter((role) => after.has(role));
  if (exclusive.length > 1) throw accessErrors.multipleRoles(exclusive);
  await check([toRoleChange(resource, before, after)]);
  await storeRoles(trx, resource, subject, before, after);
  if (resource.type === 'organization') {
    if (before.has('owner') && !after.has('owner')) await assertOwnerRemains(trx, resource.id, subject);
    if (before.size > 0 && after.size === 0) await check(await removeRolesInProjects(trx, resource.id, subject));
  }
  return { before: [...before], after: [...after] };
}

function toRoleChange(resource: Securable, before: ReadonlySet<string>, after: ReadonlySet<string>): RoleChange {
  const roles = listAssignableRoles(resource.type);
  const isNew = before.size === 0 && after.size > 0;
  const isGone = before.size > 0 && after.size === 0;
  return {
    resource,
    added: roles.filter((role) => after.has(role) && !before.has(role)),
    removed: roles.filter((role) => before.has(role) && !after.has(role)),
    membership: isNew ? 'begins' : isGone ? 'ends' : null,
  };
}

function assertKnownRoles(type: SecurableType, roles: readonly string[]): void {
  const allowed = listAssignableRoles(type);
  const unknown = roles.find((role) => !allowed.includes(role));
  if (unknown !== undefined) throw accessErrors.invalidRole(unknown, allowed);
}

async function listDirectRoles(trx: Executor, resourceId: string, subject: Subject): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('role_grants')
    .select('role')
    .where('resource_id', '=', resourceId)
    .where('subject_type', '=', subject.type)
    .where('subject_id', '=', subject.id)
    .execute();
  return new Set(rows.map((row) => row.role));
}

function applyChange(before: ReadonlySet<string>, change: MemberChange): Set<string> {
  const remaining = change.removeAll ? [] : [...before].filter((role) => !change.remove.includes(role));
  const after = new Set([...remaining, ...change.add]);
  // Every other role on an organization implies plain membership, so the `member` role is not stored with it.
  if (EXCLUSIVE_ROLES.some((role) => after.has(role))) after.delete('member');
  return after;
}

async function storeRoles(
  trx: Executor,
  resource: Securable,
  subject: Subject,
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
): Promise<void> {
  const removed = [...before].filter((role) => !after.has(role));
  // A member whose roles only change keeps the position in the member list.
  const memberId = removed.length === 0 ? undefined : await removeRoles(trx, resource, subject, removed);
  const added = [...after].filter((role) => !before.has(role));
  if (added.length === 0) return;
  const below = resource.type === 'organization' || resource.type === 'project' ? null : resource.projectId;
  const rows = added.map((role) => ({
    resource_id: resource.id,
    resource_type: resource.type,
    project_id: below,
    subject_id: subject.id,
    subject_type: subject.type,
    role,
    member_id: memberId,
  }));
  await trx.insertInto('role_grants').values(rows).execute();
}

/** Removes roles and returns the id of their membership. */
async function removeRoles(
  trx: Executor,
  resource: Securable,
  subject: Subject,
  roles: readonly string[],
): Promise<string | undefined> {
  const rows = await trx
    .deleteFrom('role_grants')
    .where('resource_id', '=', resource.id)
    .where('subject_id', '=', subject.id)
    .where('role', 'in', roles)
    .returning('member_id')
    .execute();
  return rows[0]?.member_id;
}

/** Throws a 409 if no user would remain as owner. Groups do not count: they can become empty. */
async function assertOwnerRemains(trx: Executor, orgId: string, subject: Subject): Promise<void> {
  if (subject.type !== 'user') return;
  const owner = await trx
    .selectFrom('role_grants')
    .select('subject_id')
    .where('resource_id', '=', orgId)
    .where('subject_type', '=', 'user')
    .where('role', '=', 'owner')
    .limit(1)
    .executeTakeFirst();
  if (!owner) throw accessErrors.lastOwner(orgId);
}

/** Removes every role below an organization and returns the changes. */
async function removeRolesInProjects(trx: Executor, orgId: string, subject: Subject): Promise<RoleChange[]> {
  const projects = sql`(select id from projects where org_id = ${orgId})`;
  const { rows } = await sql<{ type: SecurableType; id: string; project_id: string | null; role: string }>`
    delete from role_grants where subject_type = ${subject.type} and subject_id = ${subject.id}
      and (resource_id in ${projects} or project_id in ${projects})
    returning resource_type as type, resource_id as id, project_id, role`.execute(trx);
  return rows.map(({ type, id, project_id, role }) => {
    const resource = { type, id, orgId, projectId: project_id ?? id };
    return { resource, added: [], removed: [role], membership: type === 'project' ? 'ends' : null };
  });
}

/**
 * Removes all roles of a subject on an organization and below it, at its own request. Returns its organization roles.
 * Throws if it is the last owner or no member.
 */
export async function leaveOrganization(trx: Executor, orgId: string, subject: Subject): Promise<string[]> {
  const organization: Securable = { type: 'organization', id: orgId, orgId, projectId: null };
  const everything: MemberChange = { add: [], remove: [], removeAll: true };
  await lockMembers(trx, orgId);
  const { rows } = await sql`select where ${belongsToOrganization(orgId, subject)}`.execute(trx);
  if (rows.length === 0) throw errors.notFound('organization', orgId);
  const { before } = await changeMember(trx, organization, subject, everything, async () => {});
  // A member of a single project holds no role on the organization.
  if (before.length === 0) await removeRolesInProjects(trx, orgId, subject);
  return before;
}

/** Deletes all grants to a subject, for example when it is deleted. */
export async function deleteGrantsOf(trx: Executor, subject: Subject): Promise<void> {
  await trx
    .deleteFrom('role_grants')
    .where('subject_type', '=', subject.type)
    .where('subject_id', '=', subject.id)
    .execute();
}

/** Deletes all grants on a deleted resource. */
export async function deleteGrantsOn(trx: Executor, { type, id }: Pick<Securable, 'type' | 'id'>): Promise<void> {
  await trx.deleteFrom('role_grants').where('resource_type', '=', type).where('resource_id', '=', id).execute();
}

/** Path slots of a resource and its parents, with its project. */
export function getScope({ type, id, orgId, projectId }: Securable) {
  const project: Slot[] = projectId === null ? [] : [{ type: 'project', id: projectId }];
  const own: Slot[] = type === 'organization' || type === 'project' ? [] : [{ type, id }];
  return { slots: [{ type: 'organization', id: orgId }, ...project, ...own] as readonly Slot[], projectId };
}

/** Loads the roles of a subject on a resource and its parents. */
export async function getGrantsOf(db: Executor, subject: Subject, resource: Securable): Promise<Grants> {
  const { slots, projectId } = getScope(resource);
  const { rows } = await sql<{ grants: readonly Grant[]; system_role: SystemRole | null }>`
    select ${selectGrantsAsJson(toSubjectExpression(subject), slots, projectId)} as grants,
      (select system_role from users where id = ${subject.id} and ${subject.type} = 'user') as system_role`.execute(db);
  return { roles: toRolesByType(rows[0]?.grants ?? []), systemRole: rows[0]?.system_role ?? null, scopes: null };
}
