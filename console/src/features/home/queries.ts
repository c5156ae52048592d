import { queryOptions } from '@tanstack/react-query';
import { PROJECT } from '../../../../client/prefixes.ts';
import { get } from '../../lib/api.ts';
import type { Scope } from '../../lib/session.ts';

/** Runs that the home screen groups and orders; the lists show the rest. */
const MAX_ROWS = 50;
const WEEK_MS = 7 * 86_400_000;

/** Pending approval requests. */
export function pendingApprovalsQuery(scope: Scope) {
  // The order of urgency needs more than the newest.
  const query = { status: 'pending', snoozed: false, page_limit: MAX_ROWS } as const;
  return queryOptions({
    queryKey: ['approval_request', 'list', scope.project_id, query],
    queryFn: () => get(`${PROJECT}/task-agent/approval-request`, { params: { path: { ...scope }, query } }),
  });
}

/** Agent runs that failed in the last seven days. */
export function failedAgentRunsQuery(scope: Scope) {
  return queryOptions({
    queryKey: ['agent_run', 'list', scope.project_id, 'broken'],
    queryFn: () => {
      const query = {
        is_error: true,
        page_limit: MAX_ROWS,
        created_after: new Date(Date.now() - WEEK_MS).toISOString(),
      };
      return get(`${PROJECT}/task_agent_run`, { params: { path: { ...scope }, query } });
    },
  });
}

/** Agent runs that are held until a user fixes the cause. */
export function heldRunsQuery(scope: Scope) {
  const query = { status: 'held', page_limit: MAX_ROWS } as const;
  return queryOptions({
    queryKey: ['agent_run', 'list', scope.project_id, 'held'],
    queryFn: () => get(`${PROJECT}/task_agent_run`, { params: { path: { ...scope }, query } }),
  });
}

/** Task runs that failed in the last seven days. */
export function failedTaskRunsQuery(scope: Scope) {
  return queryOptions({
    queryKey: ['task_run', 'list', scope.project_id, 'broken'],
    queryFn: () => {
      const query = {
        status: 'error',
        page_limit: MAX_ROWS,
        start_date: new Date(Date.now() - WEEK_MS).toISOString(),
      } as const;
      return get(`${PROJECT}/task_run`, { params: { path: { ...scope }, query } });
    },
  });
}

/** Newest runs that the guide reads. A project with so many is past its first hour. */
export const MAX_GUIDE_RUNS = 5;

/** Newest agent runs, from which the guide derives its progress. */
export function newestRunsQuery(scope: Scope) {
  const query = { page_limit: MAX_GUIDE_RUNS };
  return queryOptions({
    queryKey: ['agent_run', 'list', scope.project_id, 'newest'],
    queryFn: () => get(`${PROJECT}/task_agent_run`, { params: { path: { ...scope }, query } }),
  });
}
