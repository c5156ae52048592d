import { queryOptions } from '@tanstack/react-query';
import { PROJECT } from '../../../../client/prefixes.ts';
import { get, post, type Schemas } from '../../lib/api.ts';
import type { Scope } from '../../lib/session.ts';
import { splitWords } from './split-words.ts';

export type AuditEvent = Schemas['AuditEvent'];

const PAGE_SIZE = 50;
const DAY_MS = 86_400_000;

/** Time filters in days. */
export const TIME_SPAN_DAYS = { day: 1, week: 7, month: 30 } as const;

/** Filters of the audit log, as the address stores them. */
export interface AuditSearch {
  /** `org` for the organization's log. Otherwise the log of the project. */
  readonly of?: string;
  readonly event_type?: string;
  readonly resource_type?: string;
  readonly actor?: string;
  readonly since?: string;
  /** Time when `since` was selected. A cursor is valid only with the filters it was created with. */
  readonly from?: string;
  readonly cursor?: string;
}

const ORG_AUDIT_PATH = '/api/v1/org/{org_id}/audit_event';
const PROJECT_AUDIT_PATH = `${PROJECT}/audit_event` as const;

export const isOrgAudit = ({ of }: AuditSearch): boolean => of === 'org';

function toQuery({ event_type, resource_type, actor, since, from, cursor }: AuditSearch) {
  const eventTypes = splitWords(event_type ?? '');
  const days = TIME_SPAN_DAYS[since as keyof typeof TIME_SPAN_DAYS];
  return {
    page_limit: PAGE_SIZE,
    cursor,
    ...(eventTypes.length > 0 ? { event_type: eventTypes } : {}),
    ...(resource_type ? { resource_type } : {}),
    ...(actor ? { actor_user_id: actor } : {}),
    ...(days
      ? { start_date: new Date(Math.floor(getSelectionTime(from) / DAY_MS - days) * DAY_MS).toISOString() }
      : {}),
  };
}

/** Returns the time when the filter was selected, or now if the address has none. */
function getSelectionTime(from: string | undefined): number {
  const time = Date.parse(from ?? '');
  return Number.isNaN(time) ? Date.now() : time;
}

/** Returns the matching events, newest first. */
export function auditEventsQuery(scope: Scope, search: AuditSearch) {
  const query = toQuery(search);
  return queryOptions({
    queryKey: ['audit_event', 'list', scope.project_id, search.of, query],
    queryFn: () =>
      isOrgAudit(search)
        ? get(ORG_AUDIT_PATH, { params: { path: { org_id: scope.org_id }, query } })
        : get(PROJECT_AUDIT_PATH, { params: { path: { ...scope }, query } }),
  });
}

/** Returns one event with its changes. */
export function auditEventQuery(scope: Scope, search: AuditSearch, id: string) {
  return queryOptions({
    queryKey: ['audit_event', id],
    queryFn: () =>
      isOrgAudit(search)
        ? get(`${ORG_AUDIT_PATH}/{audit_event_id}`, { params: { path: { org_id: scope.org_id, audit_event_id: id } } })
        : get(`${PROJECT_AUDIT_PATH}/{audit_event_id}`, { params: { path: { ...scope, audit_event_id: id } } }),
  });
}

/** Returns the head of the hash chain. */
export function integrityQuery(scope: Scope, search: AuditSearch) {
  return queryOptions({
    queryKey: ['audit_event', 'list', scope.project_id, search.of, 'integrity'],
    queryFn: () =>
      isOrgAudit(search)
        ? get(`${ORG_AUDIT_PATH}/integrity`, { params: { path: { org_id: scope.org_id } } })
        : get(`${PROJECT_AUDIT_PATH}/integrity`, { params: { path: { ...scope } } }),
  });
}

/** Recomputes the hashes of all events. */
export function verifyIntegrity(scope: Scope, search: AuditSearch) {
  return isOrgAudit(search)
    ? post(`${ORG_AUDIT_PATH}/integrity/verify`, { params: { path: { org_id: scope.org_id } } })
    : post(`${PROJECT_AUDIT_PATH}/integrity/verify`, { params: { path: { ...scope } } });
}
