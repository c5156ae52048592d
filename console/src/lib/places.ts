import { queryOptions } from '@tanstack/react-query';
import { get, type OperationAt, type RecordOf, type Schemas } from './api.ts';
import type { Scope } from './session.ts';
import { keep, read } from './storage.ts';

type Org = RecordOf<OperationAt<'get', '/api/v1/org'>>;

/** An organization with its projects, as the switcher shows them. */
export interface Place {
  readonly org: Org;
  readonly projects: readonly Schemas['Project'][];
}

/** Organizations and projects of the person. */
export const places = queryOptions({
  queryKey: ['places'],
  staleTime: 300_000,
  queryFn: async (): Promise<readonly Place[]> => {
    const query = { membership: 'active', page_limit: 100 } as const;
    const { results } = await get('/api/v1/org', { params: { query } });
    return Promise.all(results.map(placeOf));
  },
});

async function placeOf(org: Org): Promise<Place> {
  const params = { path: { org_id: org.id }, query: { page_limit: 100 } };
  return { org, projects: (await get('/api/v1/org/{org_id}/project', { params })).results };
}

/** The organization of a project among those of the person. */
export function scopeIn(known: readonly Place[], projectId: string): Scope | undefined {
  const place = known.find(({ projects }) => projects.some(({ id }) => id === projectId));
  return place && { org_id: place.org.id, project_id: projectId };
}

/** The project that this tab, or else this browser, was in last. */
export function lastScope(projectId?: string): Scope | undefined {
  const kept = [read('scope', 'tab'), read('scope')].flatMap((text) => (text ? [parsed(text)] : []));
  return kept.find((scope) => scope && (projectId === undefined || scope.project_id === projectId));
}

function parsed(text: string): Scope | undefined {
  const [org_id, project_id] = text.split('/');
  return org_id && project_id ? { org_id, project_id } : undefined;
}

export function keepScope({ org_id, project_id }: Scope): void {
  keep('scope', `${org_id}/${project_id}`, 'tab');
  keep('scope', `${org_id}/${project_id}`);
}
