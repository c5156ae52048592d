import { queryOptions } from '@tanstack/react-query';
import { AGENT, APPROVAL_REQUEST, PROJECT } from '../../../../client/prefixes.ts';
import { get, type Schemas } from '../../lib/api.ts';
import { locateQuery } from '../../lib/locate.ts';
import { queryClient } from '../../lib/query-client.ts';
import type { Scope } from '../../lib/session.ts';
import { DEFAULT_QUEUE_QUERY } from './default-query.ts';
import { getKindConfig } from './kinds.ts';

export type Approval = Schemas['ApprovalRequest'];

/** Whether the user can decide the request now. */
export function canBeDecided({ status, can_decide }: Approval): boolean {
  return status === 'pending' && can_decide.allowed;
}

/** Queue filters, as the address stores them. */
export interface QueueFilter {
  readonly status?: string;
  readonly agent?: string;
  readonly tool_type?: string;
  readonly cursor?: string;
  /** Assignee: `me` or `nobody`. Default: anyone. */
  readonly assigned?: string;
  /** `tool`: by tool and rule. Default: by time. */
  readonly group?: string;
}

export const STATUSES = ['pending', 'approved', 'rejected', 'expired', 'cancelled'] as const;

/** Returns the part of the query that a status of the filter stands for. Snoozed requests are pending ones. */
function toStatusQuery(status: string = DEFAULT_QUEUE_QUERY.status) {
  if (status === 'snoozed') return { status: 'pending', snoozed: true } as const;
  if (status === 'pending') return { status, snoozed: false } as const;
  return { status: STATUSES.find((each) => each === status), snoozed: undefined };
}

/** Requests that the filter selects. `ownId` is the user, whom the assignee `me` stands for. */
export function queueQuery(scope: Scope, { status, agent, tool_type, cursor, assigned }: QueueFilter, ownId?: string) {
  const query = {
    ...DEFAULT_QUEUE_QUERY,
    ...toStatusQuery(status),
    task_agent_id: agent,
    tool_type,
    cursor,
    assigned_to: assigned === 'me' ? ownId : undefined,
    assigned: assigned === 'nobody' ? false : undefined,
  };
  return queryOptions({
    queryKey: ['approval_request', 'list', scope.project_id, query],
    queryFn: () => get(`${PROJECT}/task-agent/approval-request`, { params: { path: { ...scope }, query } }),
    enabled: assigned !== 'me' || ownId !== undefined,
  });
}

/** Returns the path parameters of a request's operations. */
export async function getApprovalPath(id: string) {
  const location = await queryClient.ensureQueryData(locateQuery(id));
  const { org_id, project_id, task_agent_id } = location;
  return { org_id, project_id, task_agent_id: task_agent_id ?? '', approval_request_id: id };
}

const CALL_POLL_INTERVAL_MS = 1500;

/** Returns whether the call of a decided request is still executing. */
function isCallExecuting(request: Approval | undefined): boolean {
  return request !== undefined && !request.call?.completed && getKindConfig(request).isExecuting(request);
}

export function approvalQuery(id: string) {
  return queryOptions({
    queryKey: ['approval_request', id],
    queryFn: async () => get(APPROVAL_REQUEST, { params: { path: await getApprovalPath(id) } }),
    // A finished call emits no change event for its request, so the receipt polls.
    refetchInterval: ({ state }) => (isCallExecuting(state.data) ? CALL_POLL_INTERVAL_MS : false),
  });
}

/** Returns earlier requests of an agent for the same tool. */
export function toolRequestsQuery(
  scope: Scope,
  { task_agent_id, tool_name }: Pick<Approval, 'task_agent_id' | 'tool_name'>,
) {
  const query = { page_limit: 10, task_agent_id, tool_name };
  return queryOptions({
    queryKey: ['approval_request', 'list', scope.project_id, 'tool', query],
    queryFn: () => get(`${PROJECT}/task-agent/approval-request`, { params: { path: { ...scope }, query } }),
  });
}

export type Run = Schemas['AgentRun'];

/** Returns the agent run that made a request. Requests of task runs have no agent run. */
export function agentRunQuery(scope: Scope, { task_agent_id, task_agent_run_id, task_run_id }: Approval) {
  const path = { ...scope, task_agent_id, run_id: task_agent_run_id };
  return queryOptions({
    queryKey: ['agent_run', task_agent_run_id],
    queryFn: () => get(`${AGENT}/run/{run_id}`, { params: { path } }),
    enabled: task_run_id === null,
  });
}

/** Runs with more turns load no events. */
const MAX_TURNS_WITH_EVENTS = 30;

/** Returns the events of a run, unless it is long. */
export function runEventsQuery(scope: Scope, run: Run | undefined) {
  const path = { ...scope, task_agent_id: run?.task_agent_id ?? '', run_id: run?.id ?? '' };
  return queryOptions({
    queryKey: ['agent_run', run?.id ?? '', 'events', run?.status, run?.turns],
    queryFn: () => get(`${AGENT}/run/{run_id}/events`, { params: { path } }),
    enabled: run !== undefined && run.turns <= MAX_TURNS_WITH_EVENTS,
  });
}
