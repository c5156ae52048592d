import { queryOptions } from '@tanstack/react-query';
import { PROJECT } from '../../../../client/prefixes.ts';
import { get } from '../../lib/api.ts';
import type { Scope } from '../../lib/session.ts';
import type { Subject } from '../../lib/subject.ts';

type Kind = Subject['kind'];

const TAGS = { task: `${PROJECT}/task/tag`, task_agent: `${PROJECT}/task-agent/tag` } as const;

/** The tags that tasks or agents of the project may carry, as many as one page has. */
export function tagsFor(scope: Scope, kind: Kind) {
  return queryOptions({
    queryKey: ['tag', 'list', scope.project_id, kind],
    queryFn: async () =>
      (await get(TAGS[kind], { params: { path: { ...scope }, query: { page_limit: 100 } } })).results,
  });
}
