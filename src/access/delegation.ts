/**
 * No more than you hold: who makes a right gives and takes nothing that the credential at hand could not use itself, its scopes
 * included. Each place that makes rights asks here: roles, invites, domains, keys, clients, publishing and sharing.
 */

import { sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import { accessErrors } from './errors.ts';
import { getGrantsOf, type RoleChange, type Securable } from './members.ts';
import { type Grants, hasPermission, type Permission } from './permissions.ts';
import type { Principal } from './principal-grants.ts';
import { listInheritedTypes, type SecurableType } from './resources.ts';
import { PRIVILEGED_ROLES, PUBLIC_ROLE, type Role, type SecurableKind } from './roles.ts';
import { SECURABLES } from './securables/index.ts';
import type { Subject } from './subjects.ts';

/** Who gives or takes, and what they hold on the resources of their path. */
type Granter = Pick<Principal, 'subject' | 'grants'>;

/** Roles that are given or taken on resources of one type. */
interface RoleSet {
  readonly type: SecurableType;
  readonly roles: readonly string[];
}

type ResourceRef = Pick<Securable, 'type' | 'id'>;

/** Every permission that a role on a type of resource carries: on the resource, and on what stands below it. */
export function listPermissionsOf(type: SecurableType, role: string): Permission[] {
  return Object.entries<SecurableKind>(SECURABLES).flatMap(([below, { permissions }]) => {
    if (!listInheritedTypes(below).includes(type)) return [];
    const granted = Object.entries(permissions).filter(([, roles]) => roles.includes(role as Role));
    return granted.map(([name]) => `${below}:${name}` as Permission);
  });
}

/** The giver with the roles of this moment on a resource and above it, which may not be those that the request came in with. */
export async function reloadGrants(db: Executor, { subject, grants }: Granter, at: Securable): Promise<Granter> {
  const current = await getGrantsOf(db, subject as Subject, at);
  return { subject, grants: { ...current, scopes: grants.scopes } };
}

/** Refuses a credential that lacks a permission on a resource, by its roles or by its scopes. Throws a 403. */
export function assertPermission(granter: Granter, at: ResourceRef, permission: Permission): void {
  if (!hasPermission(granter.grants, permission)) throw toPermissionError(granter, at, permission);
}

/** Refuses to open a task to everybody, or another token of it, to who may not do all that is done with it. Throws a 403. */
export function assertCanPublish(granter: Granter, at: ResourceRef): void {
  for (const permission of listPermissionsOf('task', PUBLIC_ROLE)) assertPermission(granter, at, permission);
}

/** Whether somebody may do all that everybody may on a public task, and who has its token. */
export function canPublish(grants: Grants): boolean {
  return listPermissionsOf('task', PUBLIC_ROLE).every((permission) => hasPermission(grants, permission));
}

/**
 * Refuses a cut-down credential that would give or take roles which carry a permission that is none of its scopes. Throws a
 * 403. What somebody may whose credential is not cut down is said by the rights to change members: the table of permissions
 * lets nobody have them who holds less than the roles they give.
 */
function assertScopesCoverRoles(granter: Granter, at: ResourceRef, added: readonly RoleSet[]): void {
  const { scopes } = granter.grants;
  if (scopes === null) return;
  const permissions = added.flatMap(({ type, roles }) => roles.flatMap((role) => listPermissionsOf(type, role)));
  const missing = permissions.find((permission) => !scopes.includes(permission));
  if (missing !== undefined) throw toPermissionError(granter, at, missing);
}

/** Whether a new credential with these scopes could do more than the one that asks; null stands for one that is not cut down. */
export function exceedsScopes({ scopes: isOwn }: Grants, added: readonly string[] | null): boolean {
  if (isOwn === null) return false;
  return added === null || added.some((scope) => !isOwn.includes(scope));
}

/** What somebody is let in with, besides bare membership. */
export interface Admission {
  readonly roles: readonly string[];
  readonly project_roles: Readonly<Record<string, readonly string[]>>;
}

/**
 * Refuses to let somebody into an organization, and into projects of it, with more than the giver may give. Bare membership
 * takes no scope beyond the one that opens the operation, but it brings what the organization holds as a group. Throws a 403.
 */
export async function assertCanAdmit(
  db: Executor,
  granter: Granter,
  orgId: string,
  { roles, project_roles: projectRoles }: Admission = { roles: [], project_roles: {} },
): Promise<void> {
  const beyondMembership = roles.filter((role) => role !== 'member');
  const resources = [
    { at: { type: 'organization', id: orgId } as const, added: beyondMembership },
    ...Object.entries(projectRoles).map(([id, added]) => ({ at: { type: 'project', id } as const, added })),
  ];
  for (const { at, added } of resources) {
    assertScopesCoverRoles(granter, at, [{ type: at.type, roles: added }]);
    await assertCanGrantGroupRoles(db, granter, at);
  }
}

/**
 * Refuses a change of roles that gives or takes more than the giver holds. Owner and editor need `edit_privileged_members`,
 * on the resource of the path or on the one below it that is touched; of one's `own` roles that is not asked. Whoever
 * becomes a member of an organization or a project gets what that holds as a group, which the giver must be able to give.
 */
export async function assertCanChangeRoles(
  db: Executor,
  granter: Granter,
  target: Securable,
  changes: readonly RoleChange[],
  isOwn: boolean,
): Promise<void> {
  for (const { resource, added, removed, membership } of changes) {
    assertScopesCoverRoles(granter, resource, [{ type: resource.type, roles: [...added, ...removed] }]);
    if (membership === 'begins') await assertCanGrantGroupRoles(db, granter, resource);
    if (membership === 'ends' && granter.grants.scopes !== null)
      assertScopesCoverRoles(granter, resource, await listGroupGrants(db, resource));
  }
  const isPrivileged = (role: string) => PRIVILEGED_ROLES.includes(role);
  const privileged = changes.filter(({ added, removed }) => [...added, ...removed].some(isPrivileged));
  if (!isOwn) await assertCanEditPrivileged(db, granter, target, privileged);
}

/**
 * Refuses to give a role to an organization or a project whose members the giver may not edit: nobody brings in a group that
 * is not theirs. A change that gives the group nothing new is not refused. Throws a 403.
 */
export async function assertOwnGroup(
  db: Executor,
  granter: Granter,
  subject: Subject,
  changes: readonly RoleChange[],
): Promise<void> {
  const { type, id } = subject;
  if (type === 'user' || !changes.some(addsPermissions)) return;
  const group = await findGroup(db, type, id);
  if (group) assertPermission(await reloadGrants(db, granter, group), group, `${type}:edit_members`);
}

/** Whether the roles that a change gives carry a permission that those which it takes did not. */
function addsPermissions({ resource: { type }, added, removed }: RoleChange): boolean {
  const before = new Set(removed.flatMap((role) => listPermissionsOf(type, role)));
  return added.some((role) => listPermissionsOf(type, role).some((permission) => !before.has(permission)));
}

/**
 * Refuses to make somebody a member of an organization or a project unless the giver may give every role that it holds as a
 * group. Throws a 403 that names the right and the resource.
 */
export async function assertCanGrantGroupRoles(db: Executor, granter: Granter, group: ResourceRef): Promise<void> {
  await assertCanGrant(db, granter, await listGroupGrants(db, group));
}

/**
 * Refuses to make a client of a project unless the giver may give every role that it would hold: those of the project, and
 * those of the groups that the project is in. Throws a 403.
 */
export async function assertCanCreateClient(db: Executor, granter: Granter, projectId: string): Promise<void> {
  const groupGrants = await listGroupGrants(db, { type: 'project', id: projectId });
  await assertCanGrant(db, granter, groupGrants);
  for (const group of groupGrants) await assertCanGrantGroupRoles(db, granter, group);
}

async function assertCanGrant(db: Executor, granter: Granter, groupGrants: readonly GroupGrant[]): Promise<void> {
  const granterByProject = new Map<string, Granter>();
  for (const { type, id, orgId, projectId, roles } of groupGrants) {
    const at: Securable = { type, id, orgId, projectId };
    const permissions: Permission[] = [`${type}:edit_members`];
    if (roles.some((role) => PRIVILEGED_ROLES.includes(role))) permissions.push(`${type}:edit_privileged_members`);
    // Rights on the project count for all below it, so that a thousand tasks are not looked at one by one.
    const scopeId = projectId ?? orgId;
    const scope = projectId === null ? at : { ...at, type: 'project' as const, id: projectId };
    const scopeGranter = granterByProject.get(scopeId) ?? (await reloadGrants(db, granter, scope));
    granterByProject.set(scopeId, scopeGranter);
    if (!permissions.every((privilegedPermission) => hasPermission(scopeGranter.grants, privilegedPermission))) {
      const directGranter = await reloadGrants(db, granter, at);
      for (const privilegedPermission of permissions) assertPermission(directGranter, at, privilegedPermission);
    }
    assertScopesCoverRoles(granter, at, [{ type, roles }]);
  }
}

async function assertCanEditPrivileged(
  db: Executor,
  granter: Granter,
  target: Securable,
  changes: readonly RoleChange[],
): Promise<void> {
  const privilegedPermission = (type: SecurableType) => `${type}:edit_privileged_members` as const;
  // Whoever may above may below, so that the many tasks of a creator are not looked at one by one.
  if (hasPermission(granter.grants, privilegedPermission(target.type))) return;
  for (const { resource } of changes) {
    if (
      resource.id !== target.id &&
      hasPermission((await reloadGrants(db, granter, resource)).grants, privilegedPermission(resource.type))
    )
      continue;
    throw toPermissionError(granter, resource, privilegedPermission(resource.type));
  }
}

/** Roles that an organization or a project holds on a resource. */
interface GroupGrant extends Securable {
  readonly roles: readonly string[];
}

/** What an organization or a project holds as a group, on resources that are still there. */
async function listGroupGrants(db: Executor, { type, id }: ResourceRef): Promise<GroupGrant[]> {
  if (type !== 'organization' && type !== 'project') return [];
  const { rows } = await sql<GroupGrant>`
    select g.resource_type as type, g.resource_id as id, o.id as "orgId", p.id as "projectId", array_agg(g.role) as roles
    from role_grants g
    left join projects p on p.deleted_at is null
      and p.id = case g.resource_type when 'organization' then null when 'project' then g.resource_id else g.project_id end
    join organizations o on o.deleted_at is null
      and o.id = case g.resource_type when 'organization' then g.resource_id else p.org_id end
    where g.subject_type = ${type} and g.subject_id = ${id}
    group by g.resource_type, g.resource_id, o.id, p.id`.execute(db);
  return rows;
}

/** An organization or a project as a resource whose members can be edited; undefined where it is gone. */
async function findGroup(db: Executor, type: 'organization' | 'project', id: string): Promise<Securable | undefined> {
  if (type === 'organization') return { type, id, orgId: id, projectId: null };
  const row = await db
    .selectFrom('projects')
    .select('org_id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row && { type, id, orgId: row.org_id, projectId: id };
}

/** The refusal; a permission on something of another type than the resource is named in full. */
function toPermissionError({ subject }: Granter, { type, id }: ResourceRef, permission: Permission): Error {
  const [of, name = ''] = permission.split(':');
  return accessErrors.permissionCheckFailed(subject, { type, id }, of === type ? name : permission);
}
