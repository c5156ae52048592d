import { queryOptions, useQuery } from '@tanstack/react-query';
import { get } from './api.ts';
import { testPermissions } from './iam.ts';
import { listAll } from './pagination.ts';
import { queryClient } from './query-client.ts';
import type { SecurableType } from './securable.ts';
import { type Scope, useScope, whoamiQuery } from './session.ts';
import { findProjectScope, visibleProjectsQuery } from './visible-projects.ts';

const SUBJECT_PERMISSIONS = ['run', 'give_feedback', 'edit', 'delete', 'override_release_gate'] as const;

/** Permissions that screens check before they offer an action, by resource type. */
const CHECKED_PERMISSIONS = {
  organization: ['view', 'view_members', 'edit', 'create_project', 'view_audit', 'view_credits', 'kill_worker'],
  project: [
    'view',
    'view_members',
    'view_audit',
    'view_oauth_clients',
    'create_oauth_client',
    'edit',
    'delete',
    'create_task',
    'create_agent',
    'create_forwarder',
    'create_mcp_server',
    'create_skill',
    'create_collection',
    'create_document',
  ],
  task: SUBJECT_PERMISSIONS,
  task_agent: SUBJECT_PERMISSIONS,
  skill: ['edit', 'delete'],
  task_mcp_server: ['edit', 'delete'],
  integration: ['edit', 'delete'],
  collection: ['edit'],
  document: ['edit', 'delete'],
} as const satisfies Partial<Record<SecurableType, readonly string[]>>;

type CheckedType = keyof typeof CHECKED_PERMISSIONS;
/** Types whose ID is part of the page's scope. */
type PageScopeType = 'organization' | 'project';

/** IDs of the current user's organizations. */
const ownOrganizationsQuery = queryOptions({
  queryKey: ['user', 'organization', 'ids'],
  staleTime: 300_000,
  queryFn: async () => {
    const { results } = await listAll((query) => get('/api/v1/org', { params: { query } }));
    return results.map(({ id }) => id);
  },
});

/**
 * Whether the user can view the page's organization or project. The console skips permission checks on others, because
 * the audit log records denied requests.
 */
async function canView(scope: Scope, type: CheckedType): Promise<boolean> {
  if (type === 'project')
    return findProjectScope(await queryClient.ensureQueryData(visibleProjectsQuery), scope.project_id) !== undefined;
  if (type !== 'organization') return true;
  const user = await queryClient.ensureQueryData(whoamiQuery);
  return user.system_role !== null || (await queryClient.ensureQueryData(ownOrganizationsQuery)).includes(scope.org_id);
}

/** Returns the ID of the scope that contains the resource, or is the resource. */
function getScopeId({ org_id, project_id }: Scope, type: CheckedType): string {
  return type === 'organization' ? org_id : project_id;
}

function permissionsQuery(scope: Scope, type: CheckedType, id: string) {
  return queryOptions({
    queryKey: ['member', 'list', getScopeId(scope, type), 'may', type, id],
    queryFn: async (): Promise<readonly string[]> => {
      if (!(await canView(scope, type))) return [];
      return (
        await testPermissions(
          scope,
          { type: type, id: id || getScopeId(scope, type) },
          { permissions: [...CHECKED_PERMISSIONS[type]] },
        )
      ).permissions;
    },
  });
}

/**
 * Whether the current user holds a permission on a resource; undefined while loading. Returns true if the check fails:
 * the API enforces permissions anyway.
 */
export function useHasPermission<A extends CheckedType>(
  type: A,
  permission: (typeof CHECKED_PERMISSIONS)[A][number],
  ...[id = '']: A extends PageScopeType ? [] : [id: string]
): boolean | undefined {
  const { data, isError } = useQuery(permissionsQuery(useScope(), type, id));
  return isError || data?.includes(permission);
}
