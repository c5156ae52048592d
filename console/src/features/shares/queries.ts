import { queryOptions } from '@tanstack/react-query';
import { AGENT, TASK } from '../../../../client/prefixes.ts';
import { del, get, post, type Schemas } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import type { Scope } from '../../lib/session.ts';
import type { Subject } from '../../lib/subject.ts';

export type Share = Omit<Schemas['TaskShare'], 'task_id' | 'task_revision_id' | 'task_run_id'>;
type LeftBehind = Schemas['LeftBehind'];

/** Returns the shares of a task or an agent, newest first. */
export function sharesQuery(scope: Scope, { kind, id }: Subject) {
  return queryOptions({
    queryKey: ['share', 'list', id],
    queryFn: async (): Promise<readonly Share[]> => {
      if (kind === 'task') return get(`${TASK}/share`, { params: { path: { ...scope, task_id: id } } });
      const params = { path: { ...scope, task_agent_id: id }, query: { page_limit: 100 } };
      return (await get(`${AGENT}/share`, { params })).results;
    },
  });
}

const invalidateShares = () => void queryClient.invalidateQueries({ queryKey: ['share', 'list'] });

export async function createShare(scope: Scope, { kind, id }: Subject, body: object): Promise<Share> {
  const created =
    kind === 'task'
      ? await post(`${TASK}/share`, { params: { path: { ...scope, task_id: id } }, body })
      : await post(`${AGENT}/share`, { params: { path: { ...scope, task_agent_id: id } }, body });
  invalidateShares();
  return created;
}

export async function revokeShare(scope: Scope, { kind, id }: Subject, share_id: string): Promise<void> {
  if (kind === 'task') await del(`${TASK}/share/{share_id}`, { params: { path: { ...scope, task_id: id, share_id } } });
  else await del(`${AGENT}/share/{share_id}`, { params: { path: { ...scope, task_agent_id: id, share_id } } });
  invalidateShares();
}

/** A cloned task or agent, and the references that were not copied. */
export interface CloneResult {
  readonly id: string;
  readonly name: string;
  readonly left_behind: readonly LeftBehind[];
}

/** Clones a shared task or agent into a project. */
export async function cloneShare(scope: Scope, kind: Subject['kind'], short_id: string): Promise<CloneResult> {
  const params = { path: { ...scope, short_id } };
  const created =
    kind === 'task'
      ? await post('/api/v1/org/{org_id}/project/{project_id}/task/clone/{short_id}', { params })
      : await post('/api/v1/org/{org_id}/project/{project_id}/task-agent/clone/{short_id}', { params });
  void queryClient.invalidateQueries({ queryKey: [kind === 'task' ? 'task' : 'agent', 'list'] });
  return created;
}

/** Returns the short ID from a link or from the bare ID. */
export const parseShortId = (text: string): string =>
  text
    .trim()
    .replace(/[?#].*$/, '')
    .split('/')
    .at(-1) ?? '';
