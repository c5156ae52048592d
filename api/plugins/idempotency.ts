import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { runBestEffort } from '../../src/platform/best-effort.ts';
import { digestJson } from '../../src/platform/digest.ts';
import { errors, problemAt, ValidationError } from '../../src/platform/errors.ts';
import { claimKey, findKey, type KeyScope, releaseKey, renewClaims } from '../../src/platform/idempotency.ts';
import { newId } from '../../src/platform/ids.ts';
import type { ApiContext } from '../context.ts';
import { requestProblems } from '../problems.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set where a request carries an Idempotency-Key that counts. */
    idempotency: { readonly owner: string } | undefined;
    /** The run that an earlier request with the same key was accepted for: what became of it is the answer. */
    earlierRun: string | undefined;
  }
}

/** Milliseconds between looks while a concurrent duplicate waits for the first. */
const LOOK_MS = 50;
/** Milliseconds between two signs that the requests under way still hold their keys. */
const SIGN_MS = 1000;

/**
 * Lets a repeat of the same caller, method, path and key act no second time. Kept is what was accepted, not how it was
 * answered: the operation ties its key to the run in the transaction that acts, and answers a repeat anew from the run,
 * so that nobody is told for a day what was true when a connection broke. A refusal is not kept.
 */
export function honourIdempotencyKeys(app: FastifyInstance, ctx: ApiContext): void {
  app.decorateRequest('idempotency');
  app.decorateRequest('earlierRun');
  const held = holdWhileUnderWay(app, ctx);
  app.addHook('preHandler', async (request, reply) => {
    if (!request.routeOptions.config.operation?.request.idempotent) return;
    const key = request.headers['idempotency-key'];
    if (key === undefined) return;
    if (typeof key !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(key)) {
      throw new ValidationError([problemAt(['header', 'idempotency-key'], requestProblems.invalid_idempotency_key)]);
    }
    return await claimOrReplay(ctx, request, reply, key, held);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const owner = request.idempotency?.owner;
    if (owner === undefined) return payload;
    held.delete(owner);
    const free = () => releaseKey(ctx.db, owner);
    if (reply.statusCode >= 400)
      await runBestEffort(ctx.log, 'free the Idempotency-Key of a request; it frees itself in time', free);
    return payload;
  });
}

/**
 * Keys held by requests of this process, by owner, each with when it was claimed. A claim that is not done within a
 * second gets a sign each second, so that a process that died leaves its keys to repeats soon after.
 */
function holdWhileUnderWay(app: FastifyInstance, ctx: ApiContext): Map<string, number> {
  const held = new Map<string, number>();
  let isLooking = false;
  const sign = async () => {
    const since = performance.now() - SIGN_MS;
    const owners = [...held].filter(([, claimed]) => claimed < since).map(([owner]) => owner);
    if (isLooking || owners.length === 0) return;
    isLooking = true;
    await runBestEffort(ctx.log, 'hold the Idempotency-Keys of requests under way', async () => {
      const open = await renewClaims(ctx.db, owners);
      for (const owner of owners) if (!open.has(owner)) held.delete(owner);
    });
    isLooking = false;
  };
  const timer = setInterval(sign, SIGN_MS);
  app.addHook('onClose', async () => clearInterval(timer));
  return held;
}

async function claimOrReplay(
  ctx: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
  held: Map<string, number>,
) {
  const { subject } = request.caller;
  const path = request.url.split('?')[0] ?? '';
  const scope: KeyScope = { caller: `${subject.type}:${subject.id}`, method: request.method, path, key };
  const files = (request.uploads ?? []).map((file) => [file.field, file.name, file.blob.sha256.toString('hex')]);
  const digest = Buffer.from(digestJson({ body: request.body, query: request.query, files }), 'hex');
  const owner = newId();
  // Ends by itself: the first request is accepted, is refused and lets go, or counts as abandoned.
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
    await pause(LOOK_MS);
  }
  request.idempotency = { owner };
  held.set(owner, performance.now());
  return undefined;
}
