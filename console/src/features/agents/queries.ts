import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { PROJECT } from '../../../../client/prefixes.ts';
import { get, post, type Schemas } from '../../lib/api.ts';
import type { Scope } from '../../lib/session.ts';
import type { Subject } from '../../lib/subject.ts';
import { type AgentDraft, toPolicyRequest } from './draft.ts';

export type Agent = Schemas['Agent'];
export type Revision = Agent['revisions'][number];

const PAGE_LIMIT = 50;

/** Agents with their run statistics of the last seven days. */
export function agentListQuery(scope: Scope, tag_id?: string, cursor?: string) {
  const query = { page_limit: PAGE_LIMIT, seven_day_summary: true, cursor, tag_id };
  return queryOptions({
    queryKey: ['agent', 'list', scope.project_id, query],
    queryFn: () => get(`${PROJECT}/task-agent`, { params: { path: { ...scope }, query } }),
  });
}

/** Converts an agent to a subject, for features shared with tasks. */
export const toSubject = ({ id, name }: Agent): Subject => ({ kind: 'task_agent', id, name });

/** Agents whose active revision attaches a resource. The key makes provisioning events refetch them. */
export function agentsUsingQuery(scope: Scope, attachedId: string) {
  const query = { page_limit: PAGE_LIMIT, uses: attachedId };
  return queryOptions({
    queryKey: ['provisioning', 'list', scope.project_id, query],
    queryFn: () => get(`${PROJECT}/task-agent`, { params: { path: { ...scope }, query } }),
    staleTime: 0,
  });
}

export type DryRunTool = Schemas['PolicyDryRun']['tools'][number];

/** Evaluates the approval policy of a draft. Keeps the previous result while loading. */
export function policyDryRunQuery(scope: Scope, draft: AgentDraft) {
  const body = toPolicyRequest(draft);
  return queryOptions({
    queryKey: ['agent', 'dry-run', scope.project_id, body],
    queryFn: () =>
      post(`${PROJECT}/task-agent/approval-policy/dry-run`, { params: { path: { ...scope } }, body: body as never }),
    placeholderData: keepPreviousData,
    // A rule without a tool name is incomplete.
    enabled: draft.approval_policy.rules.every(({ tool }) => tool !== ''),
  });
}
