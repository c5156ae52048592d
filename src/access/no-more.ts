/**
 * No more than you hold: who makes a right gives and takes nothing that the credential at hand could not use itself, its scopes
 * included. Each place that makes rights asks here: roles, invites, domains, keys, clients, publishing and sharing.
 */

import { sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import { accessErrors } from './errors.ts';
import type { Asker } from './holdings.ts';
import { holdingsOf, type Securable, type Touched } from './members.ts';
import { type Holdings, holds, type Permission } from './permissions.ts';
import { type SecurableType, typesAbove } from './resources.ts';
import { PRIVILEGED_ROLES, PUBLIC_ROLE, type Role, type SecurableKind } from './roles.ts';
import { SECURABLES } from './securables/index.ts';
import type { Subject } from './subjects.ts';

/** Who gives or takes, and what they hold on the resources of their path. */
type Giver = Pick<Asker, 'subject' | 'holdings'>;

/** Roles that are given or taken on resources of one type. */
interface Given {
  readonly type: SecurableType;
  readonly roles: readonly string[];
}

type Place = Pick<Securable, 'type' | 'id'>;

/** Every permission that a role on a type of resource carries: on the resource, and on what stands below it. */
export function permissionsOf(type: SecurableType, role: string): Permission[] {
  return Object.entries<SecurableKind>(SECURABLES).flatMap(([below, { permissions }]) => {
    if (!typesAbove(below).includes(type)) return [];
    const carried = Object.entries(permissions).filter(([, roles]) => roles.includes(role as Role));
    return carried.map(([name]) => `${below}:${name}` as Permission);
  });
}

/** The giver with the roles of this moment on a resource and above it, which may not be those that the request came in with. */
export async function giverNow(db: Executor, { subject, holdings }: Giver, at: Securable): Promise<Giver> {
  const now = await holdingsOf(db, subject as Subject, at);
  return { subject, holdings: { ...now, scopes: holdings.scopes } };
}

/** Refuses a credential that lacks a permission on a resource, by its roles or by its scopes. Throws a 403. */
export function requireHeld(giver: Giver, at: Place, permission: Permission): void {
  if (!holds(giver.holdings, permission)) throw lacks(giver, at, permission);
}

/** Refuses to open a task to everybody, or another token of it, to who may not do all that is done with it. Throws a 403. */
export function requirePublic(giver: Giver, at: Place): void {
  for (const permission of permissionsOf('task', PUBLIC_ROLE)) requireHeld(giver, at, permission);
}

/** Whether somebody may do all that everybody may on a public task, and who has its token. */
export function holdsPublic(holdings: Holdings): boolean {
  return permissionsOf('task', PUBLIC_ROLE).every((permission) => holds(holdings, permission));
}

/**
 * Refuses a cut-down credential that would give or take roles which carry a permission that is none of its scopes. Throws a
 * 403. What somebody may whose credential is not cut down is said by the rights to change members: the table of permissions
 * lets nobody have them who holds less than the roles they give.
 */
function refuseRolesBeyond(giver: Giver, at: Place, given: readonly Given[]): void {
  const { scopes } = giver.holdings;
  if (scopes === null) return;
  const permissions = given.flatMap(({ type, roles }) => roles.flatMap((role) => permissionsOf(type, role)));
  const beyond = permissions.find((permission) => !scopes.includes(permission));
  if (beyond !== undefined) throw lacks(giver, at, beyond);
}

/** Whether a new credential with these scopes could do more than the one that asks; null stands for one that is not cut down. */
export function goesBeyond({ scopes: own }: Holdings, given: readonly string[] | null): boolean {
  if (own === null) return false;
  return given === null || given.some((scope) => !own.includes(scope));
}

/** What somebody is let in with, besides bare membership. */
export interface LettingIn {
  readonly roles: readonly string[];
  readonly project_roles: Readonly<Record<string, readonly string[]>>;
}

/**
 * Refuses to let somebody into an organization, and into projects of it, with more than the giver may give. Bare membership
 * takes no scope beyond the one that opens the operation, but it brings what the organization holds as a group. Throws a 403.
 */
export async function refuseLettingIn(
  db: Executor,
  giver: Giver,
  orgId: string,
  { roles, project_roles: inProjects }: LettingIn = { roles: [], project_roles: {} },
): Promise<void> {
  const beyondMembership = roles.filter((role) => role !== 'member');
  const places = [
    { at: { type: 'organization', id: orgId } as const, given: beyondMembership },
    ...Object.entries(inProjects).map(([id, given]) => ({ at: { type: 'project', id } as const, given })),
  ];
  for (const { at, given } of places) {
    refuseRolesBeyond(giver, at, [{ type: at.type, roles: given }]);
    await requireGroupRoles(db, giver, at);
  }
}

/**
 * Refuses a change of roles that gives or takes more than the giver holds. Owner and editor need `edit_privileged_members`,
 * on the resource of the path or on the one below it that is touched; of one's `own` roles that is not asked. Whoever
 * becomes a member of an organization or a project gets what that holds as a group, which the giver must be able to give.
 */
export async function refuseChangeBeyond(
  db: Executor,
  giver: Giver,
  named: Securable,
  touched: readonly Touched[],
  own: boolean,
): Promise<void> {
  for (const { resource, given, taken, membership } of touched) {
    refuseRolesBeyond(giver, resource, [{ type: resource.type, roles: [...given, ...taken] }]);
    if (membership === 'begins') await requireGroupRoles(db, giver, resource);
    if (membership === 'ends' && giver.holdings.scopes !== null)
      refuseRolesBeyond(giver, resource, await heldAsGroup(db, resource));
  }
  const isPrivileged = (role: string) => PRIVILEGED_ROLES.includes(role);
  const privileged = touched.filter(({ given, taken }) => [...given, ...taken].some(isPrivileged));
  if (!own) await checkPrivileged(db, giver, named, privileged);
}

/**
 * Refuses to give a role to an organization or a project whose members the giver may not edit: nobody brings in a group that
 * is not theirs. A change that gives the group nothing new is not refused. Throws a 403.
 */
export async function requireOwnGroup(
  db: Executor,
  giver: Giver,
  subject: Subject,
  touched: readonly Touched[],
): Promise<void> {
  const { type, id } = subject;
  if (type === 'user' || !touched.some(addsPermissions)) return;
  const group = await findGroup(db, type, id);
  if (group) requireHeld(await giverNow(db, giver, group), group, `${type}:edit_members`);
}

/** Whether the roles that a change gives carry a permission that those which it takes did not. */
function addsPermissions({ resource: { type }, given, taken }: Touched): boolean {
  const before = new Set(taken.flatMap((role) => permissionsOf(type, role)));
  return given.some((role) => permissionsOf(type, role).some((permission) => !before.has(permission)));
}

/**
 * Refuses to make somebody a member of an organization or a project unless the giver may give every role that it holds as a
 * group. Throws a 403 that names the right and the resource.
 */
export async function requireGroupRoles(db: Executor, giver: Giver, group: Place): Promise<void> {
  await requireGivable(db, giver, await heldAsGroup(db, group));
}

/**
 * Refuses to make a client of a project unless the giver may give every role that it would hold: those of the project, and
 * those of the groups that the project is in. Throws a 403.
 */
export async function requireClientRoles(db: Executor, giver: Giver, projectId: string): Promise<void> {
  const held = await heldAsGroup(db, { type: 'project', id: projectId });
  await requireGivable(db, giver, held);
  for (const group of held) await requireGroupRoles(db, giver, group);
}

async function requireGivable(db: Executor, giver: Giver, held: readonly HeldAsGroup[]): Promise<void> {
  const ofProject = new Map<string, Giver>();
  for (const { type, id, orgId, projectId, roles } of held) {
    const at: Securable = { type, id, orgId, projectId };
    const rights: Permission[] = [`${type}:edit_members`];
    if (roles.some((role) => PRIVILEGED_ROLES.includes(role))) rights.push(`${type}:edit_privileged_members`);
    // Rights on the project count for all below it, so that a thousand tasks are not looked at one by one.
    const above = projectId ?? orgId;
    const placeAbove = projectId === null ? at : { ...at, type: 'project' as const, id: projectId };
    const giverAbove = ofProject.get(above) ?? (await giverNow(db, giver, placeAbove));
    ofProject.set(above, giverAbove);
    if (!rights.every((right) => holds(giverAbove.holdings, right))) {
      const giverThere = await giverNow(db, giver, at);
      for (const right of rights) requireHeld(giverThere, at, right);
    }
    refuseRolesBeyond(giver, at, [{ type, roles }]);
  }
}

async function checkPrivileged(
  db: Executor,
  giver: Giver,
  named: Securable,
  touched: readonly Touched[],
): Promise<void> {
  const right = (type: SecurableType) => `${type}:edit_privileged_members` as const;
  // Whoever may above may below, so that the many tasks of a creator are not looked at one by one.
  if (holds(giver.holdings, right(named.type))) return;
  for (const { resource } of touched) {
    if (resource.id !== named.id && holds((await giverNow(db, giver, resource)).holdings, right(resource.type)))
      continue;
    throw lacks(giver, resource, right(resource.type));
  }
}

/** Roles that an organization or a project holds on a resource. */
interface HeldAsGroup extends Securable {
  readonly roles: readonly string[];
}

/** What an organization or a project holds as a group, on resources that are still there. */
async function heldAsGroup(db: Executor, { type, id }: Place): Promise<HeldAsGroup[]> {
  if (type !== 'organization' && type !== 'project') return [];
  const { rows } = await sql<HeldAsGroup>`
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
function lacks({ subject }: Giver, { type, id }: Place, permission: Permission): Error {
  const [of, name = ''] = permission.split(':');
  return accessErrors.permissionCheckFailed(subject, { type, id }, of === type ? name : permission);
}
