import { queryOptions } from '@tanstack/react-query';
import { AGENT, TASK } from '../../../../client/prefixes.ts';
import { get, type Schemas } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import type { Scope } from '../../lib/session.ts';
import { type EvalSubject, isEvalKind } from './eval-kinds.ts';

/** Returns the subject that the address names. Throws a 404 error for an unknown kind. */
export function parseSubject(kind: string, id: string): EvalSubject {
  if (!isEvalKind(kind)) throw new ApiError({ status: 404, body: undefined, requestId: undefined });
  return { kind, id };
}

/** Returns the query of the evaluated task or agent. It shares its key with the subject's own page. */
export function subjectQuery(scope: Scope, { kind, id }: EvalSubject) {
  return queryOptions({
    queryKey: [kind === 'task' ? 'task' : 'agent', id],
    queryFn: (): Promise<Schemas['Task'] | Schemas['Agent']> =>
      kind === 'task'
        ? get(TASK, { params: { path: { ...scope, task_id: id } } })
        : get(AGENT, { params: { path: { ...scope, task_agent_id: id } } }),
  });
}
