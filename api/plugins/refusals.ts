import type { FastifyInstance, FastifyRequest } from 'fastify';
import { inScope } from '../../src/access/permissions.ts';
import type { Actor, AuditEvent } from '../../src/audit/chain.ts';
import { existingPlace } from '../../src/audit/places.ts';
import { RefusalLog } from '../../src/audit/refusals.ts';
import { findSpentCredential, userOfAddress } from '../../src/identity/places.ts';
import { sha256 } from '../../src/platform/digest.ts';
import { DomainError } from '../../src/platform/errors.ts';
import { getClientNetwork } from '../../src/platform/http/addresses.ts';
import { normalizeAddress } from '../../src/platform/mail/address.ts';
import type { ApiContext } from '../context.ts';
import { type Operation, scopesOf } from '../operation.ts';
import { actorOf, NOBODY } from './audit.ts';
import { AuthenticationError } from './credentials.ts';

declare module 'fastify' {
  interface FastifyInstance {
    refusals: RefusalLog;
  }
}

/** Types of the events that no operation declares. */
export const REFUSAL_TYPES = {
  access: 'access.refused',
  credential: 'credential.refused',
  signIn: 'user.sign_in_refused',
  token: 'oauth_token.refused',
} as const;

/** Records the refusals that matter: for want of a right or a scope, and of credentials that do not count (any more). */
export function recordRefusals(app: FastifyInstance, ctx: ApiContext): void {
  const refusals = new RefusalLog(ctx.db, ctx.log);
  app.decorate('refusals', refusals);
  app.addHook('onError', async (request, _reply, error: Error) => {
    const op = request.routeOptions.config.operation;
    if (op === undefined) return;
    if (error instanceof AuthenticationError) {
      if (op.access !== 'public') await noteCredential(ctx, refusals, op, request);
    } else if (error instanceof DomainError && error.status === 403 && matters(op, request)) {
      await noteAccess(ctx, refusals, op, request, error);
    }
  });
  app.addHook('onClose', () => refusals.close());
}

/** Looks that a role does not allow are everyday life; what would have changed something is not, nor is a scope that is missing. */
function matters(op: Operation, request: FastifyRequest): boolean {
  if (request.caller === undefined || op.access === 'public') return false;
  if (op.method !== 'GET') return true;
  const scopes = scopesOf(op);
  return scopes !== null && !inScope(request.caller.holdings, scopes);
}

async function noteAccess(
  ctx: ApiContext,
  refusals: RefusalLog,
  op: Operation,
  request: FastifyRequest,
  error: DomainError,
): Promise<void> {
  const { caller } = request;
  const resource = namedBy(op, request);
  await refusals.note({
    who: `${caller.subject.type}:${caller.subject.id}`,
    anonymous: false,
    what: `${op.id} ${caller.orgId} ${caller.projectId} ${resource.id}`,
    event: async () => ({
      ...common(request, op, actorOf(request)),
      place: await existingPlace(ctx.db, caller.orgId, caller.projectId),
      type: REFUSAL_TYPES.access,
      resource,
      message: `refused: ${op.summary}`,
      payload: { reason: error.reason, access: op.access, ...error.details },
    }),
  });
}

/** What the path names deepest, or what an operation without a name in its path is about. */
function namedBy(op: Operation, request: FastifyRequest): AuditEvent['resource'] {
  const [name, id] = Object.entries(request.params as Record<string, string>).at(-1) ?? [];
  if (name === undefined || id === undefined) return { type: op.access.split(':')[0] ?? 'installation', id: null };
  return { type: name.replace(/_id$/, '').replace(/^org$/, 'organization'), id: id.slice(0, 200) };
}

/** A Bearer value that nobody holds: a key that was revoked, a token that has ended, or a guess. */
async function noteCredential(ctx: ApiContext, refusals: RefusalLog, op: Operation, request: FastifyRequest) {
  const value = /^Bearer ([\x21-\x7e]{1,512})$/i.exec(request.headers.authorization ?? '')?.[1];
  if (value === undefined) return;
  const hash = sha256(value);
  await refusals.note({
    who: getClientNetwork(request.ip),
    anonymous: true,
    what: `credential ${hash.toString('base64')}`,
    event: async () => {
      const spent = await findSpentCredential(ctx.db, hash);
      return {
        ...common(request, op, NOBODY),
        place: spent?.place ?? { orgId: null, projectId: null },
        type: REFUSAL_TYPES.credential,
        resource: { type: spent?.type ?? 'credential', id: spent?.id ?? null },
        message: spent ? 'a credential that has ended was used' : 'a credential that is not known was used',
        payload: spent?.userId ? { made_by: spent.userId } : {},
      };
    },
  });
}

/** Records that somebody failed to sign in with an address. What was typed is not kept: it may be a password. */
export async function noteRefusedSignIn(ctx: ApiContext, request: FastifyRequest, email: string): Promise<void> {
  await request.server.refusals.note({
    who: getClientNetwork(request.ip),
    anonymous: true,
    what: `sign-in ${sha256(normalizeAddress(email)).toString('base64')}`,
    event: async () => {
      const userId = await userOfAddress(ctx.db, email);
      return {
        ...common(request, undefined, NOBODY),
        place: { orgId: null, projectId: null },
        type: REFUSAL_TYPES.signIn,
        resource: { type: 'user', id: userId ?? null },
        message: userId === undefined ? 'sign-in refused: no such user' : 'sign-in refused',
      };
    },
  });
}

function common(request: FastifyRequest, op: Operation | undefined, actor: Actor) {
  const labels: Record<string, string> = op ? { operation: op.id } : {};
  return {
    actor,
    labels,
    requestId: request.id,
    ipAddress: request.ip,
    told: null,
  };
}
