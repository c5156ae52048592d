/** Who may do what, and which scopes there are. Pure. */

import type { Grants, Permission } from './contract.ts';
import { listInheritedTypes, type SecurableType } from './resources.ts';
import { EXCLUSIVE_ROLES, PUBLIC_ROLE, type Role, type SecurableKind, type SystemRole } from './roles.ts';
import { SECURABLES } from './securables/index.ts';

export type { Grants, Permission, RolesByType } from './contract.ts';

/** Roles that can be given on a type of resource. */
export function listAssignableRoles(type: SecurableType): readonly string[] {
  const { extraRoles = [] }: SecurableKind = SECURABLES[type];
  return [...EXCLUSIVE_ROLES, ...extraRoles];
}

/** What the system roles carry besides, on every organization or on the installation itself. */
export const SYSTEM_PERMISSIONS: Readonly<Record<SystemRole, readonly string[]>> = {
  platform_administrator: [
    'system:organizations_create',
    'system:partners_view',
    'system:partners_create',
    'system:partners_edit',
    'system:credits_book',
    'system:plans_edit',
    'system:model_keys_edit',
    'organization:view',
    'organization:view_members',
    'organization:edit_members',
    'organization:edit_privileged_members',
    'organization:edit',
    'organization:view_credits',
    'organization:add_member',
    'organization:add_editor',
    'organization:add_owner',
    'organization:remove_member',
  ],
  support: ['system:partners_view', 'organization:view', 'organization:view_members'],
};

/** Scopes that open what is one's own, which takes no role: the profile, and the address in it. */
export const PERSONAL_SCOPES = ['profile', 'email'] as const;
/** What a credential can be cut down to. */
export type Scope = Permission | (typeof PERSONAL_SCOPES)[number];

/** Roles that count on a resource of that type: those given on it and on what stands above it. */
export function getEffectiveRoles(grants: Pick<Grants, 'roles'>, type: string): ReadonlySet<string> {
  return new Set(listInheritedTypes(type).flatMap((above) => [...(grants.roles[above] ?? [])]));
}

/** Whether somebody sees a task by nothing but what everybody holds on a public one. */
export function hasOnlyPublicRole(grants: Pick<Grants, 'roles'>): boolean {
  const roles = getEffectiveRoles(grants, 'task');
  return roles.has(PUBLIC_ROLE) && !listRolesWith('task:view').some((role) => role !== PUBLIC_ROLE && roles.has(role));
}

/**
 * Whether the holdings carry the permission on its resource in the path; of a credential that was cut down, one of the
 * scopes must be among its own.
 */
export function hasPermission(
  grants: Grants,
  permission: Permission,
  scopes: readonly Scope[] = [permission],
): boolean {
  if (!hasScope(grants, scopes)) return false;
  if (grants.systemRole !== null && SYSTEM_PERMISSIONS[grants.systemRole].includes(permission)) return true;
  const roles = getEffectiveRoles(grants, permission.split(':')[0] ?? '');
  return listRolesWith(permission).some((role) => roles.has(role));
}

/**
 * Whether roles carry the permission, whatever the credential was cut down to. It is for what is shown and said where the
 * scopes were looked at otherwise; what leads to a write asks {@link hasPermission}.
 */
export function rolesHavePermission(grants: Grants, permission: Permission): boolean {
  return hasPermission({ ...grants, scopes: null }, permission);
}

/** Whether the credential was given one of the scopes, or was not cut down at all. */
export function hasScope(grants: Grants, scopes: readonly Scope[]): boolean {
  return grants.scopes === null || scopes.some((scope) => grants.scopes?.includes(scope));
}

/** By permission. A map, since the name may be anything that somebody asks for, `task:constructor` too. */
const ROLES_WITH: ReadonlyMap<string, readonly Role[]> = new Map(
  Object.entries<SecurableKind>(SECURABLES).flatMap(([type, { permissions }]) =>
    Object.entries(permissions).map(([name, roles]): [string, readonly Role[]] => [`${type}:${name}`, roles]),
  ),
);

/** Roles that carry a permission on its resource. */
export function listRolesWith(permission: Permission): readonly string[] {
  return ROLES_WITH.get(permission) ?? [];
}

/** Every scope that a credential can be cut down to. */
export function listScopes(): string[] {
  return [...PERSONAL_SCOPES, ...listPermissions()];
}

/** Every permission there is, as scopes are named. */
export function listPermissions(): string[] {
  const system = Object.values(SYSTEM_PERMISSIONS).flat();
  return [...new Set([...ROLES_WITH.keys(), ...system.filter((name) => name.startsWith('system:'))])];
}
