import { queryOptions } from '@tanstack/react-query';
import { PROJECT } from '../../../../client/prefixes.ts';
import { get, type Schemas } from '../../lib/api.ts';
import type { Scope } from '../../lib/session.ts';

export type ApiKey = Schemas['ApiKey'];
export type OAuthClient = Schemas['OAuthClient'];
export type CreditEntry = Schemas['CreditEntry'];
export type SpendReport = Schemas['ProjectCreditReport'];

const PAGE = 50;
const DAY_MS = 86_400_000;

/** The person's own keys in the project. */
export function apiKeys(scope: Scope) {
  return queryOptions({
    queryKey: ['api_key', 'list', scope.project_id],
    queryFn: () => get(`${PROJECT}/api_key`, { params: { path: { ...scope } } }),
  });
}

export function oauthClients(scope: Scope, cursor?: string) {
  const query = { page_limit: PAGE, cursor };
  return queryOptions({
    queryKey: ['oauth_client', 'list', scope.project_id, query],
    queryFn: () => get(`${PROJECT}/oauth_client`, { params: { path: { ...scope }, query } }),
  });
}

/** What the project cost on each of the last days, by the days of who looks; read again with each run that changes. */
export function spendOf(scope: Scope, days: number) {
  return queryOptions({
    queryKey: ['agent_run', 'list', scope.project_id, 'spend', days],
    queryFn: () => {
      const start = new Date(Date.now() - (days - 1) * DAY_MS);
      start.setHours(0, 0, 0, 0);
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      const query = { aggregation: 'day', timezone: timeZone, start_date: start.toISOString(), top: 10 } as const;
      return get(`${PROJECT}/credit_report`, { params: { path: { ...scope }, query } });
    },
  });
}

/** Movements of the organization's credits, newest first. */
export function creditEntries({ org_id }: Scope, cursor?: string) {
  const query = { page_limit: PAGE, cursor };
  return queryOptions({
    queryKey: ['credit_entry', 'list', org_id, query],
    queryFn: () => get('/api/v1/org/{org_id}/credit_entry', { params: { path: { org_id }, query } }),
  });
}
