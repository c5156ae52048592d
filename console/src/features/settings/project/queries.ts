import { queryOptions } from '@tanstack/react-query';
import { PROJECT } from '../../../../../client/prefixes.ts';
import { get, type Schemas } from '../../../lib/api.ts';
import type { Scope } from '../../../lib/session.ts';

export type Project = Schemas['Project'];
export type Config = Schemas['ProjectConfig'];
export type Guardrail = Schemas['Guardrail'];

export function projectQuery(scope: Scope) {
  return queryOptions({
    queryKey: ['project', scope.project_id],
    queryFn: () => get(PROJECT, { params: { path: { ...scope } } }),
  });
}

export function projectConfigQuery(scope: Scope) {
  return queryOptions({
    queryKey: ['project', scope.project_id, 'config'],
    queryFn: () => get(`${PROJECT}/config`, { params: { path: { ...scope } } }),
  });
}

export function guardrailsQuery(scope: Scope) {
  return queryOptions({
    queryKey: ['guardrail', scope.project_id],
    queryFn: () => get(`${PROJECT}/guardrail`, { params: { path: { ...scope } } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
