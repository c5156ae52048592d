import { queryOptions } from '@tanstack/react-query';
import { get, type Schemas } from '../../../lib/api.ts';
import { listAll } from '../../../lib/pagination.ts';

export type Profile = Schemas['OwnProfile'];
export type UserSession = Schemas['UserSession'];
export type Grant = Schemas['OAuthGrant'];

const PAGE_SIZE = 50;

export const profileQuery = queryOptions({ queryKey: ['user', 'profile'], queryFn: () => get('/api/v1/user') });

/** Returns the browser sessions of the user. */
export function userSessionsQuery(cursor?: string) {
  const query = { page_limit: PAGE_SIZE, cursor };
  return queryOptions({
    queryKey: ['user', 'session', query],
    queryFn: () => get('/api/v1/user/session', { params: { query } }),
  });
}

export const grantsQuery = queryOptions({ queryKey: ['user', 'grant'], queryFn: () => get('/api/v1/user/grant') });

/** Returns the organizations of the user, or those the user can join. */
export function organizationsQuery(membership: 'active' | 'joinable') {
  return queryOptions({
    queryKey: ['user', 'organization', membership],
    queryFn: () => listAll((page) => get('/api/v1/org', { params: { query: { ...page, membership } } })),
  });
}
