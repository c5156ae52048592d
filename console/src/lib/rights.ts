import { queryOptions, useQuery } from '@tanstack/react-query';
import { PROJECT } from '../../../client/prefixes.ts';
import { post } from './api.ts';
import { Failure } from './failure.ts';
import { type Scope, useScope } from './session.ts';

/** What screens ask before they offer something, by where the right is held. */
const ASKED = {
  organization: ['view_members', 'edit', 'create_project'],
  project: ['edit', 'delete', 'create_forwarder', 'create_mcp_server', 'create_skill'],
} as const;

type At = keyof typeof ASKED;

function rightsOf(scope: Scope, at: At) {
  const body = { permissions: [...ASKED[at]] };
  const { org_id } = scope;
  return queryOptions({
    queryKey: ['member', 'list', at === 'project' ? scope.project_id : org_id, 'may'],
    queryFn: async (): Promise<readonly string[]> => {
      try {
        const { permissions } =
          at === 'project'
            ? await post(`${PROJECT}/iam/test`, { params: { path: { ...scope } }, body })
            : await post('/api/v1/org/{org_id}/iam/test', { params: { path: { org_id } }, body });
        return permissions;
      } catch (error) {
        // Somebody with a role on a project alone may ask nothing of its organization.
        if (error instanceof Failure && error.status === 403) return [];
        throw error;
      }
    },
  });
}

/**
 * Whether who is signed in may do something here; undefined until that is known. Where it could not be asked it is offered:
 * the API refuses what may not be done.
 */
export function useMay<A extends At>(at: A, right: (typeof ASKED)[A][number]): boolean | undefined {
  const { data, isError } = useQuery(rightsOf(useScope(), at));
  return isError || data?.includes(right);
}
