import { queryOptions } from '@tanstack/react-query';
import { AGENT, PROJECT } from '../../../../client/prefixes.ts';
import { get, type Schemas } from '../../lib/api.ts';
import type { Scope } from '../../lib/session.ts';

export type Agent = Schemas['Agent'];
export type Revision = Agent['revisions'][number];

const PAGE = 50;

/** Agents with what ran in the last seven days. */
export function agentList(scope: Scope, cursor?: string) {
  const query = { page_limit: PAGE, seven_day_summary: true, cursor };
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
