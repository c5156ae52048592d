import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { runBestEffort } from '../../src/platform/best-effort.ts';
import { digestJson } from '../../src/platform/digest.ts';
import { errors, toProblemAt, ValidationError } from '../../src/platform/errors.ts';
import { claimKey, findKey, type KeyScope, releaseKey, renewClaims } from '../../src/platform/idempotency.ts';
import { newId } from '../../src/platform/ids.ts';
import type { ApiContext } from '../context.ts';
import { requestProblems } from '../problems.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Claim of the request's Idempotency-Key. */
    idempotency: { readonly owner: string } | undefined;
    /** Run of an earlier request with the same key, which determines the response. */
    earlierRun: string | undefined;
  }
}

/** Poll interval of a duplicate that waits for the first request. */
const POLL_INTERVAL_MS = 50;
/** Interval at which requests in progress renew their claims. */
const HEARTBEAT_INTERVAL_MS = 1000;

/**
 * Executes a request with an Idempotency-Key once per caller, method and path. The key is stored with the started run,
 * not with the response: a repeat is answered from the current state of the run. Failed requests release their key.
 */
export function handleIdempotencyKeys(app: FastifyInstance, ctx: ApiContext): void {
  app.decorateRequest('idempotency');
  app.decorateRequest('earlierRun');
  const claims = keepKeysClaimed(app, ctx);
  app.addHook('preHandler', async (request, reply) => {
    if (!request.routeOptions.config.operation?.request.idempotent) return;
    const key = request.headers['idempotency-key'];
    if (key === undefined) return;
    if (typeof key !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(key)) {
      throw new ValidationError([toProblemAt(['header', 'idempotency-key'], requestProblems.invalid_idempotency_key)]);
    }
    return await claimOrReplay(ctx, request, reply, key, claims);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const owner = request.idempotency?.owner;
    if (owner === undefined) return payload;
    claims.delete(owner);
    const release = () => releaseKey(ctx.db, owner);
    if (reply.statusCode >= 400)
      await runBestEffort(ctx.log, 'release the Idempotency-Key of a request; it expires otherwise', release);
    return payload;
  });
}

/**
 * Returns the claims of this process: claim time by owner. Claims older than a second are renewed every second, so
 * repeats soon take over the keys of a crashed process.
 */
function keepKeysClaimed(app: FastifyInstance, ctx: ApiContext): Map<string, number> {
  const claims = new Map<string, number>();
  let isRenewing = false;
  const renew = async () => {
    const since = performance.now() - HEARTBEAT_INTERVAL_MS;
    const owners = [...claims].filter(([, claimed]) => claimed < since).map(([owner]) => owner);
    if (isRenewing || owners.length === 0) return;
    isRenewing = true;
    await runBestEffort(ctx.log, 'renew the Idempotency-Keys of requests in progress', async () => {
      const active = await renewClaims(ctx.db, owners);
      for (const owner of owners) if (!active.has(owner)) claims.delete(owner);
    });
    isRenewing = false;
  };
  const timer = setInterval(renew, HEARTBEAT_INTERVAL_MS);
  app.addHook('onClose', async () => clearInterval(timer));
  return claims;
}

async function claimOrReplay(
  ctx: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
  claims: Map<string, number>,
) {
  const { subject } = request.caller;
  const path = request.url.split('?')[0] ?? '';
  const scope: KeyScope = { caller: `${subject.type}:${subject.id}`, method: request.method, path, key };
  const files = (request.uploads ?? []).map((file) => [file.field, file.name, file.blob.sha256.toString('hex')]);
  const digest = Buffer.from(digestJson({ body: request.body, query: request.query, files }), 'hex');
  const owner = newId();
  // Ends once the first request is accepted, fails and releases its key, or counts as abandoned.
  while (!(await claimKey(ctx.db, scope, digest, owner))) {
    const row = await findKey(ctx.db, scope);
    if (!row) continue;
    if (!row.digest.equals(digest)) {
      throw errors.keyReused(key);
    }
    if (row.run_id) {
      request.earlierRun = row.run_id;
      reply.header('idempotency-replayed', 'true');
      return undefined;
    }
    await pause(POLL_INTERVAL_MS);
  }
  request.idempotency = { owner };
  claims.set(owner, performance.now());
  return undefined;
}
