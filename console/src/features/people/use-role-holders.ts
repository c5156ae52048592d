import { useInfiniteQuery } from '@tanstack/react-query';
import { useHasPermission } from '../../lib/permissions.ts';
import type { SecurableType } from '../../lib/securable.ts';
import { useScope } from '../../lib/session.ts';
import { filterInheritedRoles, type NamedResource } from './permissions.ts';
import { type Member, membersQuery } from './queries.ts';

/** Roles that a member holds at one level. */
interface HeldRoles {
  readonly roles: readonly string[];
  /** Type of the resource that grants the roles: the resource itself, its project or its organization. */
  readonly level: SecurableType;
}

/** A user or group with all roles that count on a resource. */
export interface RoleHolder {
  readonly member: Member;
  readonly heldRoles: readonly HeldRoles[];
}

interface RoleHolders {
  /** Undefined until the resource's own members are loaded. */
  readonly rows: readonly RoleHolder[] | undefined;
  readonly error: Error | null;
  readonly refetch: () => void;
  /** Whether the user may not see the members of the project or the organization. */
  readonly hasHiddenMembers: boolean;
  /** Loads the next page. Undefined when everything is loaded. */
  readonly loadMore: (() => void) | undefined;
  readonly isLoadingMore: boolean;
}

/** Returns the visible members with a role on a resource, its project or its organization. */
export function useRoleHolders(resource: NamedResource, enabled: boolean): RoleHolders {
  const scope = useScope();
  const hasProject = resource.type !== 'organization' && resource.type !== 'project';
  const hasOrg = resource.type !== 'organization';
  const canViewProject = useHasPermission('project', 'view_members');
  const canViewOrg = useHasPermission('organization', 'view_members');
  const ownMembers = useInfiniteQuery({ ...membersQuery(scope, resource), enabled });
  const projectMembers = useInfiniteQuery({
    ...membersQuery(scope, { type: 'project', id: scope.project_id }),
    enabled: enabled && hasProject && canViewProject === true,
  });
  const orgMembers = useInfiniteQuery({
    ...membersQuery(scope, { type: 'organization', id: scope.org_id }),
    enabled: enabled && hasOrg && canViewOrg === true,
  });
  const levels = [
    { level: resource.type, query: ownMembers, countsAllRoles: true },
    ...(hasProject ? [{ level: 'project' as const, query: projectMembers, countsAllRoles: false }] : []),
    ...(hasOrg ? [{ level: 'organization' as const, query: orgMembers, countsAllRoles: false }] : []),
  ];
  const nextPages = levels.map(({ query }) => query).filter(({ hasNextPage }) => hasNextPage);
  return {
    rows:
      ownMembers.data &&
      groupByMember(
        levels.map(({ query, ...level }) => ({ ...level, pages: query.data?.pages ?? [] })),
        resource,
      ),
    error: ownMembers.error ?? projectMembers.error ?? orgMembers.error,
    refetch: () => {
      for (const { query } of levels) if (query.error) void query.refetch();
    },
    hasHiddenMembers: (hasProject && canViewProject === false) || (hasOrg && canViewOrg === false),
    loadMore:
      nextPages.length === 0 ? undefined : () => void Promise.all(nextPages.map((query) => query.fetchNextPage())),
    isLoadingMore: nextPages.some(({ isFetchingNextPage }) => isFetchingNextPage),
  };
}

interface LevelMembers {
  readonly level: SecurableType;
  /** Whether all roles count, as on the resource itself. */
  readonly countsAllRoles: boolean;
  readonly pages: readonly { readonly results: readonly Member[] }[];
}

/** Returns each member once, with the roles held at each level. */
function groupByMember(levels: readonly LevelMembers[], { type }: NamedResource): readonly RoleHolder[] {
  const byMember = new Map<string, { member: Member; heldRoles: HeldRoles[] }>();
  for (const { level, countsAllRoles, pages } of levels)
    for (const member of pages.flatMap(({ results }) => results)) {
      const roles = countsAllRoles ? member.roles : filterInheritedRoles(member.roles, type);
      if (roles.length === 0) continue;
      const holder = byMember.get(member.member) ?? { member, heldRoles: [] };
      holder.heldRoles.push({ roles, level });
      byMember.set(member.member, holder);
    }
  return [...byMember.values()];
}
