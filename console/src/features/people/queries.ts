import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { get, type Schemas } from '../../lib/api.ts';
import { listMembers, testPermissions } from '../../lib/iam.ts';
import type { Securable } from '../../lib/securable.ts';
import type { Scope } from '../../lib/session.ts';
import { RIGHTS } from './rights.ts';

export type { Member } from '../../lib/members.ts';
export type Invite = Schemas['Invite'];

const PAGE = 50;

/** Who holds roles directly on something, page after page. */
export function members(scope: Scope, on: Securable) {
  return infiniteQueryOptions({
    queryKey: ['member', 'list', on.id, 'pages'],
    queryFn: ({ pageParam }) => listMembers(scope, on, { page_limit: PAGE, cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
  });
}

/** Which of the rights that people ask about are held on something, and why: by the member, or else by who is signed in. */
export function rightsAt(scope: Scope, on: Securable, member?: string) {
  const permissions = RIGHTS[on.type].map(({ name }) => name);
  return queryOptions({
    queryKey: ['member', 'list', on.id, 'rights', member],
    queryFn: () =>
      testPermissions(scope, on, { permissions, ...(member === undefined ? {} : { member, explain: true }) }),
  });
}

export function invites({ org_id }: Scope, show: 'pending' | 'all', cursor?: string) {
  const query = { page_limit: PAGE, show, cursor };
  return queryOptions({
    queryKey: ['invite', 'list', org_id, query],
    queryFn: () => get('/api/v1/org/{org_id}/invite', { params: { path: { org_id }, query } }),
  });
}
