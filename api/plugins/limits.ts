import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { sha256 } from '../../src/platform/digest.ts';
import { errors } from '../../src/platform/errors.ts';
import { type Allowance, RateLimiter } from '../../src/platform/rate-limits.ts';
import type { ApiContext } from '../context.ts';

/** Most credentials that are known again before they are proved. */
const MOST_KNOWN = 20_000;

/**
 * Holds each credential to RATE_LIMIT requests a minute over all API processes. Only credentials that were proved are
 * counted and remembered, so that made-up ones cost no memory; one that was proved before and has nothing left is
 * refused before anything is asked of the database.
 */
export function limitRates(app: FastifyInstance, ctx: ApiContext): void {
  const perMinute = ctx.config.rateLimit;
  if (perMinute === 0) return;
  const limiter = new RateLimiter(ctx.db, perMinute, ctx.log);
  const known = new LRUCache<string, string>({ max: MOST_KNOWN });
  const counted = new WeakSet<FastifyRequest>();
  const take = (request: FastifyRequest, reply: FastifyReply, name: string): Allowance => {
    counted.add(request);
    const allowance = limiter.take(name);
    reply.header('ratelimit-policy', `"credential";q=${perMinute};w=60`);
    reply.header('ratelimit', `"credential";r=${allowance.remaining};t=${allowance.reset}`);
    return allowance;
  };
  const admitted = (request: FastifyRequest, reply: FastifyReply): Allowance | undefined => {
    if (request.caller === undefined || counted.has(request)) return undefined;
    const name = `${request.caller.kind}:${request.caller.credentialId}`;
    const digest = digestOf(request);
    if (digest !== undefined) known.set(digest, name);
    return take(request, reply, name);
  };
  const refuse = (allowance: Allowance | undefined) => {
    if (allowance !== undefined && !allowance.allowed) throw errors.rateLimited(allowance.retryAfter);
  };
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.operation?.access === 'public') return;
    const name = known.get(digestOf(request) ?? '');
    if (name !== undefined) refuse(take(request, reply, name));
  });
  app.addHook('preParsing', async (request, reply) => refuse(admitted(request, reply)));
  // A request that was refused for want of rights never comes that far, and counts too.
  app.addHook('onError', async (request, reply) => void admitted(request, reply));
  app.addHook('onClose', async () => limiter.close());
}

/** What a credential is known again by; undefined where the request brings none in its Authorization header. */
function digestOf(request: FastifyRequest): string | undefined {
  const value = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  return value === undefined ? undefined : sha256(value).toString('base64');
}
