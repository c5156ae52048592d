import type { FastifyRequest } from 'fastify';
import { accessErrors } from '../../src/access/errors.ts';
import { hasRoleInProject } from '../../src/access/grants.ts';
import { type Grants, hasPermission, hasRolePermission, hasScope } from '../../src/access/permissions.ts';
import { getGrantsAt, getGrantsOn } from '../../src/access/principal-grants.ts';
import type { SecurableType } from '../../src/access/resources.ts';
import type { ExposedTool } from '../../src/mcp/exposed.ts';
import { findOrganization } from '../../src/organizations/queries.ts';
import { errors } from '../../src/platform/errors.ts';
import { isId } from '../../src/platform/ids.ts';
import { findOrganizationOfProject } from '../../src/projects/queries.ts';
import type { Caller } from '../caller.ts';
import type { ApiContext } from '../context.ts';
import { authorizeRequest } from '../plugins/access.ts';
import { AuthenticationError } from '../plugins/credentials.ts';
import { MCP_OPERATION } from './operations.ts';

/** Organization of a project that does not exist. Nobody holds a role there. */
const NO_ORGANIZATION = '00000000-0000-0000-0000-000000000000';

/**
 * Authenticates a request to an MCP server. A session cookie is no credential here. Throws a 400 for a malformed ID, a
 * 401, or a 403 without a scope.
 */
export async function authenticateMcp(ctx: ApiContext, request: FastifyRequest): Promise<void> {
  if (request.headers.authorization === undefined) throw new AuthenticationError('the Authorization header is missing');
  const params = request.params as Record<string, string>;
  const id = params.project_id ?? '';
  if (!isId(id)) throw errors.malformedIdentifier('project_id', id);
  const project = await findOrganizationOfProject(ctx.db, id);
  const organization = project && (await findOrganization(ctx.db, project.org_id));
  params.org_id = organization?.id ?? NO_ORGANIZATION;
  await authorizeRequest(ctx, MCP_OPERATION, request);
}

/**
 * Throws a 403 unless the caller holds a role in the project or one of its tools serves every user. A hidden project is
 * indistinguishable from a missing one.
 */
export async function assertCanUse(
  { db }: ApiContext,
  { subject, grants, orgId, projectId }: Caller,
  tools: readonly ExposedTool[],
): Promise<void> {
  const isVisible =
    orgId !== NO_ORGANIZATION &&
    (hasRolePermission(grants, 'project:view') ||
      tools.some(({ isPublished }) => isPublished) ||
      (await hasRoleInProject(db, subject, undefined, projectId)));
  if (!isVisible) throw accessErrors.permissionCheckFailed(subject, { type: 'project', id: projectId }, 'view');
}

/** Filters the tools that the caller can call, by roles and scopes. */
export async function filterCallable(
  { db }: ApiContext,
  caller: Caller,
  tools: readonly ExposedTool[],
): Promise<readonly ExposedTool[]> {
  const byType = Map.groupBy(tools, ({ target }) => target.type);
  const callable = new Set<ExposedTool>();
  for (const [type, ofType] of byType) {
    const ids = ofType.map(({ target }) => target.id);
    const grantsOn = await getGrantsOn(db, caller, type, ids);
    for (const tool of ofType) {
      const { id, permission } = tool.target;
      const isPublic = tool.isPublished && caller.subject.type === 'user' && hasScope(caller.grants, [permission]);
      // Runs of connections are visible to members of the project only.
      const isMember = tool.attached === undefined || hasRolePermission(caller.grants, 'project:view');
      if (isPublic || (isMember && hasPermission(grantsOn(id), permission))) callable.add(tool);
    }
  }
  // A task token can call the tool of its task only.
  if (caller.kind === 'task_token')
    for (const tool of tools) if (tool.isPublished && (await canCall({ db }, caller, tool))) callable.add(tool);
  return tools.filter((tool) => callable.has(tool));
}

/** Loads the caller's grants on a resource of the project. */
export function getGrantsOnResource(
  { db }: Pick<ApiContext, 'db'>,
  caller: Caller,
  type: SecurableType,
  id: string,
): Promise<Grants> {
  const slots = [
    { type: 'organization', id: caller.orgId },
    { type: 'project', id: caller.projectId },
    { type, id },
  ] as const;
  return getGrantsAt(db, caller, { slots, projectId: caller.projectId });
}

async function canCall(ctx: Pick<ApiContext, 'db'>, caller: Caller, { target }: ExposedTool): Promise<boolean> {
  return hasPermission(await getGrantsOnResource(ctx, caller, target.type, target.id), target.permission);
}

/**
 * Throws a 403 that names the scope if the caller's roles permit the call of a tool but its credential lacks the scope.
 */
export async function assertScope(ctx: ApiContext, caller: Caller, { target }: ExposedTool): Promise<void> {
  const { type, id, permission } = target;
  if (hasScope(caller.grants, [permission])) return;
  const grants = await getGrantsOnResource(ctx, caller, type, id);
  if (hasRolePermission(grants, permission))
    throw accessErrors.permissionCheckFailed(caller.subject, { type, id }, permission.split(':')[1] ?? '');
}
