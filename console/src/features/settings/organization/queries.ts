import { queryOptions } from '@tanstack/react-query';
import { get, type Schemas } from '../../../lib/api.ts';

export type Organization = Schemas['Organization'];
export type Domain = Schemas['Domain'];
export type Partner = Schemas['Partner'];

const PAGE_SIZE = 50;

export function organizationQuery(org_id: string) {
  return queryOptions({
    queryKey: ['organization', org_id],
    queryFn: () => get('/api/v1/org/{org_id}', { params: { path: { org_id } } }),
  });
}

export function domainsQuery(org_id: string, cursor?: string) {
  const query = { page_limit: PAGE_SIZE, cursor };
  return queryOptions({
    queryKey: ['organization_domain', 'list', org_id, query],
    queryFn: () => get('/api/v1/org/{org_id}/domains', { params: { path: { org_id }, query } }),
  });
}

export function partnersQuery(cursor?: string) {
  const query = { page_limit: PAGE_SIZE, cursor };
  return queryOptions({
    queryKey: ['partner', 'list', query],
    queryFn: () => get('/api/v1/partner', { params: { query } }),
  });
}
