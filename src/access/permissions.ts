/** The one table of roles, permissions and scopes. Pure. */

import { typesAbove } from './resources.ts';

/** Roles a subject can hold on a resource; they are inherited downward: organization → project → resource. */
export const ROLES = ['owner', 'editor', 'viewer', 'task_creator', 'member'] as const;
export type Role = (typeof ROLES)[number];

/** Roles of which a member holds at most one on a resource. */
export const EXCLUSIVE_ROLES = ['owner', 'editor', 'viewer'] as const satisfies readonly Role[];

/** Roles that can be given on an organization or a project beyond those that every resource knows. */
const FURTHER_ROLES: Readonly<Record<string, readonly Role[]>> = {
  organization: ['member'],
  project: ['task_creator'],
};

/** Roles that can be given on a type of resource. */
export function rolesFor(type: string): readonly string[] {
  return [...EXCLUSIVE_ROLES, ...(FURTHER_ROLES[type] ?? [])];
}

/** Roles that hold on the whole installation. */
export const SYSTEM_ROLES = ['platform_administrator', 'support'] as const;
export type SystemRole = (typeof SYSTEM_ROLES)[number];

const VIEWERS: readonly Role[] = ['owner', 'editor', 'viewer'];
const CREATORS: readonly Role[] = ['owner', 'editor', 'task_creator'];
const EDITORS: readonly Role[] = ['owner', 'editor'];
const OWNERS: readonly Role[] = ['owner'];

/** What every securable resource knows: who sees its members, who changes them, and who may give or take owner and editor. */
const MEMBERS = {
  view_members: VIEWERS,
  edit_members: EDITORS,
  edit_privileged_members: OWNERS,
} as const;

/**
 * Who may do what: resource type → permission → the roles that carry it. `member` is bare membership of an organization.
 * No role carries `join` (being invited does, or an address of a verified domain) or `add_owner` (only a system role does).
 */
export const PERMISSIONS = {
  organization: {
    view: [...VIEWERS, 'member'],
    ...MEMBERS,
    edit: EDITORS,
    join: [],
    add_member: EDITORS,
    add_editor: OWNERS,
    add_owner: [],
    remove_member: EDITORS,
    create_project: EDITORS,
    view_audit: OWNERS,
  },
  project: {
    view: [...VIEWERS, 'task_creator'],
    ...MEMBERS,
    edit: EDITORS,
    delete: OWNERS,
    create_task: CREATORS,
    create_agent: EDITORS,
    manage_own_api_keys: [...VIEWERS, 'task_creator'],
    create_oauth_client: EDITORS,
    view_oauth_clients: VIEWERS,
    view_audit: OWNERS,
  },
  task: { view: [...VIEWERS, 'task_creator'], ...MEMBERS, run: CREATORS, edit: EDITORS, delete: EDITORS },
  task_agent: { view: VIEWERS, ...MEMBERS, run: EDITORS, edit: EDITORS, delete: EDITORS, decide: VIEWERS },
  oauth_client: { view: VIEWERS, ...MEMBERS, edit: EDITORS, delete: EDITORS },
} as const satisfies Record<string, Record<string, readonly Role[]>>;

/** What the system roles carry besides, on every organization or on the installation itself. */
export const SYSTEM_PERMISSIONS: Readonly<Record<SystemRole, readonly string[]>> = {
  platform_administrator: [
    'system:organizations_create',
    'system:partners_view',
    'system:partners_create',
    'system:partners_edit',
    'organization:view',
    'organization:view_members',
    'organization:edit_members',
    'organization:edit_privileged_members',
    'organization:edit',
    'organization:add_member',
    'organization:add_editor',
    'organization:add_owner',
    'organization:remove_member',
  ],
  support: ['system:partners_view', 'organization:view', 'organization:view_members'],
};

type Table = typeof PERMISSIONS;
/** A permission with its resource type, e.g. `task:run`; a scope has the same name. */
export type Permission = { [R in keyof Table]: `${R}:${keyof Table[R] & string}` }[keyof Table] | `system:${string}`;

/** Scopes that open what is one's own, which takes no role: the profile, and the address in it. */
export const PERSONAL_SCOPES = ['profile', 'email'] as const;
/** What a credential can be cut down to. */
export type Scope = Permission | (typeof PERSONAL_SCOPES)[number];

/** Roles by the type of the resource they were given on. */
export type RolesByType = Readonly<Record<string, ReadonlySet<string>>>;

/** What a caller holds on the resources of a path. */
export interface Holdings {
  readonly roles: RolesByType;
  readonly systemRole: SystemRole | null;
  /** Scopes the credential was cut down to; null means it was not. */
  readonly scopes: readonly string[] | null;
}

/** Roles that count on a resource of that type: those given on it and on what stands above it. */
export function rolesOn(holdings: Pick<Holdings, 'roles'>, type: string): ReadonlySet<string> {
  return new Set(typesAbove(type).flatMap((above) => [...(holdings.roles[above] ?? [])]));
}

/**
 * Whether the holdings carry the permission on its resource in the path; of a credential that was cut down, one of the
 * scopes must be among its own.
 */
export function holds(holdings: Holdings, permission: Permission, scopes: readonly Scope[] = [permission]): boolean {
  if (!inScope(holdings, scopes)) return false;
  if (holdings.systemRole !== null && SYSTEM_PERMISSIONS[holdings.systemRole].includes(permission)) return true;
  const held = rolesOn(holdings, permission.split(':')[0] ?? '');
  return rolesWith(permission).some((role) => held.has(role));
}

/** Whether the credential was given one of the scopes, or was not cut down at all. */
export function inScope(holdings: Holdings, scopes: readonly Scope[]): boolean {
  return holdings.scopes === null || scopes.some((scope) => holdings.scopes?.includes(scope));
}

/** By permission. A map, since the name may be anything that somebody asks for, `task:constructor` too. */
const ROLES_WITH: ReadonlyMap<string, readonly Role[]> = new Map(
  Object.entries(PERMISSIONS).flatMap(([type, table]) =>
    Object.entries(table).map(([name, roles]): [string, readonly Role[]] => [`${type}:${name}`, roles]),
  ),
);

/** Roles that carry a permission on its resource. */
export function rolesWith(permission: Permission): readonly string[] {
  return ROLES_WITH.get(permission) ?? [];
}

/** Every scope that a credential can be cut down to. */
export function apiScopes(): string[] {
  return [...PERSONAL_SCOPES, ...allPermissions()];
}

/** Every permission there is, as scopes are named. */
export function allPermissions(): string[] {
  const resources = Object.entries(PERMISSIONS).flatMap(([type, table]) =>
    Object.keys(table).map((name) => `${type}:${name}`),
  );
  const system = Object.values(SYSTEM_PERMISSIONS)
    .flat()
    .filter((name) => name.startsWith('system:'));
  return [...new Set([...resources, ...system])];
}
