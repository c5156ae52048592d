import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { PROJECT } from '../../../../client/prefixes.ts';
import { get } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import type { Scope } from '../../lib/session.ts';
import type { OrganizationProjects } from '../../lib/visible-projects.ts';

/** A task or an agent that matches the search. */
export interface SearchResult {
  readonly kind: 'task' | 'agent';
  readonly id: string;
  readonly name: string;
  readonly project: { readonly id: string; readonly name: string };
}

/** Maximum number of projects to search: each one costs two requests. */
const MAX_PROJECTS_SEARCHED = 5;
/** Maximum number of results per kind and project. */
const MAX_RESULTS_PER_KIND = 5;
/** Shorter texts match nearly every name. */
export const MIN_SEARCH_LENGTH = 2;

/** Searches tasks and agents by name: in the current project first, then in others of its organization. */
export function nameSearchQuery(
  organizations: readonly OrganizationProjects[],
  scope: Scope | undefined,
  text: string,
) {
  const name = text.trim();
  const { projects = [] } = organizations.find(({ org }) => org.id === scope?.org_id) ?? {};
  const orderedProjects = projects.toSorted(
    (a, b) => Number(b.id === scope?.project_id) - Number(a.id === scope?.project_id),
  );
  const searchedProjects = orderedProjects.slice(0, MAX_PROJECTS_SEARCHED);
  return queryOptions({
    queryKey: ['found', searchedProjects.map(({ id }) => id), name],
    queryFn: async () => (await Promise.all(searchedProjects.map((project) => searchProject(project, name)))).flat(),
    enabled: name.length >= MIN_SEARCH_LENGTH && searchedProjects.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
}

async function searchProject(project: OrganizationProjects['projects'][number], name: string): Promise<SearchResult[]> {
  const params = {
    path: { org_id: project.org_id, project_id: project.id },
    query: { name, page_limit: MAX_RESULTS_PER_KIND },
  };
  const [agents, tasks] = await Promise.all([
    listIfAllowed(get(`${PROJECT}/task-agent`, { params })),
    listIfAllowed(get(`${PROJECT}/task`, { params })),
  ]);
  return [
    ...agents.map((agent): SearchResult => ({ kind: 'agent', id: agent.id, name: agent.name, project })),
    ...tasks.map((task): SearchResult => ({ kind: 'task', id: task.id, name: task.name, project })),
  ];
}

/** Returns the results of a list, or none without permission to view it. */
async function listIfAllowed<T>(list: Promise<{ readonly results: readonly T[] }>): Promise<readonly T[]> {
  try {
    return (await list).results;
  } catch (error) {
    if (error instanceof ApiError && (error.status === 403 || error.status === 404)) return [];
    throw error;
  }
}
