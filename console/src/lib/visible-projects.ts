import { queryOptions } from '@tanstack/react-query';
import { get, type Schemas } from './api.ts';
import { listAll } from './pagination.ts';
import type { Scope } from './session.ts';

/** An organization and its projects that the user can view. */
export interface OrganizationProjects {
  readonly org: { readonly id: string; readonly name: string };
  readonly projects: readonly Schemas['VisibleProject'][];
}

/** Projects that the user can view, by organization. A role on the project is enough. */
export const visibleProjectsQuery = queryOptions({
  queryKey: ['places'],
  staleTime: 300_000,
  queryFn: async (): Promise<readonly OrganizationProjects[]> => {
    const { results: projects } = await listAll((query) => get('/api/v1/project', { params: { query } }));
    return [...Map.groupBy(projects, ({ org_id }) => org_id).values()].flatMap((group) =>
      group[0] ? [{ org: { id: group[0].org_id, name: group[0].org_name }, projects: group }] : [],
    );
  },
});

/** Returns the scope of a project, or undefined if the user can't view it. */
export function findProjectScope(organizations: readonly OrganizationProjects[], projectId: string): Scope | undefined {
  const match = organizations.find(({ projects }) => projects.some(({ id }) => id === projectId));
  return match && { org_id: match.org.id, project_id: projectId };
}
