import { queryOptions, useQuery } from '@tanstack/react-query';
import { get, type Schemas } from './api.ts';
import { listAll } from './pagination.ts';
import { useHasPermission } from './permissions.ts';
import { useScope } from './session.ts';

export type OwnRole = Schemas['OwnRole'];

/** What the person holds roles on below projects. */
export const ownRolesQuery = queryOptions({
  queryKey: ['user', 'role'],
  staleTime: 300_000,
  queryFn: async () => (await listAll((query) => get('/api/v1/user/role', { params: { query } }))).results,
});

/**
 * Whether lists of the project have anything of a type for the person; undefined until that is known. Task creators see tasks and
 * nothing else of it, and somebody with a role on one thing alone that thing.
 */
export function useCanViewAny(type: OwnRole['resource_type']): boolean | undefined {
  const { project_id } = useScope();
  // Whoever sees the members of a project sees all that is in it.
  const canView = useHasPermission('project', type === 'task' ? 'view' : 'view_members');
  const roles = useQuery({ ...ownRolesQuery, enabled: canView === false }).data;
  if (canView !== false) return canView;
  return roles?.some((role) => role.resource_type === type && role.project_id === project_id);
}
