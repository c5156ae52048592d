import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useLocation, useMatches, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { findLastScope } from '../../lib/last-scope.ts';
import { findLinkedId } from '../../lib/link-id.ts';
import { locateQuery } from '../../lib/locate.ts';
import { ownRolesQuery } from '../../lib/own-roles.ts';
import type { Scope } from '../../lib/session.ts';
import { findProjectScope, visibleProjectsQuery } from '../../lib/visible-projects.ts';

const route = getRouteApi('/in');

interface Shown {
  readonly scope: Scope | undefined;
  readonly looking: boolean;
  /** Whether the person sees nothing of the project itself, but something that is in it. */
  readonly within: boolean;
  readonly error: unknown;
}

/**
 * The project of the page: the one in its address, else the one this tab or browser was in last, else the first there is.
 * It is put into the address, so that what is copied from there leads others to the same.
 */
export function useShownScope(signedIn: boolean): Shown {
  const { project } = route.useSearch();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const kept = useMemo(() => findLastScope(project), [project]);
  const known = useQuery({ ...visibleProjectsQuery, enabled: signedIn });
  const first = known.data?.flatMap(({ projects }) => projects)[0];
  const usual =
    project ?? (kept && (!known.data || findProjectScope(known.data, kept.project_id)) ? kept.project_id : first?.id);
  // Somebody who sees no project at all may have been sent the address of what they hold a role on.
  const own = useQuery({ ...ownRolesQuery, enabled: signedIn && usual === undefined && known.isSuccess });
  // Of the screen that is shown: while another is being loaded, the address is that one's already.
  const shown = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '' });
  const asked = usual ?? own.data?.find(({ resource_id }) => shown.includes(resource_id))?.project_id;
  const hidden = asked !== undefined && known.data !== undefined && findProjectScope(known.data, asked) === undefined;
  // Somebody who has a role on nothing but an agent sees no project; the thing they hold it on says whose it is.
  const below = useQuery({ ...ownRolesQuery, enabled: signedIn && hidden });
  const orgId =
    asked === undefined
      ? undefined
      : hidden
        ? below.data?.find(({ project_id }) => project_id === asked)?.org_id
        : known.data
          ? findProjectScope(known.data, asked)?.org_id
          : kept?.org_id;
  const id = findLinkedId(pathname);
  const link = useQuery({ ...locateQuery(id ?? ''), enabled: signedIn && id !== undefined });
  const linked = link.data;
  const around = useMemo(() => (asked && orgId ? { org_id: orgId, project_id: asked } : undefined), [asked, orgId]);
  useEffect(() => {
    if (project === undefined && asked !== undefined && known.data)
      void navigate({ to: '.', search: (search: object) => ({ ...search, project: asked }), replace: true });
  }, [project, asked, known.data, navigate]);
  // Somebody who has a role in nothing but a project sees no organization: a link to something in it is enough.
  const scope = useMemo(
    () => around ?? (linked && { org_id: linked.org_id, project_id: linked.project_id }),
    [around, linked],
  );
  return {
    scope,
    within: hidden && around !== undefined,
    looking: scope === undefined && (known.isPending || link.isLoading || below.isLoading || own.isLoading),
    error: scope ? undefined : known.error,
  };
}
