import { useQuery } from '@tanstack/react-query';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { permissionsQuery } from './queries.ts';

/**
 * Returns whether the user may invite users to the organization. Undefined while loading or without access to members.
 */
export function useCanInvite(): boolean | undefined {
  const scope = useScope();
  const canView = useHasPermission('organization', 'view_members');
  const organization = { type: 'organization', id: scope.org_id } as const;
  const { data } = useQuery({ ...permissionsQuery(scope, organization), enabled: canView === true });
  return data?.permissions.includes('add_member');
}
