import { queryOptions } from '@tanstack/react-query';
import { PROJECT } from '../../../../client/prefixes.ts';
import { get } from '../../lib/api.ts';
import type { Scope } from '../../lib/session.ts';

/** Rows of each part of the first page; the lists themselves have the rest. */
const FEW = 5;
const WEEK_MS = 7 * 86_400_000;

/** Requests that wait for somebody. */
export function waiting(scope: Scope) {
  const query = { status: 'pending', page_limit: FEW } as const;
  return queryOptions({
    queryKey: ['approval_request', 'list', scope.project_id, query],
    queryFn: () => get(`${PROJECT}/task-agent/approval-request`, { params: { path: { ...scope }, query } }),
  });
}

/** Runs of agents that went wrong in the last seven days. */
export function brokenAgentRuns(scope: Scope) {
  return queryOptions({
    queryKey: ['agent_run', 'list', scope.project_id, 'broken'],
    queryFn: () => {
      const query = { is_error: true, page_limit: FEW, created_after: new Date(Date.now() - WEEK_MS).toISOString() };
      return get(`${PROJECT}/task_agent_run`, { params: { path: { ...scope }, query } });
    },
  });
}

/** Runs of agents that stopped until a person mends something. */
export function heldRuns(scope: Scope) {
  const query = { status: 'held', page_limit: FEW } as const;
  return queryOptions({
    queryKey: ['agent_run', 'list', scope.project_id, 'held'],
    queryFn: () => get(`${PROJECT}/task_agent_run`, { params: { path: { ...scope }, query } }),
  });
}

/** Runs of tasks that went wrong in the last seven days. */
export function brokenTaskRuns(scope: Scope) {
  return queryOptions({
    queryKey: ['task_run', 'list', scope.project_id, 'broken'],
    queryFn: () => {
      const query = {
        status: 'error',
        page_limit: FEW,
        start_date: new Date(Date.now() - WEEK_MS).toISOString(),
      } as const;
      return get(`${PROJECT}/task_run`, { params: { path: { ...scope }, query } });
    },
  });
}

/** The newest runs of agents, by which the guide knows how far somebody came. */
export function newestRuns(scope: Scope) {
  const query = { page_limit: FEW };
  return queryOptions({
    queryKey: ['agent_run', 'list', scope.project_id, 'newest'],
    queryFn: () => get(`${PROJECT}/task_agent_run`, { params: { path: { ...scope }, query } }),
  });
}
