import { queryOptions, useQuery } from '@tanstack/react-query';
import { get, type Schemas } from './api.ts';
import { useMay } from './rights.ts';
import { useScope } from './session.ts';
import { whole } from './whole.ts';

export type OwnRole = Schemas['OwnRole'];

/** What the person holds roles on below projects. */
export const ownRoles = queryOptions({
  queryKey: ['user', 'role'],
  staleTime: 300_000,
  queryFn: async () => (await whole((query) => get('/api/v1/user/role', { params: { query } }))).results,
});

/**
 * Whether lists of the project have anything of a type for the person; undefined until that is known. Task creators see tasks and
 * nothing else of it, and somebody with a role on one thing alone that thing.
 */
export function useSeesSome(type: OwnRole['resource_type']): boolean | undefined {
  const { project_id } = useScope();
  // Whoever sees the members of a project sees all that is in it.
  const sees = useMay('project', type === 'task' ? 'view' : 'view_members');
  const below = useQuery({ ...ownRoles, enabled: sees === false }).data;
  if (sees !== false) return sees;
  return below?.some((own) => own.resource_type === type && own.project_id === project_id);
}
