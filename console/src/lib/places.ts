import { queryOptions } from '@tanstack/react-query';
import { get, type Schemas } from './api.ts';
import type { Scope } from './session.ts';

/** An organization with its projects, as the switcher shows them. */
export interface Place {
  readonly org: { readonly id: string; readonly name: string };
  readonly projects: readonly Schemas['VisibleProject'][];
}

/** Pages of a hundred that are read at most: nobody looks through more in a menu. */
const MOST_PAGES = 10;

/** Projects that the person may see, by their organizations: a role on a project alone is enough. */
export const places = queryOptions({
  queryKey: ['places'],
  staleTime: 300_000,
  queryFn: async (): Promise<readonly Place[]> => {
    const projects: Schemas['VisibleProject'][] = [];
    let cursor: string | undefined;
    for (let page = 0; page < MOST_PAGES; page++) {
      const { results, pagination } = await get('/api/v1/project', { params: { query: { cursor } } });
      projects.push(...results);
      if (pagination.next_cursor === null) break;
      cursor = pagination.next_cursor;
    }
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
