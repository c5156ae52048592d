import { queryOptions } from '@tanstack/react-query';
import { AGENT } from '../../../../client/prefixes.ts';
import { get } from '../../lib/api.ts';
import type { Scope } from '../../lib/session.ts';

/** Returns an agent with its revisions. In its own module, because first screens load it without the builder. */
export function agentQuery(scope: Scope, id: string) {
  return queryOptions({
    queryKey: ['agent', id],
    queryFn: () => get(AGENT, { params: { path: { ...scope, task_agent_id: id } } }),
  });
}
