import { useQuery } from '@tanstack/react-query';
import { useScope } from '../../lib/session.ts';
import { w } from '../../words/index.ts';
import type { NamedResource } from '../people/permissions.ts';
import { permissionsQuery } from '../people/queries.ts';
import { type RoleHolder, useRoleHolders } from '../people/use-role-holders.ts';

/** Roles with the permission to run an agent. */
const RUN_ROLES: readonly string[] = ['owner', 'editor'];
/** Maximum number of names. The access section has all. */
const MAX_NAMES = 5;

/** Names the members who can run an agent, or their roles if the user cannot view all members. */
export function AgentRunners({ agent }: { readonly agent: NamedResource }) {
  const permissions = useQuery(permissionsQuery(useScope(), agent)).data?.permissions;
  const holders = useRoleHolders(agent, permissions?.includes('view_members') === true);
  const names = holders.rows?.flatMap(({ member, heldRoles }) =>
    heldRoles.some(({ roles }) => roles.some((role) => RUN_ROLES.includes(role))) ? [formatName(member)] : [],
  );
  if (!names || names.length === 0 || holders.hasHiddenMembers || holders.error) return w.builder.reach.runnersHint;
  const shown = names.slice(0, MAX_NAMES).join(', ');
  // The number is unknown until all pages are loaded.
  if (holders.loadMore) return w.builder.reach.andOthers({ names: shown });
  return names.length > MAX_NAMES ? w.builder.reach.andMore({ names: shown, n: names.length - MAX_NAMES }) : shown;
}

/** Returns the name of a user, or of a group with its kind. */
function formatName({ member, name }: RoleHolder['member']): string {
  const kind = member.slice(0, member.indexOf(':')) as keyof typeof w.people.groups;
  return kind === 'user' ? name : `${name} (${w.people.groups[kind]})`;
}
