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
import { SECURABLES } from './securables.ts';
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
interface LettingIn {
  readonly roles: readonly string[];
  readonly project_roles: Readonly<Record<string, readonly string[]>>;
}

/**
 * Refuses to let somebody into an organization with more than the giver holds. Bare membership is what letting in means, and
 * takes no scope beyond the one that opens it; what was given to the organization or its projects as groups comes with it.
 */
export async function refuseLettingIn(
  db: Executor,
  giver: Giver,
  orgId: string,
  { roles, project_roles: inProjects }: LettingIn = { roles: [], project_roles: {} },
): Promise<void> {
  if (giver.holdings.scopes === null) return;
  const beyondMembership = roles.filter((role) => role !== 'member');
  const places = [
    { at: { type: 'organization', id: orgId } as const, given: beyondMembership },
    ...Object.entries(inProjects).map(([id, given]) => ({ at: { type: 'project', id } as const, given })),
  ];
  for (const { at, given } of places)
    refuseRolesBeyond(giver, at, [{ type: at.type, roles: given }, ...(await givenToGroup(db, at))]);
}

/**
 * Refuses a change of roles that gives or takes more than the giver holds. Owner and editor need `edit_privileged_members`,
 * on the resource of the path or on the one below it that is touched; of one's `own` roles that is not asked.
 */
export async function refuseChangeBeyond(
  db: Executor,
  giver: Giver,
  named: Securable,
  touched: readonly Touched[],
  own: boolean,
): Promise<void> {
  if (giver.holdings.scopes !== null) {
    for (const { resource, roles, isMembership } of touched) {
      const asGroup = isMembership ? await givenToGroup(db, resource) : [];
      refuseRolesBeyond(giver, resource, [{ type: resource.type, roles }, ...asGroup]);
    }
  }
  const privileged = touched.filter(({ roles }) => roles.some((role) => PRIVILEGED_ROLES.includes(role)));
  if (!own) await checkPrivileged(db, giver, named, privileged);
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

/** What was given to an organization or a project as a group: who becomes or ceases to be its member gets or loses it. */
async function givenToGroup(db: Executor, { type, id }: Place): Promise<Given[]> {
  const { rows } = await sql<{ type: SecurableType; role: string }>`
    select distinct resource_type as type, role from role_grants
    where subject_type = ${type} and subject_id = ${id}`.execute(db);
  return rows.map((row) => ({ type: row.type, roles: [row.role] }));
}

/** The refusal; a permission on something of another type than the resource is named in full. */
function lacks({ subject }: Giver, { type, id }: Place, permission: Permission): Error {
  const [of, name = ''] = permission.split(':');
  return accessErrors.permissionCheckFailed(subject, { type, id }, of === type ? name : permission);
}
