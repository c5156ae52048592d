import { useInfiniteQuery } from '@tanstack/react-query';
import { useHasPermission } from '../../lib/permissions.ts';
import type { SecurableType } from '../../lib/securable.ts';
import { useScope } from '../../lib/session.ts';
import { type Member, members } from './queries.ts';
import { countingRoles, type Thing } from './rights.ts';

/** Roles that somebody holds in one place. */
interface Held {
  readonly roles: readonly string[];
  /** Type of what they were given on: the thing itself, or what stands above it. */
  readonly at: SecurableType;
}

/** Somebody, or a group, with everything that they hold on a thing and above it. */
export interface Holder {
  readonly member: Member;
  readonly held: readonly Held[];
}

interface Holders {
  /** Undefined until those of the thing itself are known. */
  readonly rows: readonly Holder[] | undefined;
  readonly error: Error | null;
  readonly refetch: () => void;
  /** Whether there is something above whose members are not shown to who looks. */
  readonly hidden: boolean;
  /** Reads further ones; undefined where all are read. */
  readonly more: (() => void) | undefined;
  readonly busy: boolean;
}

/** Who holds a role that counts on a thing: on itself, on its project and on its organization, as far as one may see them. */
export function useHolders(thing: Thing, enabled: boolean): Holders {
  const scope = useScope();
  const belowProject = thing.type !== 'organization' && thing.type !== 'project';
  const belowOrg = thing.type !== 'organization';
  const seesProject = useHasPermission('project', 'view_members');
  const seesOrg = useHasPermission('organization', 'view_members');
  const here = useInfiniteQuery({ ...members(scope, thing), enabled });
  const ofProject = useInfiniteQuery({
    ...members(scope, { type: 'project', id: scope.project_id }),
    enabled: enabled && belowProject && seesProject === true,
  });
  const ofOrg = useInfiniteQuery({
    ...members(scope, { type: 'organization', id: scope.org_id }),
    enabled: enabled && belowOrg && seesOrg === true,
  });
  const places = [
    { at: thing.type, asked: here, all: true },
    ...(belowProject ? [{ at: 'project' as const, asked: ofProject, all: false }] : []),
    ...(belowOrg ? [{ at: 'organization' as const, asked: ofOrg, all: false }] : []),
  ];
  const further = places.map(({ asked }) => asked).filter(({ hasNextPage }) => hasNextPage);
  return {
    rows:
      here.data &&
      gathered(
        places.map(({ at, asked, all }) => ({ at, all, pages: asked.data?.pages ?? [] })),
        thing,
      ),
    error: here.error ?? ofProject.error ?? ofOrg.error,
    refetch: () => {
      for (const { asked } of places) if (asked.error) void asked.refetch();
    },
    hidden: (belowProject && seesProject === false) || (belowOrg && seesOrg === false),
    more: further.length === 0 ? undefined : () => void Promise.all(further.map((asked) => asked.fetchNextPage())),
    busy: further.some(({ isFetchingNextPage }) => isFetchingNextPage),
  };
}

interface Read {
  readonly at: SecurableType;
  /** Whether all roles count, as those on the thing itself do. */
  readonly all: boolean;
  readonly pages: readonly { readonly results: readonly Member[] }[];
}

/** Each member once, in the order in which they were read, with what they hold in each place. */
function gathered(places: readonly Read[], { type }: Thing): readonly Holder[] {
  const found = new Map<string, { member: Member; held: Held[] }>();
  for (const { at, all, pages } of places)
    for (const member of pages.flatMap(({ results }) => results)) {
      const roles = all ? member.roles : countingRoles(member.roles, type);
      if (roles.length === 0) continue;
      const known = found.get(member.member) ?? { member, held: [] };
      known.held.push({ roles, at });
      found.set(member.member, known);
    }
  return [...found.values()];
}
