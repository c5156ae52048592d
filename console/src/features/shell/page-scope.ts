import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useLocation, useMatches, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { findLastScope, findLinkedId } from '../../lib/last-scope.ts';
import { locateQuery } from '../../lib/locate.ts';
import { ownRolesQuery } from '../../lib/own-roles.ts';
import type { Scope } from '../../lib/session.ts';
import { findProjectScope, type OrganizationProjects, visibleProjectsQuery } from '../../lib/visible-projects.ts';

const route = getRouteApi('/in');

interface PageScope {
  readonly scope: Scope | undefined;
  readonly isLoading: boolean;
  /** Whether the user has roles on resources in the project, but not on the project. */
  readonly hasResourceAccessOnly: boolean;
  /** Projects of the user, if the address names one that they can't view. */
  readonly alternatives: readonly OrganizationProjects[] | undefined;
  readonly error: unknown;
}

/**
 * Returns the project of the page: from the URL, else the last used one, else the first visible one. Writes it to the
 * URL, so that copied links open the same project.
 */
export function usePageScope(isSignedIn: boolean): PageScope {
  const { project } = route.useSearch();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const lastScope = useMemo(() => findLastScope(project), [project]);
  const projects = useQuery({ ...visibleProjectsQuery, enabled: isSignedIn });
  const firstProject = projects.data?.flatMap(({ projects }) => projects)[0];
  const defaultProjectId =
    project ??
    (lastScope && (!projects.data || findProjectScope(projects.data, lastScope.project_id))
      ? lastScope.project_id
      : firstProject?.id);
  // A user without any project may open a link to a resource on which they have a role.
  const ownRoles = useQuery({
    ...ownRolesQuery,
    enabled: isSignedIn && defaultProjectId === undefined && projects.isSuccess,
  });
  // The matches describe the visible screen; during navigation, the location is already the next one.
  const shownPathname = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '' });
  const projectId =
    defaultProjectId ?? ownRoles.data?.find(({ resource_id }) => shownPathname.includes(resource_id))?.project_id;
  const isHidden =
    projectId !== undefined && projects.data !== undefined && findProjectScope(projects.data, projectId) === undefined;
  // A role on an agent does not make its project visible, but names it.
  const rolesInProject = useQuery({ ...ownRolesQuery, enabled: isSignedIn && isHidden });
  const orgId =
    projectId === undefined
      ? undefined
      : isHidden
        ? rolesInProject.data?.find(({ project_id }) => project_id === projectId)?.org_id
        : projects.data
          ? findProjectScope(projects.data, projectId)?.org_id
          : lastScope?.org_id;
  const linkedId = findLinkedId(pathname);
  const linkQuery = useQuery({ ...locateQuery(linkedId ?? ''), enabled: isSignedIn && linkedId !== undefined });
  const linkedResource = linkQuery.data;
  const projectScope = useMemo(
    () => (projectId && orgId ? { org_id: orgId, project_id: projectId } : undefined),
    [projectId, orgId],
  );
  useEffect(() => {
    if (project === undefined && projectId !== undefined && projects.data)
      void navigate({ to: '.', search: (search: object) => ({ ...search, project: projectId }), replace: true });
  }, [project, projectId, projects.data, navigate]);
  // A role on a project does not make its organization visible; the linked resource names it.
  const scope = useMemo(
    () => projectScope ?? (linkedResource && { org_id: linkedResource.org_id, project_id: linkedResource.project_id }),
    [projectScope, linkedResource],
  );
  return {
    scope,
    hasResourceAccessOnly: isHidden && projectScope !== undefined,
    isLoading:
      scope === undefined &&
      (projects.isPending || linkQuery.isLoading || rolesInProject.isLoading || ownRoles.isLoading),
    alternatives: project !== undefined && scope === undefined && firstProject ? projects.data : undefined,
    error: scope ? undefined : projects.error,
  };
}
