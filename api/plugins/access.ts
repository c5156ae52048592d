import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { accessErrors } from '../../src/access/errors.ts';
import { hasRoleInProject, toRolesByType } from '../../src/access/grants.ts';
import {
  type Grants,
  getEffectiveRoles,
  hasPermission,
  hasScope,
  listRolesWith,
  type Permission,
} from '../../src/access/permissions.ts';
import { type Slot, toSlots } from '../../src/access/resources.ts';
import { PUBLIC_ROLE } from '../../src/access/roles.ts';
import { touchApiKeys } from '../../src/identity/api-keys.ts';
import { type CredentialKind, findHolder, type Holder } from '../../src/identity/holders.ts';
import { runBestEffort } from '../../src/platform/best-effort.ts';
import { errors } from '../../src/platform/errors.ts';
import { isId } from '../../src/platform/ids.ts';
import type { Caller } from '../caller.ts';
import type { ApiContext } from '../context.ts';
import { listOperationScopes, type Operation } from '../operation.ts';
import { listParents } from '../parents.ts';
import { isIdentifier, loadParent } from '../path.ts';
import { AuthenticationError, getCredential } from './credentials.ts';

type PathIds = Readonly<Record<string, string>>;

/** Operation that a request executes, with its path parameters. */
interface RequestTarget {
  readonly operation: Operation;
  readonly params: Record<string, string>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Target of a request whose body names its resource; undefined if the route is the target. */
    target: RequestTarget | undefined;
  }
}

/** Returns the operation that a request executes; undefined if it has no route. */
export function getTargetOperation({ target, routeOptions }: FastifyRequest): Operation | undefined {
  return target?.operation ?? routeOptions.config.operation;
}

/** Path parameters of the operation that a request executes. */
export function getTargetParams({ target, params }: FastifyRequest): PathIds {
  return target?.params ?? (params as PathIds);
}

/**
 * Authorizes a request as another operation, whose rules apply from now on. Throws the errors of
 * {@link authorizeRequest}.
 */
export async function authorizeAs(
  ctx: ApiContext,
  request: FastifyRequest,
  operation: Operation,
  params: PathIds,
): Promise<void> {
  request.target = { operation, params: { ...params } };
  await authorizeRequest(ctx, operation, request);
}

/** Authenticates and authorizes a request, and loads its parents. Throws a 400, 401, 403 or 404. */
export async function authorizeRequest(ctx: ApiContext, route: Operation, request: FastifyRequest): Promise<void> {
  const credential = getCredential(ctx, request);
  const op = request.target?.operation ?? route;
  const ids = normalizeIds(request.target?.params ?? (request.params as Record<string, string>));
  const orgId = ids.org_id ?? null;
  const projectId = ids.project_id ?? null;
  const slots = [...toSlots(ids), ...(await loadContainers(ctx, op, ids))];
  const holder = await findHolder(ctx.db, credential, { orgId, projectId, slots });
  if (!holder) throw new AuthenticationError('the credential is unknown, expired or revoked');
  if (ACCESS_TOKENS.has(holder.kind)) assertAudience(holder, op.auth.resource?.(ctx.config.publicUrl, ids) ?? null);
  if (holder.kind === 'api_key') recordKeyUse(ctx, holder.credentialId);
  request.caller = toCaller(holder, orgId, projectId, slots);
  if (holder.kind === 'task_token' && !op.auth.taskToken) throw toTaskTokenError(request.caller);
  if (op.auth.permission === 'authenticated' || isOpenToAll(ctx, op)) assertScope(op, request.caller);
  else if (!(await canListSome(ctx, op, holder, request.caller)))
    assertAuthorized(op, holder, request.caller, orgId, projectId);
  request.parents = await loadParents(ctx, op, request.caller, ids);
}

/** Credentials that the OAuth server issues for an audience. */
const ACCESS_TOKENS: ReadonlySet<CredentialKind> = new Set(['authorization_code', 'client_credentials']);

/**
 * Throws a 401 unless an access token was issued for the requested resource (RFC 8707). An MCP server accepts only its
 * own tokens, and the API only those without a resource.
 */
function assertAudience({ resource }: Holder, expected: string | null): void {
  if (resource === expected) return;
  throw new AuthenticationError(
    resource === null
      ? `the access token was not issued for this resource: request one with resource=${expected}`
      : 'the access token was issued for another resource',
  );
}

/** Creates the error of a task token for an operation other than running its task. */
function toTaskTokenError({ subject, projectId }: Caller): Error {
  const scope = projectId === '' ? { type: 'system', id: 'system' } : { type: 'project', id: projectId };
  return accessErrors.permissionCheckFailed(subject, scope, 'view');
}

/**
 * Loads resources that contain the path's resources without being in the path. Roles count only in the path's project.
 */
async function loadContainers(ctx: ApiContext, op: Operation, ids: PathIds): Promise<Slot[]> {
  const containers = listParents(op).map(({ name, parent }) => parent.partOf?.(ctx.db, ids[name] ?? ''));
  return (await Promise.all(containers)).filter((slot) => slot !== undefined);
}

/** Lowercases the IDs of a path in place. Throws a 400 on a malformed one. */
export function normalizeIds(params: Record<string, string>): PathIds {
  for (const [name, id] of Object.entries(params)) {
    if (!isIdentifier(name)) continue;
    if (!isId(id)) throw errors.malformedIdentifier(name, id);
    params[name] = id.toLowerCase();
  }
  return params;
}

function toCaller(holder: Holder, orgId: string | null, projectId: string | null, slots: readonly Slot[]): Caller {
  return {
    subject: { type: holder.subjectType, id: holder.subjectId },
    kind: holder.kind,
    credentialId: holder.credentialId,
    apiKeyId: holder.kind === 'api_key' ? holder.credentialId : null,
    clientId: holder.kind === 'client_credentials' ? holder.credentialId : null,
    email: holder.email,
    name: holder.name,
    homeOrgId: holder.homeOrgId,
    homeProjectId: holder.homeProjectId,
    grants: {
      roles: toRolesByType(holder.grants),
      systemRole: holder.systemRole,
      scopes: holder.scopes,
    },
    orgId: orgId ?? '',
    projectId: projectId ?? '',
    slots,
  };
}

/** Whether a setting grants the operation's permission to every user. */
function isOpenToAll(ctx: ApiContext, op: Operation): boolean {
  return op.auth.permission === 'system:organizations_create' && ctx.config.organizationCreation === 'everyone';
}

/** Throws a 403 if a credential with scopes lacks those of an operation that needs no role. */
function assertScope(op: Operation, caller: Caller): void {
  const scopes = listOperationScopes(op);
  if (scopes === null || hasScope(caller.grants, scopes)) return;
  const [type = '', name] = scopes[0]?.split(':') ?? [];
  // Scopes without a permission concern the user's own data.
  if (name === undefined)
    throw accessErrors.permissionCheckFailed(
      caller.subject,
      { type: 'user', id: caller.subject.id },
      op.method === 'GET' ? 'view' : 'edit',
    );
  throw accessErrors.permissionCheckFailed(caller.subject, { type, id: type === 'system' ? type : caller.orgId }, name);
}

/** Whether a caller without permission for a whole list has a role on some of its items. */
async function canListSome({ db }: ApiContext, op: Operation, holder: Holder, caller: Caller): Promise<boolean> {
  if (op.auth.lists === undefined || !holder.projectExists) return false;
  if (hasPermission(caller.grants, op.auth.permission as Permission, op.auth.scopes)) return false;
  const { subject, projectId, grants } = caller;
  const type = op.auth.lists === 'anything' ? undefined : op.auth.lists;
  return hasScope(grants, listOperationScopes(op) ?? []) && (await hasRoleInProject(db, subject, type, projectId));
}

/** Throws a 403 without the permission. Roles apply to their resource and its descendants. */
function assertAuthorized(
  op: Operation,
  holder: Holder,
  caller: Caller,
  orgId: string | null,
  projectId: string | null,
): void {
  const permission = op.auth.permission as Permission;
  const toError = (type: string, id: string, name: string) =>
    accessErrors.permissionCheckFailed(caller.subject, { type, id }, name);
  const [resource = '', name = ''] = permission.split(':');
  if (resource === 'system') {
    if (!hasPermission(caller.grants, permission, op.auth.scopes)) throw toError('system', 'system', name);
    return;
  }
  const isAllowed = hasPermission(caller.grants, permission, op.auth.scopes);
  if (projectId === null) {
    if (!holder.orgExists || !isAllowed) throw toError('organization', orgId ?? '', name);
    return;
  }
  // A hidden project must be indistinguishable from a missing one.
  if (!holder.projectExists || !canSeeProject(caller.grants)) throw toError('project', projectId, 'view');
  if (!isAllowed) throw toError('project', projectId, resource === 'project' ? name : permission);
}

/** Whether any role on the path, also on a resource below the project, reveals the project. */
function canSeeProject({ roles }: Grants): boolean {
  const heldRoles = Object.keys(roles).flatMap((type) => [...getEffectiveRoles({ roles }, type)]);
  return [...listRolesWith('project:view'), PUBLIC_ROLE].some((role) => heldRoles.includes(role));
}

async function loadParents(
  ctx: ApiContext,
  op: Operation,
  caller: Caller,
  ids: PathIds,
): Promise<Record<string, unknown>> {
  const parents: Record<string, unknown> = {};
  for (const { name, above: parentName = '', parent } of listParents(op)) {
    const scope = { id: ids[name] ?? '', above: ids[parentName] ?? '', caller };
    parents[name] = await loadParent(parent, ctx.db, scope);
  }
  return parents;
}

const KEY_USE_INTERVAL_MS = 60_000;
const recentKeyUse = new WeakMap<ApiContext, LRUCache<string, true>>();

/** Records the use of a key at most once a minute, without delaying the request. */
function recordKeyUse(ctx: ApiContext, keyId: string): void {
  const recorded = recentKeyUse.get(ctx) ?? new LRUCache({ max: 10_000, ttl: KEY_USE_INTERVAL_MS });
  recentKeyUse.set(ctx, recorded);
  if (recorded.has(keyId)) return;
  recorded.set(keyId, true);
  void runBestEffort(ctx.log, 'record the use of an API key', () => touchApiKeys(ctx.db, [keyId]));
}
