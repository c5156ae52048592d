import type { FastifyRequest } from 'fastify';
import { type Holdings, holds, type Permission, rolesWith, visibleTo } from '../../src/access/permissions.ts';
import { findKeyHolder, type KeyHolder, touchApiKeys } from '../../src/identity/api-keys.ts';
import { errors, type SubjectRef } from '../../src/platform/errors.ts';
import { isId } from '../../src/platform/ids.ts';
import type { ApiContext } from '../context.ts';
import type { Operation } from '../operation.ts';

/** Who asks, proved. */
export interface Caller {
  readonly subject: SubjectRef;
  /** The API key the request came with. */
  readonly apiKeyId: string;
  readonly email: string;
  readonly name: string;
  readonly holdings: Holdings;
  /** Organization and project of the path, proved to exist and to belong together; empty where the path names none. */
  readonly orgId: string;
  readonly projectId: string;
}

/** Missing or bad credentials: 401. */
export class AuthenticationError extends Error {
  override readonly name = 'AuthenticationError';
}

type PathIds = Readonly<Record<string, string>>;

/** Authenticates, authorises and proves the parents of a request, in that order. */
export async function admit(ctx: ApiContext, op: Operation, request: FastifyRequest): Promise<void> {
  const ids = request.params as PathIds;
  const value = bearer(request.headers.authorization);
  for (const [name, id] of Object.entries(ids)) {
    if (name.endsWith('_id') && !isId(id)) throw errors.malformedIdentifier(name, id);
  }
  const orgId = ids.org_id ?? null;
  const projectId = ids.project_id ?? null;
  const resourceIds = Object.keys(op.loads).map((name) => ids[name] ?? '');
  const holder = await findKeyHolder(ctx.db, value, { orgId, projectId, resourceIds });
  if (!holder) throw new AuthenticationError('the credential is unknown, expired or revoked');
  noteUse(ctx, holder.keyId);
  request.caller = callerOf(holder, orgId, projectId);
  if (op.access !== 'authenticated') authorise(op.access as Permission, holder, request.caller, orgId, projectId);
  request.parents = await loadParents(ctx, op, ids);
}

function bearer(header: string | undefined): string {
  if (header === undefined) throw new AuthenticationError('the Authorization header is missing');
  const match = /^Bearer ([\x21-\x7e]{1,512})$/i.exec(header);
  if (!match?.[1]) throw new AuthenticationError('the Authorization header must be `Bearer <credential>`');
  return match[1];
}

function callerOf(holder: KeyHolder, orgId: string | null, projectId: string | null): Caller {
  return {
    subject: { type: 'user', id: holder.userId },
    apiKeyId: holder.keyId,
    email: holder.email,
    name: holder.name,
    holdings: {
      roles: new Set(holder.grants.map((grant) => grant.role)),
      systemRole: holder.systemRole,
      scopes: holder.scopes,
    },
    orgId: orgId ?? '',
    projectId: projectId ?? '',
  };
}

/** Roles count on the resource they were given on and below it, never above. */
function authorise(
  permission: Permission,
  holder: KeyHolder,
  caller: Caller,
  orgId: string | null,
  projectId: string | null,
): void {
  const rolesOn = (ids: readonly (string | null)[]) =>
    new Set(holder.grants.filter((grant) => ids.includes(grant.resource_id)).map((grant) => grant.role));
  const refuse = (type: string, id: string, name: string) =>
    errors.permissionCheckFailed(caller.subject, { type, id }, name);
  const [resource = '', name = ''] = permission.split(':');
  if (resource === 'system') {
    if (!holds(caller.holdings, permission)) throw refuse('system', 'system', name);
    return;
  }
  const level = { ...caller.holdings, roles: rolesOn([orgId]) };
  if (projectId === null) {
    if (!holder.orgExists || !holds(level, permission)) throw refuse('organization', orgId ?? '', name);
    return;
  }
  // A hidden project and one that does not exist must look alike, whatever permission was asked for.
  const seers = rolesWith('project:view');
  const visible = holder.projectExists && seers.some((role) => caller.holdings.roles.has(role));
  if (!visible) throw refuse('project', projectId, 'view');
  const reach = resource === 'project' ? { ...caller.holdings, roles: rolesOn([orgId, projectId]) } : caller.holdings;
  if (!holds(reach, permission)) throw refuse('project', projectId, resource === 'project' ? name : permission);
}

/** Refuses a caller whose roles the visibility setting of a task or an agent keeps from its runs. */
export function checkRunVisibility(caller: Caller, visibility: string, resource: SubjectRef): void {
  if (visibleTo(caller.holdings.roles).includes(visibility)) return;
  throw errors.permissionCheckFailed(caller.subject, resource, 'view_runs');
}

async function loadParents(ctx: ApiContext, op: Operation, ids: PathIds): Promise<Record<string, unknown>> {
  const parents: Record<string, unknown> = {};
  for (const [name, parent] of Object.entries(op.loads)) {
    const id = ids[name] ?? '';
    const row = await parent.load(ctx.db, ids.project_id ?? '', id);
    if (row === undefined) throw errors.notFound(parent.field, id);
    parents[name] = row;
  }
  return parents;
}

/** Milliseconds between two notes of a key's last use. */
const USE_NOTE_MS = 60_000;
const lastNoted = new WeakMap<ApiContext, Map<string, number>>();

/** Remembers a key's use at most once a minute, outside the request's own time. */
function noteUse(ctx: ApiContext, keyId: string): void {
  const noted = lastNoted.get(ctx) ?? new Map<string, number>();
  lastNoted.set(ctx, noted);
  const now = Date.now();
  if (now - (noted.get(keyId) ?? 0) < USE_NOTE_MS) return;
  if (noted.size > 10_000) noted.clear();
  noted.set(keyId, now);
  touchApiKeys(ctx.db, [keyId]).catch((error: unknown) =>
    ctx.log.warn({ err: error }, 'could not note the use of an API key'),
  );
}
