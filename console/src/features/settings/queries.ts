import { queryOptions } from '@tanstack/react-query';
import { PROJECT } from '../../../../client/prefixes.ts';
import { get, type Schemas } from '../../lib/api.ts';
import type { Scope } from '../../lib/session.ts';

export type ApiKey = Schemas['ApiKey'];
export type OAuthClient = Schemas['OAuthClient'];
export type CreditEntry = Schemas['CreditEntry'];

const PAGE_SIZE = 50;

/** Returns the user's API keys in the project. */
export function apiKeysQuery(scope: Scope) {
  return queryOptions({
    queryKey: ['api_key', 'list', scope.project_id],
    queryFn: () => get(`${PROJECT}/api_key`, { params: { path: { ...scope } } }),
  });
}

export function oauthClientsQuery(scope: Scope, cursor?: string) {
  const query = { page_limit: PAGE_SIZE, cursor };
  return queryOptions({
    queryKey: ['oauth_client', 'list', scope.project_id, query],
    queryFn: () => get(`${PROJECT}/oauth_client`, { params: { path: { ...scope }, query } }),
  });
}

/** Returns the entries of the organization's credit ledger, newest first. */
export function creditEntriesQuery({ org_id }: Scope, cursor?: string) {
  const query = { page_limit: PAGE_SIZE, cursor };
  return queryOptions({
    queryKey: ['credit_entry', 'list', org_id, query],
    queryFn: () => get('/api/v1/org/{org_id}/credit_entry', { params: { path: { org_id }, query } }),
  });
}
