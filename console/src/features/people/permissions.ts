import type { Securable, SecurableType } from '../../lib/securable.ts';

/** A resource that roles are granted on, with its name. */
export interface NamedResource extends Securable {
  readonly name: string;
}

/** Roles in descending order. Each role includes those after it. */
export const ROLE_HIERARCHY = ['owner', 'editor', 'viewer'] as const;
export type Role = (typeof ROLE_HIERARCHY)[number] | 'task_creator' | 'restricted_reader' | 'member';

/** Roles on a project that a member can hold in addition to another one. */
export const EXTRA_PROJECT_ROLES = ['task_creator', 'restricted_reader'] as const;

/** Roles that only users with the permission `edit_privileged_members` grant and revoke. */
const PRIVILEGED_ROLES: readonly string[] = ['owner', 'editor', 'restricted_reader'];

/** Returns whether any of the roles is privileged. */
export function isPrivileged(roles: readonly string[]): boolean {
  return roles.some((role) => PRIVILEGED_ROLES.includes(role));
}

/** Additional roles of a resource type. */
const ADDITIONAL_ROLES: Partial<Readonly<Record<SecurableType, readonly Role[]>>> = {
  organization: ['member'],
  project: EXTRA_PROJECT_ROLES,
};

/** Returns the roles that can be granted on a resource type. */
export function getGrantableRoles(type: SecurableType): readonly Role[] {
  return [...ROLE_HIERARCHY, ...(ADDITIONAL_ROLES[type] ?? [])];
}

/** Returns the project or organization roles that count on a resource of a type. */
export function filterInheritedRoles(roles: readonly string[], type: SecurableType): readonly string[] {
  const inheritedRoles: readonly string[] = type === 'task' ? [...ROLE_HIERARCHY, 'task_creator'] : ROLE_HIERARCHY;
  return roles.filter((role) => inheritedRoles.includes(role));
}

interface PermissionInfo<N extends string = string> {
  readonly name: N;
  /** Lowest role that includes the permission. */
  readonly minRole: (typeof ROLE_HIERARCHY)[number];
}

/** Returns permissions with the lowest role that includes each. */
function listPermissions<const V extends string, const E extends string, const O extends string>(minRole: {
  readonly viewer: readonly V[];
  readonly editor: readonly E[];
  readonly owner: readonly O[];
}): readonly PermissionInfo<V | E | O>[] {
  return [
    ...minRole.viewer.map((name) => ({ name, minRole: 'viewer' as const })),
    ...minRole.editor.map((name) => ({ name, minRole: 'editor' as const })),
    ...minRole.owner.map((name) => ({ name, minRole: 'owner' as const })),
  ];
}

const VIEW_PERMISSIONS = ['view', 'view_members'] as const;
const EDIT_PERMISSIONS = ['edit', 'delete', 'edit_members'] as const;
const USABLE_RESOURCE = listPermissions({
  viewer: VIEW_PERMISSIONS,
  editor: ['use', ...EDIT_PERMISSIONS],
  owner: ['edit_privileged_members'],
});
const BASIC_RESOURCE = listPermissions({
  viewer: VIEW_PERMISSIONS,
  editor: EDIT_PERMISSIONS,
  owner: ['edit_privileged_members'],
});

/** Permissions that the console explains, by resource type. */
export const PERMISSIONS = {
  organization: listPermissions({
    viewer: [...VIEW_PERMISSIONS, 'view_invites'],
    editor: ['create_project', 'add_member', 'edit', 'edit_members'],
    owner: [
      'edit_privileged_members',
      'loosen_approval_floor',
      'enable_publishing',
      'view_audit',
      'view_credits',
      'kill_worker',
    ],
  }),
  project: listPermissions({
    viewer: VIEW_PERMISSIONS,
    editor: ['create_task', 'create_agent', 'create_oauth_client', 'edit', 'edit_members'],
    owner: ['edit_privileged_members', 'loosen_approval_floor', 'view_audit', 'delete'],
  }),
  task: listPermissions({
    viewer: [...VIEW_PERMISSIONS, 'give_feedback'],
    editor: ['run', ...EDIT_PERMISSIONS],
    owner: ['edit_privileged_members', 'override_release_gate'],
  }),
  task_agent: listPermissions({
    viewer: [...VIEW_PERMISSIONS, 'give_feedback', 'decide'],
    editor: ['run', ...EDIT_PERMISSIONS],
    owner: ['edit_privileged_members', 'override_release_gate'],
  }),
  skill: BASIC_RESOURCE,
  task_mcp_server: USABLE_RESOURCE,
  integration: USABLE_RESOURCE,
  task_forwarder: listPermissions({
    viewer: VIEW_PERMISSIONS,
    editor: ['view_deliveries', ...EDIT_PERMISSIONS],
    owner: ['edit_privileged_members'],
  }),
  // Collections cannot be deleted.
  collection: listPermissions({
    viewer: VIEW_PERMISSIONS,
    editor: ['edit', 'edit_members'],
    owner: ['edit_privileged_members'],
  }),
  document: BASIC_RESOURCE,
  oauth_client: BASIC_RESOURCE,
} as const satisfies Readonly<Record<SecurableType, readonly PermissionInfo[]>>;

export type AnyPermissionInfo = (typeof PERMISSIONS)[SecurableType][number];
