import { queryOptions } from '@tanstack/react-query';
import { AGENT, APPROVAL_REQUEST, PROJECT } from '../../../../client/prefixes.ts';
import { get, type Schemas } from '../../lib/api.ts';
import { locateQuery } from '../../lib/locate.ts';
import { queryClient } from '../../lib/query-client.ts';
import type { Scope } from '../../lib/session.ts';
import { FIRST_PAGE } from './first-page.ts';
import { kindOf } from './kinds.ts';

export type Approval = Schemas['ApprovalRequest'];

/** What the inbox may be cut down to, as its address has it. */
export interface QueueFilter {
  readonly status?: string;
  readonly agent?: string;
  readonly tool_type?: string;
  readonly cursor?: string;
}

export const STATUSES = ['pending', 'approved', 'rejected', 'expired', 'cancelled'] as const;
export function queue(scope: Scope, { status = FIRST_PAGE.status, agent, tool_type, cursor }: QueueFilter) {
  const known = STATUSES.find((each) => each === status);
  const query = { ...FIRST_PAGE, status: known, task_agent_id: agent, tool_type, cursor };
  return queryOptions({
    queryKey: ['approval_request', 'list', scope.project_id, query],
    queryFn: () => get(`${PROJECT}/task-agent/approval-request`, { params: { path: { ...scope }, query } }),
  });
}

/** The path parameters of a request's operations. */
export async function addressOf(id: string) {
  const place = await queryClient.ensureQueryData(locateQuery(id));
  const { org_id, project_id, task_agent_id } = place;
  return { org_id, project_id, task_agent_id: task_agent_id ?? '', approval_request_id: id };
}

const CALL_MS = 1500;

/** Whether something is still to become of the call of an answered request. */
function isUnderWay(request: Approval | undefined): boolean {
  return request !== undefined && !request.call?.completed && kindOf(request).isUnderWay(request);
}

export function approval(id: string) {
  return queryOptions({
    queryKey: ['approval_request', id],
    queryFn: async () => get(APPROVAL_REQUEST, { params: { path: await addressOf(id) } }),
    // That a call is over is no change of its request: the receipt looks after it, for as long as somebody looks at the receipt.
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? CALL_MS : false),
  });
}

/** The last decided requests of the same tool of an agent. */
export function lastOfTool(scope: Scope, { task_agent_id, tool_name }: Pick<Approval, 'task_agent_id' | 'tool_name'>) {
  const query = { page_limit: 10, task_agent_id, tool_name };
  return queryOptions({
    queryKey: ['approval_request', 'list', scope.project_id, 'tool', query],
    queryFn: () => get(`${PROJECT}/task-agent/approval-request`, { params: { path: { ...scope }, query } }),
  });
}

export type Run = Schemas['AgentRun'];

/** The agent's run that asks; a task's has a page of its own. */
export function runOf(scope: Scope, { task_agent_id, task_agent_run_id, task_run_id }: Approval) {
  const path = { ...scope, task_agent_id, run_id: task_agent_run_id };
  return queryOptions({
    queryKey: ['agent_run', task_agent_run_id],
    queryFn: () => get(`${AGENT}/run/{run_id}`, { params: { path } }),
    enabled: task_run_id === null,
  });
}

/** Turns up to which the events of a run are read for what it did before. */
const MOST_TURNS = 30;

/** What a run said and did; nothing of a long one. */
export function eventsOf(scope: Scope, run: Run | undefined) {
  const path = { ...scope, task_agent_id: run?.task_agent_id ?? '', run_id: run?.id ?? '' };
  return queryOptions({
    queryKey: ['agent_run', run?.id ?? '', 'events', run?.status, run?.turns],
    queryFn: () => get(`${AGENT}/run/{run_id}/events`, { params: { path } }),
    enabled: run !== undefined && run.turns <= MOST_TURNS,
  });
}
