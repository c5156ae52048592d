import { queryOptions } from '@tanstack/react-query';
import { PROJECT } from '../../../../client/prefixes.ts';
import { get, post, type Schemas } from '../../lib/api.ts';
import { Failure } from '../../lib/failure.ts';
import type { Scope } from '../../lib/session.ts';
import { type Place, RIGHTS } from './rights.ts';

export type { Member } from '../../lib/members.ts';
export type Invite = Schemas['Invite'];

const ORG = '/api/v1/org/{org_id}';
const PAGE = 50;

/** Who holds a role at the place itself. */
export function members(scope: Scope, at: Place, cursor?: string) {
  const query = { page_limit: PAGE, cursor };
  const { org_id } = scope;
  return queryOptions({
    queryKey: ['member', 'list', at === 'project' ? scope.project_id : org_id, query],
    queryFn: () =>
      at === 'project'
        ? get(`${PROJECT}/iam/members`, { params: { path: { ...scope }, query } })
        : get(`${ORG}/iam/members`, { params: { path: { org_id }, query } }),
  });
}

/** The roles that a member holds at a place itself. */
export function rolesAt(scope: Scope, at: Place, member: string) {
  const { org_id } = scope;
  return queryOptions({
    queryKey: ['member', 'list', at === 'project' ? scope.project_id : org_id, 'one', member],
    queryFn: async () => {
      const path = { ...scope, member };
      const asked =
        at === 'project'
          ? get(`${PROJECT}/iam/members/{member}`, { params: { path } })
          : get(`${ORG}/iam/members/{member}`, { params: { path: { org_id, member } } });
      return asked.then(({ roles }) => roles, noneWhereMissing);
    },
  });
}

function noneWhereMissing(error: unknown): readonly string[] {
  if (error instanceof Failure && error.status === 404) return [];
  throw error;
}

/** Which of the rights people ask about are held at a place: by the member, or else by who is signed in. */
export function rightsAt(scope: Scope, at: Place, member?: string) {
  const { org_id } = scope;
  const body = { permissions: RIGHTS[at].map(({ name }) => name), ...(member === undefined ? {} : { member }) };
  return queryOptions({
    queryKey: ['member', 'list', at === 'project' ? scope.project_id : org_id, 'rights', member],
    queryFn: async () => {
      const { permissions } =
        at === 'project'
          ? await post(`${PROJECT}/iam/test`, { params: { path: { ...scope } }, body })
          : await post(`${ORG}/iam/test`, { params: { path: { org_id } }, body });
      return permissions;
    },
  });
}

interface Change {
  readonly add?: string[];
  readonly remove?: string[];
  readonly remove_all?: boolean;
}

/** Changes what a member holds at a place. */
export function changeRoles(scope: Scope, at: Place, member: string, body: Change) {
  const { org_id } = scope;
  return at === 'project'
    ? post(`${PROJECT}/iam/members/{member}`, { params: { path: { ...scope, member } }, body })
    : post(`${ORG}/iam/members/{member}`, { params: { path: { org_id, member } }, body });
}

export function invites({ org_id }: Scope, show: 'pending' | 'all', cursor?: string) {
  const query = { page_limit: PAGE, show, cursor };
  return queryOptions({
    queryKey: ['invite', 'list', org_id, query],
    queryFn: () => get(`${ORG}/invite`, { params: { path: { org_id }, query } }),
  });
}
