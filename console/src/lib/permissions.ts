import { queryOptions, useQuery } from '@tanstack/react-query';
import { get } from './api.ts';
import { testPermissions } from './iam.ts';
import { listAll } from './pagination.ts';
import { queryClient } from './query-client.ts';
import type { SecurableType } from './securable.ts';
import { type Scope, useScope, whoamiQuery } from './session.ts';
import { findProjectScope, visibleProjectsQuery } from './visible-projects.ts';

const SUBJECT_PERMISSIONS = ['run', 'give_feedback', 'edit', 'delete', 'override_release_gate'] as const;

/** What screens ask before they offer something, by what the right is held on. */
const CHECKED_PERMISSIONS = {
  organization: ['view', 'view_members', 'edit', 'create_project', 'view_audit', 'view_credits'],
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
/** What is named by the scope of the page, and needs no id. */
type PageScopeType = 'organization' | 'project';

/** Organizations that the person belongs to. */
const ownOrganizationsQuery = queryOptions({
  queryKey: ['user', 'organization', 'ids'],
  staleTime: 300_000,
  queryFn: async () => {
    const { results } = await listAll((query) => get('/api/v1/org', { params: { query } }));
    return results.map(({ id }) => id);
  },
});

/**
 * Whether the place around the page may be asked at all: somebody with a role on a project alone sees nothing of its
 * organization, and somebody with one on an agent alone nothing of its project. What is refused is written to the audit trail.
 */
async function canView(scope: Scope, type: CheckedType): Promise<boolean> {
  if (type === 'project')
    return findProjectScope(await queryClient.ensureQueryData(visibleProjectsQuery), scope.project_id) !== undefined;
  if (type !== 'organization') return true;
  const user = await queryClient.ensureQueryData(whoamiQuery);
  return user.system_role !== null || (await queryClient.ensureQueryData(ownOrganizationsQuery)).includes(scope.org_id);
}

/** The place around the page that something of a type stands in, or is. */
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
 * Whether who is signed in may do something, here or with the thing of an id; undefined until that is known. Where it could
 * not be asked it is offered: the API refuses what may not be done.
 */
export function useHasPermission<A extends CheckedType>(
  type: A,
  permission: (typeof CHECKED_PERMISSIONS)[A][number],
  ...[id = '']: A extends PageScopeType ? [] : [id: string]
): boolean | undefined {
  const { data, isError } = useQuery(permissionsQuery(useScope(), type, id));
  return isError || data?.includes(permission);
}
