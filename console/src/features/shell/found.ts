import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { PROJECT } from '../../../../client/prefixes.ts';
import { get } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import type { Scope } from '../../lib/session.ts';
import type { OrganizationProjects } from '../../lib/visible-projects.ts';

/** A task or an agent that was found by its name. */
export interface Found {
  readonly kind: 'task' | 'agent';
  readonly id: string;
  readonly name: string;
  readonly project: { readonly id: string; readonly name: string };
}

/** Projects that are looked through at most: each is asked twice. */
const MOST_PROJECTS = 5;
/** As many of a kind and project as anybody reads. */
const MOST_EACH = 5;
/** So few letters are in nearly every name. */
export const FEWEST_LETTERS = 2;

/** Tasks and agents with a text in their names: of the project that is open, and of the others of its organization. */
export function foundByName(known: readonly OrganizationProjects[], scope: Scope | undefined, text: string) {
  const name = text.trim();
  const { projects = [] } = known.find(({ org }) => org.id === scope?.org_id) ?? {};
  const first = projects.toSorted(
    (one, other) => Number(other.id === scope?.project_id) - Number(one.id === scope?.project_id),
  );
  const asked = first.slice(0, MOST_PROJECTS);
  return queryOptions({
    queryKey: ['found', asked.map(({ id }) => id), name],
    queryFn: async () => (await Promise.all(asked.map((project) => foundIn(project, name)))).flat(),
    enabled: name.length >= FEWEST_LETTERS && asked.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
}

async function foundIn(project: OrganizationProjects['projects'][number], name: string): Promise<Found[]> {
  const params = { path: { org_id: project.org_id, project_id: project.id }, query: { name, page_limit: MOST_EACH } };
  const [agents, tasks] = await Promise.all([
    seen(get(`${PROJECT}/task-agent`, { params })),
    seen(get(`${PROJECT}/task`, { params })),
  ]);
  return [
    ...agents.map((agent): Found => ({ kind: 'agent', id: agent.id, name: agent.name, project })),
    ...tasks.map((task): Found => ({ kind: 'task', id: task.id, name: task.name, project })),
  ];
}

/** What a list has; nothing where the person may not see it. */
async function seen<T>(list: Promise<{ readonly results: readonly T[] }>): Promise<readonly T[]> {
  try {
    return (await list).results;
  } catch (error) {
    if (error instanceof ApiError && (error.status === 403 || error.status === 404)) return [];
    throw error;
  }
}
