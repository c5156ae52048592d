/** The one list of roles. Pure. */

/** Roles a subject can hold on a resource; they are inherited downward: organization → project → resource. */
export const ROLES = ['owner', 'editor', 'viewer', 'task_creator', 'member'] as const;
/**
 * What everybody who is signed in holds on a public task, and so does its access token. It is not given, and carries the
 * rights to see and run the task, not what others ran.
 */
export const PUBLIC_ROLE = 'public';
/**
 * What a project holds on its organization, as which its clients act. It is not given, and shows the organization and its
 * members; nothing is inherited from it.
 */
export const CLIENT_ROLE = 'client';
export type Role = (typeof ROLES)[number] | typeof PUBLIC_ROLE | typeof CLIENT_ROLE;

/** Roles of which a member holds at most one on a resource. */
export const EXCLUSIVE_ROLES = ['owner', 'editor', 'viewer'] as const satisfies readonly Role[];

/** Roles that hold on the whole installation. */
export const SYSTEM_ROLES = ['platform_administrator', 'support'] as const;
export type SystemRole = (typeof SYSTEM_ROLES)[number];

export const OWNERS: readonly Role[] = ['owner'];
export const EDITORS: readonly Role[] = ['owner', 'editor'];
export const VIEWERS: readonly Role[] = EXCLUSIVE_ROLES;
/** Who makes tasks, and sees those of others. */
export const CREATORS: readonly Role[] = [...EDITORS, 'task_creator'];
export const VIEWERS_AND_CREATORS: readonly Role[] = [...VIEWERS, 'task_creator'];

/** Roles that only those give and take who may do so with privileged ones. */
export const PRIVILEGED_ROLES: readonly string[] = EDITORS;

/** What every securable resource knows: who sees its members, who changes them, and who may give or take privileged roles. */
export const MEMBER_PERMISSIONS = {
  view_members: VIEWERS,
  edit_members: EDITORS,
  edit_privileged_members: OWNERS,
} as const;

/** What a module says about a type of resource that roles are given on. */
export interface SecurableKind {
  /** The path parameter that names one. */
  readonly param: string;
  /** The roles that carry each permission. */
  readonly permissions: Readonly<Record<string, readonly Role[]>>;
  /** Of what stands below a project: the table it lies in and the column with its name, to tell people what they hold roles on. */
  readonly named?: { readonly table: string; readonly name: string };
  /** Roles that can be given on it beyond those that every resource knows. */
  readonly extraRoles?: readonly Role[];
}
