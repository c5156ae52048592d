import { queryOptions } from '@tanstack/react-query';
import { AGENT, TASK } from '../../../../client/prefixes.ts';
import { get, type Schemas } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import type { Scope } from '../../lib/session.ts';
import { isKind, type Of } from './kinds.ts';

/** What an address names. Throws as for anything that is not there where it names no kind. */
export function ofAddress(kind: string, id: string): Of {
  if (!isKind(kind)) throw new ApiError({ status: 404, body: undefined, requestId: undefined });
  return { kind, id };
}

/** The task or agent that is evaluated, in the keys of its own room. */
export function subjectOf(scope: Scope, { kind, id }: Of) {
  return queryOptions({
    queryKey: [kind === 'task' ? 'task' : 'agent', id],
    queryFn: (): Promise<Schemas['Task'] | Schemas['Agent']> =>
      kind === 'task'
        ? get(TASK, { params: { path: { ...scope, task_id: id } } })
        : get(AGENT, { params: { path: { ...scope, task_agent_id: id } } }),
  });
}
