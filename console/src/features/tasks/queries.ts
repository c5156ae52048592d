import { queryOptions } from '@tanstack/react-query';
import { PROJECT, TASK } from '../../../../client/prefixes.ts';
import { get, type Schemas } from '../../lib/api.ts';
import type { Scope } from '../../lib/session.ts';
import type { Subject } from '../../lib/subject.ts';

export type Task = Schemas['Task'];
export type TaskRevision = Task['revisions'][number];

const PAGE = 50;

export function taskList(scope: Scope, tag_id?: string, cursor?: string) {
  const query = { page_limit: PAGE, cursor, tag_id };
  return queryOptions({
    queryKey: ['task', 'list', scope.project_id, query],
    queryFn: () => get(`${PROJECT}/task`, { params: { path: { ...scope }, query } }),
  });
}

export function task(scope: Scope, id: string) {
  return queryOptions({
    queryKey: ['task', id],
    queryFn: () => get(TASK, { params: { path: { ...scope, task_id: id } } }),
  });
}

/** A task for what agents have as well. */
export const subjectOf = ({ id, name }: Task): Subject => ({ kind: 'task', id, name });
