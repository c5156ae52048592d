import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { sha256 } from '../../src/platform/digest.ts';
import { errors } from '../../src/platform/errors.ts';
import { RateLimiter, type RateLimitState } from '../../src/platform/rate-limits.ts';
import type { ApiContext } from '../context.ts';

/** Maximum number of cached credentials, which are rate limited before authentication. */
const MAX_CACHED_CREDENTIALS = 20_000;

/** The rate-limit keys of a request. */
interface RateLimitKeys {
  readonly credential: string;
  /** User, or project of a client. Null for other credentials. */
  readonly holder: string | null;
}

/**
 * Limits each credential to RATE_LIMIT requests per minute across all API processes, and each user to
 * RATE_LIMIT_PER_PERSON, as well as all clients of a project together, because their number is not limited. Only
 * authenticated credentials are counted and cached, so invalid ones use no memory. A cached credential without
 * remaining requests is rejected before any database query.
 */
export function limitRates(app: FastifyInstance, ctx: ApiContext): void {
  const { rateLimit: perMinute, rateLimitPerPerson } = ctx.config;
  const createLimiter = (limit: number) => (limit === 0 ? undefined : new RateLimiter(ctx.db, limit, ctx.log));
  const [credentialLimiter, holderLimiter] = [createLimiter(perMinute), createLimiter(rateLimitPerPerson)];
  if (!credentialLimiter && !holderLimiter) return;
  const keysByDigest = new LRUCache<string, RateLimitKeys>({ max: MAX_CACHED_CREDENTIALS });
  const counted = new WeakSet<FastifyRequest>();
  const takeTokens = (
    request: FastifyRequest,
    reply: FastifyReply,
    { credential, holder }: RateLimitKeys,
  ): RateLimitState[] => {
    counted.add(request);
    const allowance = credentialLimiter?.consume(credential);
    if (allowance) {
      reply.header('ratelimit-policy', `"credential";q=${perMinute};w=60`);
      reply.header('ratelimit', `"credential";r=${allowance.remaining};t=${allowance.resetSeconds}`);
    }
    return [allowance, holder === null ? undefined : holderLimiter?.consume(holder)].filter((one) => one !== undefined);
  };
  const takeOnce = (request: FastifyRequest, reply: FastifyReply): RateLimitState[] => {
    if (request.caller === undefined || counted.has(request)) return [];
    const { kind, credentialId, subject } = request.caller;
    const holder = ['user', 'project'].includes(subject.type) ? `${subject.type}:${subject.id}` : null;
    const keys = { credential: `${kind}:${credentialId}`, holder };
    const digest = getCredentialDigest(request);
    if (digest !== undefined) keysByDigest.set(digest, keys);
    return takeTokens(request, reply, keys);
  };
  const assertAllowed = (allowances: readonly RateLimitState[]) => {
    const delays = allowances.filter(({ allowed }) => !allowed).map(({ retryAfterSeconds: retryAfter }) => retryAfter);
    if (delays.length > 0) throw errors.rateLimited(Math.max(...delays));
  };
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.operation?.auth.permission === 'public') return;
    const keys = keysByDigest.get(getCredentialDigest(request) ?? '');
    if (keys !== undefined) assertAllowed(takeTokens(request, reply, keys));
  });
  app.addHook('preParsing', async (request, reply) => assertAllowed(takeOnce(request, reply)));
  // Unauthorized requests end before preParsing, but count too.
  app.addHook('onError', async (request, reply) => void takeOnce(request, reply));
  app.addHook('onClose', async () => {
    credentialLimiter?.close();
    holderLimiter?.close();
  });
}

/** Returns the cache key of a bearer credential, or undefined without an Authorization header. */
function getCredentialDigest(request: FastifyRequest): string | undefined {
  const value = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  return value === undefined ? undefined : sha256(value).toString('base64');
}
