import { queryOptions } from '@tanstack/react-query';
import { get, type Schemas } from './api.ts';
import type { Scope } from './session.ts';
import { whole } from './whole.ts';

/** An organization with its projects, as the switcher shows them. */
export interface Place {
  readonly org: { readonly id: string; readonly name: string };
  readonly projects: readonly Schemas['VisibleProject'][];
}

/** Projects that the person may see, by their organizations: a role on a project alone is enough. */
export const places = queryOptions({
  queryKey: ['places'],
  staleTime: 300_000,
  queryFn: async (): Promise<readonly Place[]> => {
    const { results: projects } = await whole((query) => get('/api/v1/project', { params: { query } }));
    return [...Map.groupBy(projects, ({ org_id }) => org_id).values()].flatMap((of) =>
      of[0] ? [{ org: { id: of[0].org_id, name: of[0].org_name }, projects: of }] : [],
    );
  },
});

/** The organization of a project among those of the person. */
export function scopeIn(known: readonly Place[], projectId: string): Scope | undefined {
  const place = known.find(({ projects }) => projects.some(({ id }) => id === projectId));
  return place && { org_id: place.org.id, project_id: projectId };
}
