import { queryOptions, useQuery } from '@tanstack/react-query';
import { get, type Schemas } from './api.ts';
import { listAll } from './pagination.ts';
import { useHasPermission } from './permissions.ts';
import { useScope } from './session.ts';

export type OwnRole = Schemas['OwnRole'];

/** The current user's roles on resources inside projects. */
export const ownRolesQuery = queryOptions({
  queryKey: ['user', 'role'],
  staleTime: 300_000,
  queryFn: async () => (await listAll((query) => get('/api/v1/user/role', { params: { query } }))).results,
});

/**
 * Whether the user can view any resource of a type in the project; undefined while loading. Task creators view tasks
 * only, and a role on one resource shows only that resource.
 */
export function useCanViewAny(type: OwnRole['resource_type']): boolean | undefined {
  const { project_id } = useScope();
  // Permission to view a project's members implies access to all its resources.
  const canView = useHasPermission('project', type === 'task' ? 'view' : 'view_members');
  const roles = useQuery({ ...ownRolesQuery, enabled: canView === false }).data;
  if (canView !== false) return canView;
  return roles?.some((role) => role.resource_type === type && role.project_id === project_id);
}
