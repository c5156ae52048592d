import type { Securable, SecurableType } from '../../lib/securable.ts';

/** Something that roles are given on, with what it is called. */
export interface Thing extends Securable {
  readonly name: string;
}

/** Roles of which each carries what the ones after it do. */
export const CHAIN = ['owner', 'editor', 'viewer'] as const;
export type Role = (typeof CHAIN)[number] | 'task_creator' | 'member';

/** Roles that only those give and take who may do so with privileged ones. */
const PRIVILEGED: readonly string[] = ['owner', 'editor'];

/** Whether one of some roles is privileged. */
export function isPrivileged(roles: readonly string[]): boolean {
  return roles.some((role) => PRIVILEGED.includes(role));
}

/** Roles that can be given on something, besides the chain. */
const FURTHER: Partial<Readonly<Record<SecurableType, Role>>> = { organization: 'member', project: 'task_creator' };

/** Roles that can be given on something of a type. */
export function rolesAt(type: SecurableType): readonly Role[] {
  const further = FURTHER[type];
  return further === undefined ? CHAIN : [...CHAIN, further];
}

/** Those of some roles on a place that count on what stands in it. */
export function countingRoles(roles: readonly string[], type: SecurableType): readonly string[] {
  const counting: readonly string[] = type === 'task' ? [...CHAIN, 'task_creator'] : CHAIN;
  return roles.filter((role) => counting.includes(role));
}

interface Right<N extends string = string> {
  readonly name: N;
  /** The least of the chain that carries it. */
  readonly least: (typeof CHAIN)[number];
}

/** Rights by the least role of the chain that carries each. */
function rights<const V extends string, const E extends string, const O extends string>(least: {
  readonly viewer: readonly V[];
  readonly editor: readonly E[];
  readonly owner: readonly O[];
}): readonly Right<V | E | O>[] {
  return [
    ...least.viewer.map((name) => ({ name, least: 'viewer' as const })),
    ...least.editor.map((name) => ({ name, least: 'editor' as const })),
    ...least.owner.map((name) => ({ name, least: 'owner' as const })),
  ];
}

const SEE = ['view', 'view_members'] as const;
const CHANGE = ['edit', 'delete', 'edit_members'] as const;
const USED = rights({ viewer: SEE, editor: ['use', ...CHANGE], owner: ['edit_privileged_members'] });
const PLAIN = rights({ viewer: SEE, editor: CHANGE, owner: ['edit_privileged_members'] });

/** The rights that people ask about, by their permissions. */
export const RIGHTS = {
  organization: rights({
    viewer: SEE,
    editor: ['create_project', 'add_member', 'edit', 'edit_members'],
    owner: ['edit_privileged_members', 'loosen_approval_floor', 'enable_publishing', 'view_audit', 'view_credits'],
  }),
  project: rights({
    viewer: SEE,
    editor: ['create_task', 'create_agent', 'create_oauth_client', 'edit', 'edit_members'],
    owner: ['edit_privileged_members', 'loosen_approval_floor', 'view_audit', 'delete'],
  }),
  task: rights({
    viewer: [...SEE, 'give_feedback'],
    editor: ['run', ...CHANGE],
    owner: ['edit_privileged_members', 'override_release_gate'],
  }),
  task_agent: rights({
    viewer: [...SEE, 'give_feedback', 'decide'],
    editor: ['run', ...CHANGE],
    owner: ['edit_privileged_members', 'override_release_gate'],
  }),
  skill: PLAIN,
  task_mcp_server: USED,
  integration: USED,
  task_forwarder: rights({
    viewer: SEE,
    editor: ['view_deliveries', ...CHANGE],
    owner: ['edit_privileged_members'],
  }),
  // A collection cannot be deleted.
  collection: rights({ viewer: SEE, editor: ['edit', 'edit_members'], owner: ['edit_privileged_members'] }),
  document: PLAIN,
  oauth_client: PLAIN,
} as const satisfies Readonly<Record<SecurableType, readonly Right[]>>;

export type AnyRight = (typeof RIGHTS)[SecurableType][number];
