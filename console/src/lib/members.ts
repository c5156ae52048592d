import { queryOptions, useQuery } from '@tanstack/react-query';
import { get, type Schemas } from './api.ts';
import { useMay } from './rights.ts';
import { type Scope, useScope } from './session.ts';

export type Member = Schemas['Member'];

function peopleOf({ org_id }: Scope) {
  const query = { page_limit: 100, type: 'user' } as const;
  return queryOptions({
    queryKey: ['member', 'list', org_id, query],
    queryFn: () => get('/api/v1/org/{org_id}/iam/members', { params: { path: { org_id }, query } }),
  });
}

/**
 * The newest people of the organization, as many as one page has: whom a field offers, and whose names a list knows. Asked for
 * those alone who may see them; nobody is known to others.
 */
export function usePeople() {
  const maySee = useMay('organization', 'view_members');
  return useQuery({ ...peopleOf(useScope()), enabled: maySee === true });
}

/** The id in `user:<id>`. */
export function idOf(member: string): string {
  return member.slice(member.indexOf(':') + 1);
}
