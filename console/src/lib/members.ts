import { queryOptions, useQuery } from '@tanstack/react-query';
import { get, type Schemas } from './api.ts';
import { listAll } from './pagination.ts';
import { useHasPermission } from './permissions.ts';
import { type Scope, useScope } from './session.ts';

export type Member = Schemas['Member'];

function peopleQuery({ org_id }: Scope) {
  return queryOptions({
    queryKey: ['member', 'list', org_id, 'people'],
    queryFn: async () => {
      const { results } = await listAll((page) => {
        const query = { ...page, type: 'user' } as const;
        return get('/api/v1/org/{org_id}/iam/members', { params: { path: { org_id }, query } });
      });
      return results.toSorted((a, b) => a.name.localeCompare(b.name));
    },
  });
}

/**
 * Returns the users of the organization, sorted by name. Does not send the request without permission to view members.
 */
export function usePeople() {
  const canView = useHasPermission('organization', 'view_members');
  return useQuery({ ...peopleQuery(useScope()), enabled: canView === true });
}

/** Returns the ID in `user:<id>`. */
export function getMemberId(member: string): string {
  return member.slice(member.indexOf(':') + 1);
}
