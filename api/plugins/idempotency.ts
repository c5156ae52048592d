import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { digestOf } from '../../src/platform/digest.ts';
import { errors, ValidationError } from '../../src/platform/errors.ts';
import { claimKey, findKey, holdKeys, type KeyScope, releaseKey, storeAnswer } from '../../src/platform/idempotency.ts';
import { newId } from '../../src/platform/ids.ts';
import type { ApiContext } from '../context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set where a request carries an Idempotency-Key that counts. */
    idempotency: { readonly owner: string } | undefined;
    /** The run that an earlier request with the same key made and has not answered: follow it instead of making another. */
    earlierRun: string | undefined;
  }
}

/** Answer headers that belong to the stored answer. */
const KEPT_HEADERS = ['content-type', 'x-task-run-id', 'x-task-revision-id'];
/** Milliseconds between looks while a concurrent duplicate waits for the first. */
const LOOK_MS = 50;
/** Milliseconds between two signs that the requests under way still hold their keys. */
const SIGN_MS = 1000;

/** Gives the first answer again to a repeat of the same caller, method, path and key. */
export function honourIdempotencyKeys(app: FastifyInstance, ctx: ApiContext): void {
  app.decorateRequest('idempotency');
  app.decorateRequest('earlierRun');
  const held = holdWhileUnderWay(app, ctx);
  app.addHook('preHandler', async (request, reply) => {
    if (!request.routeOptions.config.operation?.idempotent) return;
    const key = request.headers['idempotency-key'];
    if (key === undefined) return;
    if (typeof key !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(key)) {
      throw new ValidationError([
        {
          loc: ['header', 'idempotency-key'],
          msg: 'must be 1 to 255 printable ASCII characters',
          type: 'string_pattern_mismatch',
        },
      ]);
    }
    return await claimOrReplay(ctx, request, reply, key, held);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const owner = request.idempotency?.owner;
    if (owner === undefined) return payload;
    const { statusCode: status } = reply;
    held.delete(owner);
    try {
      if (status >= 500) await releaseKey(ctx.db, owner);
      else await storeAnswer(ctx.db, owner, { status, headers: keptHeaders(reply), body: textOf(payload) });
    } catch (error) {
      // What was done is done and the answer is true: it is given all the same. The key frees itself in time.
      ctx.log.warn({ err: error }, 'could not keep or free the Idempotency-Key of a request');
    }
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
    try {
      const open = await holdKeys(ctx.db, owners);
      for (const owner of owners) if (!open.has(owner)) held.delete(owner);
    } catch (error) {
      ctx.log.warn({ err: error }, 'could not hold the Idempotency-Keys of requests under way');
    } finally {
      isLooking = false;
    }
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
  const files = (request.uploads ?? []).map((file) => [file.field, file.name, file.sha256.toString('hex')]);
  const digest = Buffer.from(digestOf({ body: request.body, query: request.query, files }), 'hex');
  const owner = newId();
  // Ends by itself: the first request answers, makes its run, fails and lets go, or counts as abandoned.
  while (!(await claimKey(ctx.db, scope, digest, owner))) {
    const row = await findKey(ctx.db, scope);
    if (!row) continue;
    if (!row.digest.equals(digest)) {
      throw errors.conflict('IDEMPOTENCY_KEY_REUSED', 'this Idempotency-Key was used with a different request', {
        key,
      });
    }
    if (row.completed && row.status !== null) {
      return reply
        .code(row.status)
        .headers({ ...row.headers, 'idempotency-replayed': 'true' })
        .send(row.body ?? '');
    }
    if (row.run_id) {
      request.earlierRun = row.run_id;
      return undefined;
    }
    await pause(LOOK_MS);
  }
  request.idempotency = { owner };
  held.set(owner, performance.now());
  return undefined;
}

function keptHeaders(reply: FastifyReply): Record<string, string> {
  const entries = KEPT_HEADERS.map((name) => [name, reply.getHeader(name)] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

function textOf(payload: unknown): string {
  return typeof payload === 'string' ? payload : Buffer.isBuffer(payload) ? payload.toString('utf8') : '';
}
