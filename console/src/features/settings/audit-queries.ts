import { queryOptions } from '@tanstack/react-query';
import { PROJECT } from '../../../../client/prefixes.ts';
import { get, post, type Schemas } from '../../lib/api.ts';
import type { Scope } from '../../lib/session.ts';
import { wordsIn } from './words-in.ts';

export type AuditEvent = Schemas['AuditEvent'];

const PAGE = 50;
const DAY_MS = 86_400_000;

/** How far back can be looked, in days. */
export const SPANS = { day: 1, week: 7, month: 30 } as const;

/** What the address of the trail carries. */
export interface AuditSearch {
  /** `org` for that of the organization; else it is the project's. */
  readonly of?: string;
  readonly event_type?: string;
  readonly resource_type?: string;
  readonly actor?: string;
  readonly since?: string;
  /** When `since` was chosen: the cursor of a page holds for the filters that it was asked with. */
  readonly from?: string;
  readonly cursor?: string;
}

const ORG_TRAIL = '/api/v1/org/{org_id}/audit_event';
const PROJECT_TRAIL = `${PROJECT}/audit_event` as const;

export const isOfOrg = ({ of }: AuditSearch): boolean => of === 'org';

function queryOf({ event_type, resource_type, actor, since, from, cursor }: AuditSearch) {
  const types = wordsIn(event_type ?? '');
  const days = SPANS[since as keyof typeof SPANS];
  return {
    page_limit: PAGE,
    cursor,
    ...(types.length > 0 ? { event_type: types } : {}),
    ...(resource_type ? { resource_type } : {}),
    ...(actor ? { actor_user_id: actor } : {}),
    ...(days ? { start_date: new Date(Math.floor(chosenAt(from) / DAY_MS - days) * DAY_MS).toISOString() } : {}),
  };
}

/** When the filter was chosen; now where the address does not say it. */
function chosenAt(from: string | undefined): number {
  const at = Date.parse(from ?? '');
  return Number.isNaN(at) ? Date.now() : at;
}

/** Events that fit, newest first. */
export function auditEvents(scope: Scope, search: AuditSearch) {
  const query = queryOf(search);
  return queryOptions({
    queryKey: ['audit_event', 'list', scope.project_id, search.of, query],
    queryFn: () =>
      isOfOrg(search)
        ? get(ORG_TRAIL, { params: { path: { org_id: scope.org_id }, query } })
        : get(PROJECT_TRAIL, { params: { path: { ...scope }, query } }),
  });
}

/** One event with what changed. */
export function auditEvent(scope: Scope, search: AuditSearch, id: string) {
  return queryOptions({
    queryKey: ['audit_event', id],
    queryFn: () =>
      isOfOrg(search)
        ? get(`${ORG_TRAIL}/{audit_event_id}`, { params: { path: { org_id: scope.org_id, audit_event_id: id } } })
        : get(`${PROJECT_TRAIL}/{audit_event_id}`, { params: { path: { ...scope, audit_event_id: id } } }),
  });
}

/** Where the chain stands. */
export function integrity(scope: Scope, search: AuditSearch) {
  return queryOptions({
    queryKey: ['audit_event', 'list', scope.project_id, search.of, 'integrity'],
    queryFn: () =>
      isOfOrg(search)
        ? get(`${ORG_TRAIL}/integrity`, { params: { path: { org_id: scope.org_id } } })
        : get(`${PROJECT_TRAIL}/integrity`, { params: { path: { ...scope } } }),
  });
}

/** Recomputes the hashes of all events. */
export function verify(scope: Scope, search: AuditSearch) {
  return isOfOrg(search)
    ? post(`${ORG_TRAIL}/integrity/verify`, { params: { path: { org_id: scope.org_id } } })
    : post(`${PROJECT_TRAIL}/integrity/verify`, { params: { path: { ...scope } } });
}
