/**
 * Delegation rule: a credential grants and removes only what it could use itself, its scopes included. Every module
 * that grants access checks it here: roles, invites, domains, keys, clients, publishing and sharing.
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

/** Principal who grants or removes roles. */
type Granter = Pick<Principal, 'subject' | 'grants'>;

/** Roles granted or removed on resources of one type. */
interface RoleSet {
  readonly type: SecurableType;
  readonly roles: readonly string[];
}

type ResourceRef = Pick<Securable, 'type' | 'id'>;

/** Every permission that a role carries on its resource type and on the types below it. */
export function listPermissionsOf(type: SecurableType, role: string): Permission[] {
  return Object.entries<SecurableKind>(SECURABLES).flatMap(([below, { permissions }]) => {
    if (!listInheritedTypes(below).includes(type)) return [];
    const granted = Object.entries(permissions).filter(([, roles]) => roles.includes(role as Role));
    return granted.map(([name]) => `${below}:${name}` as Permission);
  });
}

/**
 * Reloads the granter's roles on a resource and its parents. They may have changed since the request was authenticated.
 */
export async function reloadGrants(db: Executor, { subject, grants }: Granter, at: Securable): Promise<Granter> {
  const current = await getGrantsOf(db, subject as Subject, at);
  return { subject, grants: { ...current, scopes: grants.scopes } };
}

/** Throws a 403 if the credential lacks a permission on the resource, by its roles or its scopes. */
export function assertPermission(granter: Granter, at: ResourceRef, permission: Permission): void {
  if (!hasPermission(granter.grants, permission)) throw toPermissionError(granter, at, permission);
}

/**
 * Throws a 403 if the granter may not publish a task or replace its token: that takes every permission of the public
 * role.
 */
export function assertCanPublish(granter: Granter, at: ResourceRef): void {
  for (const permission of listPermissionsOf('task', PUBLIC_ROLE)) assertPermission(granter, at, permission);
}

/** Whether the grants include every permission of the public role, which the holder of a task token gets. */
export function canPublish(grants: Grants): boolean {
  return listPermissionsOf('task', PUBLIC_ROLE).every((permission) => hasPermission(grants, permission));
}

/**
 * Throws a 403 if a restricted credential grants or removes roles that carry a permission outside its scopes.
 * Unrestricted credentials need no check: the permission to edit members already implies the permissions of these
 * roles.
 */
function assertScopesCoverRoles(granter: Granter, at: ResourceRef, added: readonly RoleSet[]): void {
  const { scopes } = granter.grants;
  if (scopes === null) return;
  const permissions = added.flatMap(({ type, roles }) => roles.flatMap((role) => listPermissionsOf(type, role)));
  const missing = permissions.find((permission) => !scopes.includes(permission));
  if (missing !== undefined) throw toPermissionError(granter, at, missing);
}

/** Whether a new credential with these scopes would exceed the caller's own; null means unrestricted. */
export function exceedsScopes({ scopes: isOwn }: Grants, added: readonly string[] | null): boolean {
  if (isOwn === null) return false;
  return added === null || added.some((scope) => !isOwn.includes(scope));
}

/** Roles and groups that a new member gets, in addition to plain membership. */
interface Admission {
  readonly roles: readonly string[];
  readonly project_roles: Readonly<Record<string, readonly string[]>>;
}

/**
 * Throws a 403 if an invite or domain would grant more than the granter may grant. Plain membership needs no further
 * scope, but includes the roles that the organization holds as a group.
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
 * Throws a 403 if a role change grants or removes more than the granter holds. Changing owners and editors requires
 * `edit_privileged_members` on the resource in the path or the one below it; changing one's `own` roles does not. A new
 * member also gets the roles that the organization or project holds as a group, so the granter must be able to grant
 * those.
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
 * Throws a 403 if the granter may not edit the members of the group that receives a role. A change that adds no
 * permission is allowed.
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

/** Whether the added roles carry a permission that the removed ones lack. */
function addsPermissions({ resource: { type }, added, removed }: RoleChange): boolean {
  const before = new Set(removed.flatMap((role) => listPermissionsOf(type, role)));
  return added.some((role) => listPermissionsOf(type, role).some((permission) => !before.has(permission)));
}

/** Throws a 403 naming permission and resource unless the granter may grant every role that the group holds. */
async function assertCanGrantGroupRoles(db: Executor, granter: Granter, group: ResourceRef): Promise<void> {
  await assertCanGrant(db, granter, await listGroupGrants(db, group));
}

/**
 * Throws a 403 unless the granter may grant every role that a new client would hold: those of its project and of the
 * project's groups.
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
    // Permissions on the project apply to everything below it, which avoids one check per task.
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
  // A permission held above applies below, which avoids one check per task of a creator.
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

/** Role that an organization or a project holds on a resource. */
interface GroupGrant extends Securable {
  readonly roles: readonly string[];
}

/** Roles that an organization or a project holds as a group, on resources that still exist. */
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

/** Organization or project as a securable resource; undefined if it no longer exists. */
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

/** The 403. A permission of another resource type is named in full. */
function toPermissionError({ subject }: Granter, { type, id }: ResourceRef, permission: Permission): Error {
  const [of, name = ''] = permission.split(':');
  return accessErrors.permissionCheckFailed(subject, { type, id }, of === type ? name : permission);
}
