import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { get, type Schemas } from '../../lib/api.ts';
import { listMembers, testPermissions } from '../../lib/iam.ts';
import type { Securable } from '../../lib/securable.ts';
import type { Scope } from '../../lib/session.ts';
import { PERMISSIONS } from './permissions.ts';

export type { Member } from '../../lib/members.ts';
export type Invite = Schemas['Invite'];

const PAGE_SIZE = 50;

/** Returns the direct members of a resource, page by page. */
export function membersQuery(scope: Scope, resource: Securable) {
  return infiniteQueryOptions({
    queryKey: ['member', 'list', resource.id, 'pages'],
    queryFn: ({ pageParam }) => listMembers(scope, resource, { page_limit: PAGE_SIZE, cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
  });
}

/** Returns which permissions a member holds on a resource, and why. Without `member`, those of the signed-in user. */
export function permissionsQuery(scope: Scope, resource: Securable, member?: string) {
  const permissions = PERMISSIONS[resource.type].map(({ name }) => name);
  return queryOptions({
    queryKey: ['member', 'list', resource.id, 'rights', member],
    queryFn: () =>
      testPermissions(scope, resource, { permissions, ...(member === undefined ? {} : { member, explain: true }) }),
  });
}

export function invitesQuery({ org_id }: Scope, show: 'pending' | 'all', cursor?: string) {
  const query = { page_limit: PAGE_SIZE, show, cursor };
  return queryOptions({
    queryKey: ['invite', 'list', org_id, query],
    queryFn: () => get('/api/v1/org/{org_id}/invite', { params: { path: { org_id }, query } }),
  });
}
