/** The one table of roles, permissions and scopes. Pure. */

/** Roles a subject can hold on a resource; they are inherited downward: organization → project → resource. */
export const ROLES = ['owner', 'editor', 'viewer', 'task_creator', 'member'] as const;
export type Role = (typeof ROLES)[number];

/** Roles that hold on the whole installation. */
export const SYSTEM_ROLES = ['platform_administrator', 'support'] as const;
export type SystemRole = (typeof SYSTEM_ROLES)[number];

const VIEWERS: readonly Role[] = ['owner', 'editor', 'viewer'];
const CREATORS: readonly Role[] = ['owner', 'editor', 'task_creator'];
const EDITORS: readonly Role[] = ['owner', 'editor'];
const OWNERS: readonly Role[] = ['owner'];

/** Who may do what: resource type → permission → the roles that carry it. `member` is bare membership of an organization. */
export const PERMISSIONS = {
  organization: {
    view: [...VIEWERS, 'member'],
    view_members: VIEWERS,
    edit: EDITORS,
    join: [],
    add_member: EDITORS,
    add_editor: OWNERS,
    add_owner: [],
    remove_member: EDITORS,
    create_project: EDITORS,
  },
  project: {
    view: [...VIEWERS, 'task_creator'],
    view_members: VIEWERS,
    edit: EDITORS,
    delete: OWNERS,
    create_task: CREATORS,
    create_agent: EDITORS,
    manage_own_api_keys: [...VIEWERS, 'task_creator'],
  },
  task: { view: [...VIEWERS, 'task_creator'], run: CREATORS, edit: EDITORS, delete: EDITORS },
  task_agent: { view: VIEWERS, run: EDITORS, edit: EDITORS, delete: EDITORS, decide: VIEWERS },
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

/** What a caller holds where a permission is asked for. */
export interface Holdings {
  readonly roles: ReadonlySet<string>;
  readonly systemRole: SystemRole | null;
  /** Permission scopes the credential was cut down to; null means it was not. */
  readonly scopes: readonly string[] | null;
}

/** Whether the holdings carry the permission. */
export function holds(holdings: Holdings, permission: Permission): boolean {
  if (holdings.scopes !== null && !holdings.scopes.includes(permission)) return false;
  if (holdings.systemRole !== null && SYSTEM_PERMISSIONS[holdings.systemRole].includes(permission)) return true;
  return rolesWith(permission).some((role) => holdings.roles.has(role));
}

/** Roles that carry a permission on its resource. */
export function rolesWith(permission: Permission): readonly string[] {
  const [resource = '', name = ''] = permission.split(':');
  const table: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = PERMISSIONS;
  return table[resource]?.[name] ?? [];
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

/** Who may see the runs of a task or an agent, by its visibility setting. */
const RUN_VISIBILITY: Readonly<Record<string, readonly Role[]>> = {
  owner_only: OWNERS,
  editors_and_owners: EDITORS,
  all_viewers: [...VIEWERS, 'task_creator'],
};

/** Visibility settings that the roles suffice for. */
export function visibleTo(roles: ReadonlySet<string>): string[] {
  const settings = Object.entries(RUN_VISIBILITY).filter(([, allowed]) => allowed.some((role) => roles.has(role)));
  return settings.map(([name]) => name);
}
