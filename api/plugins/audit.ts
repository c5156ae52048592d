import type { FastifyRequest } from 'fastify';
import type { Actor, AuditEvent } from '../../src/audit/chain.ts';
import { type Changed, change } from '../../src/audit/change.ts';
import type { PendingEvent } from '../../src/audit/pending-events.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { lockProject } from '../../src/projects/queries.ts';
import type { AuditDetails, Change } from '../change.ts';
import type { ApiContext } from '../context.ts';
import type { Operation } from '../operation.ts';
import { assertProjectExists } from '../projects/project-exists.ts';
import { getTargetOperation } from './access.ts';
import { type AudienceDeclaration, getAudience } from './audience.ts';

/** Actor without a credential. */
export const ANONYMOUS: Actor = { type: 'anonymous', userId: null, apiKeyId: null, oauthClientId: null };

/** Returns the actor of a request for audit events. */
export function getActor(request: FastifyRequest): Actor {
  const { caller } = request;
  if (caller === undefined) return ANONYMOUS;
  const isUser = caller.subject.type === 'user';
  const byClient = caller.kind === 'client_credentials' || caller.kind === 'authorization_code';
  return {
    type: isUser ? 'user' : caller.kind === 'task_token' ? 'task_token' : 'client',
    userId: isUser ? caller.subject.id : null,
    apiKeyId: caller.apiKeyId,
    oauthClientId: byClient ? caller.credentialId : null,
  };
}

/** The parts of an operation or page that determine its audit event. */
type AuditedOperation = Pick<Operation, 'id' | 'audit'> & AudienceDeclaration;

/** Creates the declared audit event of a request, with its caller as actor and its path as scope. */
export function createAuditEvent(
  op: AuditedOperation & { readonly audit: { readonly event: string } },
  request: FastifyRequest,
  details: AuditDetails,
): AuditEvent {
  const { caller } = request;
  const { userId } = details;
  return {
    scope: details.scope ?? { orgId: caller?.orgId || null, projectId: caller?.projectId || null },
    actor: userId === undefined ? getActor(request) : { ...ANONYMOUS, type: 'user', userId },
    type: op.audit.event,
    resource: details.resource,
    message: toMessage(op.audit.event, details.name),
    labels: { operation: op.id, ...details.labels },
    payload: { ...details.payload },
    requestId: request.id,
    ipAddress: request.ip,
    audience: getAudience(op, caller, details),
  };
}

/** Creates the event that is stored with the work that a request starts; undefined if its operation declares none. */
export function createStartedEvent(request: FastifyRequest, details: AuditDetails): PendingEvent | undefined {
  const { operation: route } = request.routeOptions.config;
  const startedEvent = getTargetOperation(request)?.audit.startedEvent;
  if (route === undefined || startedEvent === undefined) return undefined;
  const { id, auth } = route;
  const { audience: _audience, ...event } = createAuditEvent(
    { id, auth, audit: { event: startedEvent } },
    request,
    details,
  );
  return event;
}

/** Returns the function by which an operation writes, after the step `before`, and a check that it was called once. */
export function createChange(
  { db }: Pick<ApiContext, 'db'>,
  { id, audit, auth }: AuditedOperation,
  request: FastifyRequest,
  before?: (trx: Executor) => Promise<void>,
): { readonly change: Change; readonly check: () => void } {
  let isRecorded = false;
  const record = () => {
    if (isRecorded) throw new Error(`${id} records two changes`);
    isRecorded = true;
  };
  const runChange = <R>(work: (trx: Executor) => Promise<Changed<R, AuditDetails>>) =>
    change(db, async (trx) => {
      const { event } = audit;
      if (event === null) throw new Error(`${id} declares no audit event but makes a change`);
      await lockScope(trx, auth?.permission, request);
      await before?.(trx);
      const { result, audited } = await work(trx);
      record();
      if (audited === 'unchanged') return { result, audited };
      return { result, audited: createAuditEvent({ id, auth, audit: { ...audit, event } }, request, audited) };
    });
  const check = () => {
    if (audit.event !== null && !isRecorded) throw new Error(`${id} declares an audit event but made no change`);
  };
  return { change: Object.assign(runChange, { none: record }), check };
}

/** Locks the project of the path against deletion. Throws if it was deleted after authorization. */
async function lockScope(trx: Executor, permission: string | undefined, { caller }: FastifyRequest): Promise<void> {
  if (!caller?.projectId || permission === 'project:delete') return;
  assertProjectExists(caller, await lockProject(trx, caller.orgId, caller.projectId));
}

/** Returns `task.updated` as `task updated`, with the name of the resource. */
function toMessage(type: string, name: string | undefined): string {
  const spaced = type.replaceAll(/[._]/g, ' ');
  return name === undefined ? spaced : `${spaced}: ${name.slice(0, 200)}`;
}
