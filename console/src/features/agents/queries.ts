import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { AGENT, PROJECT } from '../../../../client/prefixes.ts';
import { get, post, type Schemas } from '../../lib/api.ts';
import type { Scope } from '../../lib/session.ts';
import type { Subject } from '../../lib/subject.ts';
import { type Draft, policyOf } from './draft.ts';

export type Agent = Schemas['Agent'];
export type Revision = Agent['revisions'][number];

const PAGE = 50;

/** Agents with what ran in the last seven days. */
export function agentList(scope: Scope, tag_id?: string, cursor?: string) {
  const query = { page_limit: PAGE, seven_day_summary: true, cursor, tag_id };
  return queryOptions({
    queryKey: ['agent', 'list', scope.project_id, query],
    queryFn: () => get(`${PROJECT}/task-agent`, { params: { path: { ...scope }, query } }),
  });
}

export function agent(scope: Scope, id: string) {
  return queryOptions({
    queryKey: ['agent', id],
    queryFn: () => get(AGENT, { params: { path: { ...scope, task_agent_id: id } } }),
  });
}

/** An agent for what tasks have as well. */
export const subjectOf = ({ id, name }: Agent): Subject => ({ kind: 'task_agent', id, name });

/** Agents whose active revision attaches something, by its id; read again when what their skills need was looked for. */
export function agentsUsing(scope: Scope, uses: string) {
  const query = { page_limit: PAGE, uses };
  return queryOptions({
    queryKey: ['provisioning', 'list', scope.project_id, query],
    queryFn: () => get(`${PROJECT}/task-agent`, { params: { path: { ...scope }, query } }),
    staleTime: 0,
  });
}

export type ToolForetold = Schemas['PolicyDryRun']['tools'][number];

/** What the policy of a draft would have its tools ask. What was said before stays until the next is known. */
export function dryRun(scope: Scope, draft: Draft) {
  const body = policyOf(draft);
  return queryOptions({
    queryKey: ['agent', 'dry-run', scope.project_id, body],
    queryFn: () =>
      post(`${PROJECT}/task-agent/approval-policy/dry-run`, { params: { path: { ...scope } }, body: body as never }),
    placeholderData: keepPreviousData,
    // A rule without a name is still being written.
    enabled: draft.approval_policy.rules.every(({ tool }) => tool !== ''),
  });
}
