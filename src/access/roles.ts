/** Role definitions. Pure. */

/** Roles that a subject can hold on a resource. Projects inherit from organizations, resources from projects. */
export const ROLES = ['owner', 'editor', 'viewer', 'task_creator', 'restricted_reader', 'member'] as const;
/**
 * Implicit role of every signed-in user, and of the task token, on a public task. It allows viewing and running the
 * task, but not viewing the runs of others.
 */
export const PUBLIC_ROLE = 'public';
/**
 * Implicit role of a project, as which its clients act, on its organization. It shows the organization and its members.
 * Nothing inherits it.
 */
export const CLIENT_ROLE = 'client';
export type Role = (typeof ROLES)[number] | typeof PUBLIC_ROLE | typeof CLIENT_ROLE;

/** Roles of which a member holds at most one per resource. */
export const EXCLUSIVE_ROLES = ['owner', 'editor', 'viewer'] as const satisfies readonly Role[];

/** Roles on the whole installation. */
export const SYSTEM_ROLES = ['platform_administrator', 'support'] as const;
export type SystemRole = (typeof SYSTEM_ROLES)[number];

/** Roles with the rights of owners, editors or viewers. */
export const OWNERS: readonly Role[] = ['owner'];
export const EDITORS: readonly Role[] = ['owner', 'editor'];
export const VIEWERS: readonly Role[] = EXCLUSIVE_ROLES;
/** Roles that can create tasks and see the tasks of others. */
export const CREATORS: readonly Role[] = [...EDITORS, 'task_creator'];
export const VIEWERS_AND_CREATORS: readonly Role[] = [...VIEWERS, 'task_creator'];

/**
 * Role on a project for which the permissions of sources do not apply. No other role includes it, so that even owners
 * hold it only by an explicit, audited grant.
 */
export const RESTRICTED_READER_ROLE = 'restricted_reader';

/** Roles whose changes require `edit_privileged_members`. */
export const PRIVILEGED_ROLES: readonly string[] = [...EDITORS, RESTRICTED_READER_ROLE];

/** Permissions of every securable resource: view members, change them, and change privileged roles. */
export const MEMBER_PERMISSIONS = {
  view_members: VIEWERS,
  edit_members: EDITORS,
  edit_privileged_members: OWNERS,
} as const;

/** Definition of a securable resource type. */
export interface SecurableKind {
  /** Path parameter of the resource. */
  readonly param: string;
  /** Roles by permission. */
  readonly permissions: Readonly<Record<string, readonly Role[]>>;
  /** Table and name column of a resource in a project, for display. */
  readonly named?: { readonly table: string; readonly name: string };
  /** Additional roles that can be granted on the resource. */
  readonly extraRoles?: readonly Role[];
}
