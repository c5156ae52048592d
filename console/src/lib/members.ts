import { queryOptions, useQuery } from '@tanstack/react-query';
import { get, type Schemas } from './api.ts';
import { useMay } from './rights.ts';
import { type Scope, useScope } from './session.ts';
import { whole } from './whole.ts';

export type Member = Schemas['Member'];

function peopleOf({ org_id }: Scope) {
  return queryOptions({
    queryKey: ['member', 'list', org_id, 'people'],
    queryFn: async () => {
      const { results } = await whole((page) => {
        const query = { ...page, type: 'user' } as const;
        return get('/api/v1/org/{org_id}/iam/members', { params: { path: { org_id }, query } });
      });
      return results.toSorted((a, b) => a.name.localeCompare(b.name));
    },
  });
}

/**
 * The people of the organization by their names: whom a field offers, and whom a list knows. Asked for those alone who may see
 * them; nobody is known to others.
 */
export function usePeople() {
  const maySee = useMay('organization', 'view_members');
  return useQuery({ ...peopleOf(useScope()), enabled: maySee === true });
}

/** The id in `user:<id>`. */
export function idOf(member: string): string {
  return member.slice(member.indexOf(':') + 1);
}
