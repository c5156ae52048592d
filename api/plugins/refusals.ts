import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hasScope } from '../../src/access/permissions.ts';
import type { Actor, AuditEvent } from '../../src/audit/chain.ts';
import { RefusalLog } from '../../src/audit/refusals.ts';
import { findExistingScope } from '../../src/audit/scopes.ts';
import { findEndedCredential, findUserIdByAddress } from '../../src/identity/credential-lookup.ts';
import { sha256 } from '../../src/platform/digest.ts';
import { DomainError } from '../../src/platform/errors.ts';
import { getClientNetwork } from '../../src/platform/http/addresses.ts';
import { normalizeAddress } from '../../src/platform/mail/address.ts';
import type { ApiContext } from '../context.ts';
import { listOperationScopes, type Operation } from '../operation.ts';
import { getTargetOperation, getTargetParams } from './access.ts';
import { ANONYMOUS, getActor } from './audit.ts';
import { AuthenticationError } from './credentials.ts';

declare module 'fastify' {
  interface FastifyInstance {
    refusals: RefusalLog;
  }
}

/** Event types that no operation declares. */
export const REFUSAL_TYPES = {
  access: 'access.refused',
  credential: 'credential.refused',
  signIn: 'user.sign_in_refused',
  token: 'oauth_token.refused',
} as const;

/** Records refused access and invalid credentials in the audit log. */
export function recordRefusals(app: FastifyInstance, ctx: ApiContext): void {
  const refusals = new RefusalLog(ctx.db, ctx.log);
  app.decorate('refusals', refusals);
  app.addHook('onError', async (request, _reply, error: Error) => {
    const op = getTargetOperation(request);
    if (op === undefined) return;
    if (error instanceof AuthenticationError) {
      if (op.auth.permission !== 'public') await recordCredential(ctx, refusals, op, request);
    } else if (error instanceof DomainError && error.status === 403 && isRelevant(op, request)) {
      await recordAccess(ctx, refusals, op, request, error);
    }
  });
  app.addHook('onClose', () => refusals.close());
}

/**
 * Whether to record a refusal. Reads that a role does not allow are too common; writes and missing scopes are recorded.
 */
function isRelevant(op: Operation, request: FastifyRequest): boolean {
  if (request.caller === undefined || op.auth.permission === 'public') return false;
  if (op.method !== 'GET') return true;
  const scopes = listOperationScopes(op);
  return scopes !== null && !hasScope(request.caller.grants, scopes);
}

async function recordAccess(
  ctx: ApiContext,
  refusals: RefusalLog,
  op: Operation,
  request: FastifyRequest,
  error: DomainError,
): Promise<void> {
  const { caller } = request;
  const resource = getResource(op, request);
  await refusals.record({
    subject: `${caller.subject.type}:${caller.subject.id}`,
    anonymous: false,
    action: `${op.id} ${caller.orgId} ${caller.projectId} ${resource.id}`,
    event: async () => ({
      ...toCommonFields(request, op, getActor(request)),
      scope: await findExistingScope(ctx.db, caller.orgId, caller.projectId),
      type: REFUSAL_TYPES.access,
      resource,
      message: `refused: ${op.summary}`,
      payload: { reason: error.reason, access: op.auth.permission, ...error.details },
    }),
  });
}

/** Returns the last resource of the path, or the resource type of the permission. */
function getResource(op: Operation, request: FastifyRequest): AuditEvent['resource'] {
  const [name, id] = Object.entries(getTargetParams(request)).at(-1) ?? [];
  if (name === undefined || id === undefined)
    return { type: op.auth.permission.split(':')[0] ?? 'installation', id: null };
  return { type: name.replace(/_id$/, '').replace(/^org$/, 'organization'), id: id.slice(0, 200) };
}

/** Records the use of a bearer credential that is revoked, expired or unknown. */
async function recordCredential(ctx: ApiContext, refusals: RefusalLog, op: Operation, request: FastifyRequest) {
  const value = /^Bearer ([\x21-\x7e]{1,512})$/i.exec(request.headers.authorization ?? '')?.[1];
  if (value === undefined) return;
  const hash = sha256(value);
  await refusals.record({
    subject: getClientNetwork(request.ip),
    anonymous: true,
    action: `credential ${hash.toString('base64')}`,
    event: async () => {
      const expired = await findEndedCredential(ctx.db, hash);
      return {
        ...toCommonFields(request, op, ANONYMOUS),
        scope: expired?.scope ?? { orgId: null, projectId: null },
        type: REFUSAL_TYPES.credential,
        resource: { type: expired?.type ?? 'credential', id: expired?.id ?? null },
        message: expired ? 'an expired or revoked credential was used' : 'an unknown credential was used',
        payload: expired?.userId ? { made_by: expired.userId } : {},
      };
    },
  });
}

/** Records a failed sign-in for an address. The input is not stored, because it can be a password. */
export async function recordRefusedSignIn(ctx: ApiContext, request: FastifyRequest, email: string): Promise<void> {
  await request.server.refusals.record({
    subject: getClientNetwork(request.ip),
    anonymous: true,
    action: `sign-in ${sha256(normalizeAddress(email)).toString('base64')}`,
    event: async () => {
      const userId = await findUserIdByAddress(ctx.db, email);
      return {
        ...toCommonFields(request, undefined, ANONYMOUS),
        scope: { orgId: null, projectId: null },
        type: REFUSAL_TYPES.signIn,
        resource: { type: 'user', id: userId ?? null },
        message: userId === undefined ? 'sign-in failed: no such user' : 'sign-in failed',
      };
    },
  });
}

function toCommonFields(request: FastifyRequest, op: Operation | undefined, actor: Actor) {
  const labels: Record<string, string> = op ? { operation: op.id } : {};
  return {
    actor,
    labels,
    requestId: request.id,
    ipAddress: request.ip,
    audience: null,
  };
}
