import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { accessErrors } from '../../src/access/errors.ts';
import { holdsRoleBelow, rolesByType } from '../../src/access/grants.ts';
import { type Holdings, holds, inScope, type Permission, rolesOn, rolesWith } from '../../src/access/permissions.ts';
import { type Slot, slotsIn } from '../../src/access/resources.ts';
import { PUBLIC_ROLE } from '../../src/access/roles.ts';
import { touchApiKeys } from '../../src/identity/api-keys.ts';
import { type CredentialKind, findHolder, type Holder } from '../../src/identity/holders.ts';
import { runBestEffort } from '../../src/platform/best-effort.ts';
import { errors, type SubjectRef } from '../../src/platform/errors.ts';
import { isId } from '../../src/platform/ids.ts';
import type { ApiContext } from '../context.ts';
import { type Operation, scopesOf } from '../operation.ts';
import { parentsOf } from '../parents.ts';
import { isIdentifier, proved } from '../path.ts';
import { AuthenticationError, credentialOf } from './credentials.ts';

/** Who asks, proved. */
export interface Caller {
  readonly subject: SubjectRef;
  /** What the request came with. */
  readonly kind: CredentialKind;
  /** Id of the API key, the session, the OAuth client or the task's token. */
  readonly credentialId: string;
  /** The API key the request came with, where it was one. */
  readonly apiKeyId: string | null;
  /** The OAuth client that acts as its project, where the request came with a client-credentials token. */
  readonly clientId: string | null;
  /** Null for a project, as which a client-credentials token acts. */
  readonly email: string | null;
  readonly name: string;
  /** Organization and project that the credential was made in; null for a session. */
  readonly homeOrgId: string | null;
  readonly homeProjectId: string | null;
  readonly holdings: Holdings;
  /** Organization and project of the path, proved to exist and to belong together; empty where the path names none. */
  readonly orgId: string;
  readonly projectId: string;
  /** The securable resources that the path names, itself or by a part of them. */
  readonly slots: readonly Slot[];
}

type PathIds = Readonly<Record<string, string>>;

/** Authenticates, authorises and proves the parents of a request, in that order. */
export async function admit(ctx: ApiContext, op: Operation, request: FastifyRequest): Promise<void> {
  const credential = credentialOf(ctx, request);
  const ids = plainIds(request.params as Record<string, string>);
  const orgId = ids.org_id ?? null;
  const projectId = ids.project_id ?? null;
  const slots = [...slotsIn(ids), ...(await wholesOf(ctx, op, ids))];
  const holder = await findHolder(ctx.db, credential, { orgId, projectId, slots });
  if (!holder) throw new AuthenticationError('the credential is unknown, expired or revoked');
  if (holder.kind === 'api_key') noteUse(ctx, holder.credentialId);
  request.caller = callerOf(holder, orgId, projectId, slots);
  if (holder.kind === 'task_token' && !op.byTaskToken) throw notForTokens(request.caller);
  if (op.access === 'authenticated' || isForEveryone(ctx, op)) checkScope(op, request.caller);
  else if (!(await listsSome(ctx, op, holder, request.caller))) authorise(op, holder, request.caller, orgId, projectId);
  request.parents = await loadParents(ctx, op, request.caller, ids);
}

/** The refusal of a task's token, which runs its task and is for nothing else. */
function notForTokens({ subject, projectId }: Caller): Error {
  const place = projectId === '' ? { type: 'system', id: 'system' } : { type: 'project', id: projectId };
  return accessErrors.permissionCheckFailed(subject, place, 'view');
}

/** The resources that parts are named of without them. Roles count on those of the path's project only, whatever is found. */
async function wholesOf(ctx: ApiContext, op: Operation, ids: PathIds): Promise<Slot[]> {
  const found = parentsOf(op).map(({ name, parent }) => parent.partOf?.(ctx.db, ids[name] ?? ''));
  return (await Promise.all(found)).filter((slot) => slot !== undefined);
}

/** The path's parameters, from here on with identifiers in the spelling that the database has them in. */
export function plainIds(params: Record<string, string>): PathIds {
  for (const [name, id] of Object.entries(params)) {
    if (!isIdentifier(name)) continue;
    if (!isId(id)) throw errors.malformedIdentifier(name, id);
    params[name] = id.toLowerCase();
  }
  return params;
}

function callerOf(holder: Holder, orgId: string | null, projectId: string | null, slots: readonly Slot[]): Caller {
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
    holdings: {
      roles: rolesByType(holder.grants),
      systemRole: holder.systemRole,
      scopes: holder.scopes,
    },
    orgId: orgId ?? '',
    projectId: projectId ?? '',
    slots,
  };
}

/** Whether a setting gives the operation's permission to every user. */
function isForEveryone(ctx: ApiContext, op: Operation): boolean {
  return op.access === 'system:organizations_create' && ctx.config.organizationCreation === 'everyone';
}

/** What anybody may do who is signed in, a cut-down credential may do only where it was given the scope. */
function checkScope(op: Operation, caller: Caller): void {
  const scopes = scopesOf(op);
  if (scopes === null || inScope(caller.holdings, scopes)) return;
  const [type = '', name] = scopes[0]?.split(':') ?? [];
  // What no permission opens is the person's own.
  if (name === undefined)
    throw accessErrors.permissionCheckFailed(
      caller.subject,
      { type: 'user', id: caller.subject.id },
      op.method === 'GET' ? 'view' : 'edit',
    );
  throw accessErrors.permissionCheckFailed(caller.subject, { type, id: type === 'system' ? type : caller.orgId }, name);
}

/** Whether somebody who may not see all that a list has holds a role on something of it. */
async function listsSome({ db }: ApiContext, op: Operation, holder: Holder, caller: Caller): Promise<boolean> {
  if (op.lists === undefined || !holder.projectExists) return false;
  if (holds(caller.holdings, op.access as Permission, op.scopes)) return false;
  const { subject, projectId, holdings } = caller;
  const type = op.lists === 'anything' ? undefined : op.lists;
  return inScope(holdings, scopesOf(op) ?? []) && (await holdsRoleBelow(db, subject, type, projectId));
}

/** Roles count on the resource they were given on and below it, never above. */
function authorise(
  op: Operation,
  holder: Holder,
  caller: Caller,
  orgId: string | null,
  projectId: string | null,
): void {
  const permission = op.access as Permission;
  const refuse = (type: string, id: string, name: string) =>
    accessErrors.permissionCheckFailed(caller.subject, { type, id }, name);
  const [resource = '', name = ''] = permission.split(':');
  if (resource === 'system') {
    if (!holds(caller.holdings, permission, op.scopes)) throw refuse('system', 'system', name);
    return;
  }
  const allowed = holds(caller.holdings, permission, op.scopes);
  if (projectId === null) {
    if (!holder.orgExists || !allowed) throw refuse('organization', orgId ?? '', name);
    return;
  }
  // A hidden project and one that does not exist must look alike, whatever permission was asked for.
  if (!holder.projectExists || !seesProject(caller.holdings)) throw refuse('project', projectId, 'view');
  if (!allowed) throw refuse('project', projectId, resource === 'project' ? name : permission);
}

/** Whether any role on the path lets the caller know that its project is there; one on something below it does. */
function seesProject({ roles }: Holdings): boolean {
  const held = Object.keys(roles).flatMap((type) => [...rolesOn({ roles }, type)]);
  return [...rolesWith('project:view'), PUBLIC_ROLE].some((role) => held.includes(role));
}

async function loadParents(
  ctx: ApiContext,
  op: Operation,
  caller: Caller,
  ids: PathIds,
): Promise<Record<string, unknown>> {
  const parents: Record<string, unknown> = {};
  for (const { name, above = '', parent } of parentsOf(op)) {
    const place = { id: ids[name] ?? '', above: ids[above] ?? '', caller };
    parents[name] = await proved(parent, ctx.db, place);
  }
  return parents;
}

/** Milliseconds between two notes of a key's last use. */
const USE_NOTE_MS = 60_000;
const lastNoted = new WeakMap<ApiContext, LRUCache<string, true>>();

/** Remembers a key's use at most once a minute, outside the request's own time. */
function noteUse(ctx: ApiContext, keyId: string): void {
  const noted = lastNoted.get(ctx) ?? new LRUCache({ max: 10_000, ttl: USE_NOTE_MS });
  lastNoted.set(ctx, noted);
  if (noted.has(keyId)) return;
  noted.set(keyId, true);
  void runBestEffort(ctx.log, 'note the use of an API key', () => touchApiKeys(ctx.db, [keyId]));
}
