import { queryOptions } from '@tanstack/react-query';
import { PROJECT } from '../../../../client/prefixes.ts';
import { get } from '../../lib/api.ts';
import { listAll } from '../../lib/pagination.ts';
import type { Scope } from '../../lib/session.ts';
import type { Subject } from '../../lib/subject.ts';

/** Fetches the ID and name of all tasks or agents of a project. */
export async function fetchSubjects(scope: Scope, kind: Subject['kind']): Promise<readonly Subject[]> {
  const { results } = await listAll<Pick<Subject, 'id' | 'name'>>((query) => {
    const params = { path: { ...scope }, query };
    return kind === 'task' ? get(`${PROJECT}/task`, { params }) : get(`${PROJECT}/task-agent`, { params });
  });
  return results.map(({ id, name }) => ({ kind, id, name }));
}

/** Kinds of resources that have tags. */
export type TaggableKind = Subject['kind'] | 'document' | 'collection';

const TAG_PATHS = {
  task: `${PROJECT}/task/tag`,
  task_agent: `${PROJECT}/task-agent/tag`,
  document: `${PROJECT}/document/tag`,
  collection: `${PROJECT}/collection/tag`,
} as const;

/** Lists the tags available for a kind in the project. */
export function tagsQuery(scope: Scope, kind: TaggableKind) {
  return queryOptions({
    queryKey: ['tag', 'list', scope.project_id, kind],
    queryFn: async () =>
      (await listAll((query) => get(TAG_PATHS[kind], { params: { path: { ...scope }, query } }))).results,
  });
}
