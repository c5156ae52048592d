import { queryOptions } from '@tanstack/react-query';
import { PROJECT } from '../../../../client/prefixes.ts';
import { get } from '../../lib/api.ts';
import { listAll } from '../../lib/pagination.ts';
import type { Scope } from '../../lib/session.ts';
import type { Subject } from '../../lib/subject.ts';

/** Reads the tasks or agents of a project by their names. Shared by what lists them to choose from. */
export async function readSubjects(scope: Scope, kind: Subject['kind']): Promise<readonly Subject[]> {
  const { results } = await listAll<Pick<Subject, 'id' | 'name'>>((query) => {
    const params = { path: { ...scope }, query };
    return kind === 'task' ? get(`${PROJECT}/task`, { params }) : get(`${PROJECT}/task-agent`, { params });
  });
  return results.map(({ id, name }) => ({ kind, id, name }));
}

/** What carries tags. */
export type Tagged = Subject['kind'] | 'document' | 'collection';

const TAGS = {
  task: `${PROJECT}/task/tag`,
  task_agent: `${PROJECT}/task-agent/tag`,
  document: `${PROJECT}/document/tag`,
  collection: `${PROJECT}/collection/tag`,
} as const;

/** The tags that things of a kind may carry in the project. */
export function tagsFor(scope: Scope, kind: Tagged) {
  return queryOptions({
    queryKey: ['tag', 'list', scope.project_id, kind],
    queryFn: async () => (await listAll((query) => get(TAGS[kind], { params: { path: { ...scope }, query } }))).results,
  });
}
