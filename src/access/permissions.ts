/** Permissions by role, and the list of scopes. Pure. */

import type { Grants, Permission } from './contract.ts';
import { listInheritedTypes, type SecurableType } from './resources.ts';
import { EXCLUSIVE_ROLES, PUBLIC_ROLE, type Role, type SecurableKind, type SystemRole } from './roles.ts';
import { SECURABLES } from './securables/index.ts';

export type { Grants, Permission, RolesByType } from './contract.ts';

/** Roles that can be granted on a resource type. */
export function listAssignableRoles(type: SecurableType): readonly string[] {
  const { extraRoles = [] }: SecurableKind = SECURABLES[type];
  return [...EXCLUSIVE_ROLES, ...extraRoles];
}

/** Extra permissions of the system roles, on every organization or the installation. */
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
    'organization:view_invites',
    'organization:edit_members',
    'organization:edit_privileged_members',
    'organization:edit',
    'organization:view_credits',
    'organization:add_member',
    'organization:add_editor',
    'organization:add_owner',
    'organization:remove_member',
  ],
  support: ['system:partners_view', 'organization:view', 'organization:view_members', 'organization:view_invites'],
};

/** Scopes of the caller's own profile and email address; they need no role. */
export const PERSONAL_SCOPES = ['profile', 'email'] as const;
/** Scope that a credential can be restricted to. */
export type Scope = Permission | (typeof PERSONAL_SCOPES)[number];

/** Roles that apply to a resource type: those granted on it and those inherited from its parents. */
export function getEffectiveRoles(grants: Pick<Grants, 'roles'>, type: string): ReadonlySet<string> {
  return new Set(listInheritedTypes(type).flatMap((above) => [...(grants.roles[above] ?? [])]));
}

/** Whether a caller sees a task only through the public role. */
export function hasOnlyPublicRole(grants: Pick<Grants, 'roles'>): boolean {
  const roles = getEffectiveRoles(grants, 'task');
  return roles.has(PUBLIC_ROLE) && !listRolesWith('task:view').some((role) => role !== PUBLIC_ROLE && roles.has(role));
}

/** Whether the grants include the permission. A restricted credential also needs one of the scopes. */
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
 * Whether the roles include the permission, regardless of scopes. Only for display where scopes were checked elsewhere;
 * checks before a write use {@link hasPermission}.
 */
export function hasRolePermission(grants: Grants, permission: Permission): boolean {
  return hasPermission({ ...grants, scopes: null }, permission);
}

/** Whether the credential has one of the scopes or is unrestricted. */
export function hasScope(grants: Grants, scopes: readonly Scope[]): boolean {
  return grants.scopes === null || scopes.some((scope) => grants.scopes?.includes(scope));
}

/** Keyed by permission. A Map, because the name may be any client input, such as `task:constructor`. */
const ROLES_WITH: ReadonlyMap<string, readonly Role[]> = new Map(
  Object.entries<SecurableKind>(SECURABLES).flatMap(([type, { permissions }]) =>
    Object.entries(permissions).map(([name, roles]): [string, readonly Role[]] => [`${type}:${name}`, roles]),
  ),
);

/** Roles that carry a permission. */
export function listRolesWith(permission: Permission): readonly string[] {
  return ROLES_WITH.get(permission) ?? [];
}

/** Every scope that a credential can be restricted to. */
export function listScopes(): string[] {
  return [...PERSONAL_SCOPES, ...listPermissions()];
}

/** Every permission, named like its scope. */
export function listPermissions(): string[] {
  const system = Object.values(SYSTEM_PERMISSIONS).flat();
  return [...new Set([...ROLES_WITH.keys(), ...system.filter((name) => name.startsWith('system:'))])];
}

/** Returns the scopes that are permissions. */
export function filterPermissions(scopes: readonly string[]): string[] {
  const known = new Set(listPermissions());
  return scopes.filter((scope) => known.has(scope));
}
