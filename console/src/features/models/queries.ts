import { queryOptions } from '@tanstack/react-query';
import { PROJECT } from '../../../../client/prefixes.ts';
import { get } from '../../lib/api.ts';
import type { Scope } from '../../lib/session.ts';

/** Models that the project may use. Shared by every screen that asks for one. */
export function models(scope: Scope) {
  return queryOptions({
    queryKey: ['model', scope.project_id],
    queryFn: () => get(`${PROJECT}/model`, { params: { path: { ...scope } } }),
    staleTime: 300_000,
  });
}
