import { queryOptions } from '@tanstack/react-query';
import { get, type Schemas } from '../../../lib/api.ts';
import { listAll } from '../../../lib/pagination.ts';

export type Profile = Schemas['OwnProfile'];
export type UserSession = Schemas['UserSession'];
export type Grant = Schemas['OAuthGrant'];

const PAGE = 50;

export const profile = queryOptions({ queryKey: ['user', 'profile'], queryFn: () => get('/api/v1/user') });

/** Browsers that the person is signed in to. */
export function userSessions(cursor?: string) {
  const query = { page_limit: PAGE, cursor };
  return queryOptions({
    queryKey: ['user', 'session', query],
    queryFn: () => get('/api/v1/user/session', { params: { query } }),
  });
}

export const grants = queryOptions({ queryKey: ['user', 'grant'], queryFn: () => get('/api/v1/user/grant') });

/** Organizations of the person, or that they could join. */
export function organizations(membership: 'active' | 'joinable') {
  return queryOptions({
    queryKey: ['user', 'organization', membership],
    queryFn: () => listAll((page) => get('/api/v1/org', { params: { query: { ...page, membership } } })),
  });
}
