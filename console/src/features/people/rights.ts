/** Where roles are held: those of the organization count in its projects too. */
export type Place = 'organization' | 'project';

/** Roles of which each carries what the ones after it do. */
export const CHAIN = ['owner', 'editor', 'viewer'] as const;
export type Role = (typeof CHAIN)[number] | 'task_creator' | 'member';

/** Roles that can be given at each place. */
export const ROLES_AT: Readonly<Record<Place, readonly Role[]>> = {
  organization: [...CHAIN, 'member'],
  project: [...CHAIN, 'task_creator'],
};

export interface Right {
  readonly name: string;
  /** The least of the chain that carries it. */
  readonly least: (typeof CHAIN)[number];
  /** What carries it besides. */
  readonly also?: 'task_creator' | 'member';
}

/** The rights that people ask about, by their permissions. */
export const RIGHTS = {
  project: [
    { name: 'view', least: 'viewer', also: 'task_creator' },
    { name: 'view_members', least: 'viewer' },
    { name: 'create_task', least: 'editor', also: 'task_creator' },
    { name: 'create_agent', least: 'editor' },
    { name: 'create_oauth_client', least: 'editor' },
    { name: 'edit', least: 'editor' },
    { name: 'edit_members', least: 'editor' },
    { name: 'edit_privileged_members', least: 'owner' },
    { name: 'view_audit', least: 'owner' },
    { name: 'delete', least: 'owner' },
  ],
  organization: [
    { name: 'view', least: 'viewer', also: 'member' },
    { name: 'view_members', least: 'viewer' },
    { name: 'create_project', least: 'editor' },
    { name: 'add_member', least: 'editor' },
    { name: 'edit', least: 'editor' },
    { name: 'edit_members', least: 'editor' },
    { name: 'edit_privileged_members', least: 'owner' },
    { name: 'view_audit', least: 'owner' },
    { name: 'view_credits', least: 'owner' },
  ],
} as const satisfies Readonly<Record<Place, readonly Right[]>>;

export interface HeldRole {
  readonly role: string;
  readonly at: Place;
}

/** The roles among these that carry a right; none where something else gives it, such as a group. */
export function carriers({ least, also }: Right, held: readonly HeldRole[]): readonly HeldRole[] {
  const enough: readonly string[] = [...CHAIN.slice(0, CHAIN.indexOf(least) + 1), ...(also ? [also] : [])];
  return held.filter(({ role }) => enough.includes(role));
}
