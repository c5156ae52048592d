import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { digestOf, sha256 } from '../../src/platform/digest.ts';
import { errors, ValidationError } from '../../src/platform/errors.ts';
import { claimKey, findKey, type KeyScope, releaseKey, storeAnswer } from '../../src/platform/idempotency.ts';
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

/** Gives the first answer again to a repeat of the same caller, method, path and key. */
export function honourIdempotencyKeys(app: FastifyInstance, ctx: ApiContext): void {
  app.decorateRequest('idempotency');
  app.decorateRequest('earlierRun');
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
    return await claimOrReplay(ctx, request, reply, key);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const owner = request.idempotency?.owner;
    if (owner === undefined) return payload;
    if (reply.statusCode >= 500) await releaseKey(ctx.db, owner);
    else
      await storeAnswer(ctx.db, owner, {
        status: reply.statusCode,
        headers: keptHeaders(reply),
        body: textOf(payload),
      });
    return payload;
  });
}

async function claimOrReplay(ctx: ApiContext, request: FastifyRequest, reply: FastifyReply, key: string) {
  const { subject } = request.caller;
  const path = request.url.split('?')[0] ?? '';
  const scope: KeyScope = { caller: `${subject.type}:${subject.id}`, method: request.method, path, key };
  const files = (request.uploads ?? []).map((file) => [file.field, file.name, sha256(file.data).toString('hex')]);
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
  return undefined;
}

function keptHeaders(reply: FastifyReply): Record<string, string> {
  const entries = KEPT_HEADERS.map((name) => [name, reply.getHeader(name)] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

function textOf(payload: unknown): string {
  return typeof payload === 'string' ? payload : Buffer.isBuffer(payload) ? payload.toString('utf8') : '';
}
