import { queryOptions } from '@tanstack/react-query';
import { PROJECT, TASK } from '../../../../client/prefixes.ts';
import { get, type Schemas } from '../../lib/api.ts';
import { formatPercent } from '../../lib/numbers.ts';
import { getRevisionName } from '../../lib/revision-names.ts';
import type { Scope } from '../../lib/session.ts';
import type { Subject } from '../../lib/subject.ts';

export type Task = Schemas['Task'];
export type TaskRevision = Task['revisions'][number];

const PAGE_LIMIT = 50;

export function taskListQuery(scope: Scope, tag_id?: string, cursor?: string) {
  const query = { page_limit: PAGE_LIMIT, cursor, tag_id };
  return queryOptions({
    queryKey: ['task', 'list', scope.project_id, query],
    queryFn: () => get(`${PROJECT}/task`, { params: { path: { ...scope }, query } }),
  });
}

export function taskQuery(scope: Scope, id: string) {
  return queryOptions({
    queryKey: ['task', id],
    queryFn: () => get(TASK, { params: { path: { ...scope, task_id: id } } }),
  });
}

/** Converts a task to a subject, for features shared with agents. */
export const toSubject = ({ id, name }: Task): Subject => ({ kind: 'task', id, name });

/** Returns the names of the active revisions, with their shares if there are several. */
export function formatServing({ active_revisions: active, revisions }: Task): string {
  const getName = (id: string) => getRevisionName({ id }, revisions);
  return active
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ task_revision_id: id, weight }) =>
      active.length === 1 ? getName(id) : `${getName(id)} (${formatPercent(weight)})`,
    )
    .join(', ');
}
