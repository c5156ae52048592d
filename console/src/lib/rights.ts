import { queryOptions, useQuery } from '@tanstack/react-query';
import { get } from './api.ts';
import { testPermissions } from './iam.ts';
import { places, scopeIn } from './places.ts';
import { queries } from './query.ts';
import type { SecurableType } from './securable.ts';
import { type Scope, useScope, whoami } from './session.ts';
import { whole } from './whole.ts';

const OF_SUBJECT = ['run', 'give_feedback', 'edit', 'delete', 'override_release_gate'] as const;

/** What screens ask before they offer something, by what the right is held on. */
const ASKED = {
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
  task: OF_SUBJECT,
  task_agent: OF_SUBJECT,
  skill: ['edit', 'delete'],
  task_mcp_server: ['edit', 'delete'],
  integration: ['edit', 'delete'],
  collection: ['edit'],
  document: ['edit', 'delete'],
} as const satisfies Partial<Record<SecurableType, readonly string[]>>;

type At = keyof typeof ASKED;
/** What is named by the scope of the page, and needs no id. */
type Around = 'organization' | 'project';

/** Organizations that the person belongs to. */
const own = queryOptions({
  queryKey: ['user', 'organization', 'ids'],
  staleTime: 300_000,
  queryFn: async () => {
    const { results } = await whole((query) => get('/api/v1/org', { params: { query } }));
    return results.map(({ id }) => id);
  },
});

/**
 * Whether the place around the page may be asked at all: somebody with a role on a project alone sees nothing of its
 * organization, and somebody with one on an agent alone nothing of its project. What is refused is written to the audit trail.
 */
async function isSeen(scope: Scope, at: At): Promise<boolean> {
  if (at === 'project') return scopeIn(await queries.ensureQueryData(places), scope.project_id) !== undefined;
  if (at !== 'organization') return true;
  const person = await queries.ensureQueryData(whoami);
  return person.system_role !== null || (await queries.ensureQueryData(own)).includes(scope.org_id);
}

/** The place around the page that something of a type stands in, or is. */
function idIn({ org_id, project_id }: Scope, at: At): string {
  return at === 'organization' ? org_id : project_id;
}

function rightsOf(scope: Scope, at: At, id: string) {
  return queryOptions({
    queryKey: ['member', 'list', idIn(scope, at), 'may', at, id],
    queryFn: async (): Promise<readonly string[]> => {
      if (!(await isSeen(scope, at))) return [];
      return (await testPermissions(scope, { type: at, id: id || idIn(scope, at) }, { permissions: [...ASKED[at]] }))
        .permissions;
    },
  });
}

/**
 * Whether who is signed in may do something, here or with the thing of an id; undefined until that is known. Where it could
 * not be asked it is offered: the API refuses what may not be done.
 */
export function useMay<A extends At>(
  at: A,
  right: (typeof ASKED)[A][number],
  ...[id = '']: A extends Around ? [] : [id: string]
): boolean | undefined {
  const { data, isError } = useQuery(rightsOf(useScope(), at, id));
  return isError || data?.includes(right);
}
