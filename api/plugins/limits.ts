import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { sha256 } from '../../src/platform/digest.ts';
import { errors } from '../../src/platform/errors.ts';
import { RateLimiter, type RateLimitState } from '../../src/platform/rate-limits.ts';
import type { ApiContext } from '../context.ts';

/** Most credentials that are known again before they are proved. */
const MOST_KNOWN = 20_000;

/** Whom a request counts for. */
interface Counted {
  readonly credential: string;
  /** Null where no person is behind the credential. */
  readonly person: string | null;
}

/**
 * Holds each credential to RATE_LIMIT requests a minute over all API processes, and each person with all their credentials to
 * RATE_LIMIT_PER_PERSON. Only credentials that were proved are counted and remembered, so that made-up ones cost no memory;
 * one that was proved before and has nothing left is refused before anything is asked of the database.
 */
export function limitRates(app: FastifyInstance, ctx: ApiContext): void {
  const { rateLimit: perMinute, rateLimitPerPerson } = ctx.config;
  const limiterOf = (most: number) => (most === 0 ? undefined : new RateLimiter(ctx.db, most, ctx.log));
  const [ofCredential, ofPerson] = [limiterOf(perMinute), limiterOf(rateLimitPerPerson)];
  if (!ofCredential && !ofPerson) return;
  const known = new LRUCache<string, Counted>({ max: MOST_KNOWN });
  const counted = new WeakSet<FastifyRequest>();
  const take = (request: FastifyRequest, reply: FastifyReply, { credential, person }: Counted): RateLimitState[] => {
    counted.add(request);
    const allowance = ofCredential?.consume(credential);
    if (allowance) {
      reply.header('ratelimit-policy', `"credential";q=${perMinute};w=60`);
      reply.header('ratelimit', `"credential";r=${allowance.remaining};t=${allowance.resetSeconds}`);
    }
    return [allowance, person === null ? undefined : ofPerson?.consume(person)].filter((one) => one !== undefined);
  };
  const admitted = (request: FastifyRequest, reply: FastifyReply): RateLimitState[] => {
    if (request.caller === undefined || counted.has(request)) return [];
    const { kind, credentialId, subject } = request.caller;
    const person = subject.type === 'user' ? `person:${subject.id}` : null;
    const name = { credential: `${kind}:${credentialId}`, person };
    const digest = digestOf(request);
    if (digest !== undefined) known.set(digest, name);
    return take(request, reply, name);
  };
  const refuse = (allowances: readonly RateLimitState[]) => {
    const waits = allowances.filter(({ allowed }) => !allowed).map(({ retryAfterSeconds: retryAfter }) => retryAfter);
    if (waits.length > 0) throw errors.rateLimited(Math.max(...waits));
  };
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.operation?.access === 'public') return;
    const name = known.get(digestOf(request) ?? '');
    if (name !== undefined) refuse(take(request, reply, name));
  });
  app.addHook('preParsing', async (request, reply) => refuse(admitted(request, reply)));
  // A request that was refused for want of rights never comes that far, and counts too.
  app.addHook('onError', async (request, reply) => void admitted(request, reply));
  app.addHook('onClose', async () => {
    ofCredential?.close();
    ofPerson?.close();
  });
}

/** What a credential is known again by; undefined where the request brings none in its Authorization header. */
function digestOf(request: FastifyRequest): string | undefined {
  const value = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  return value === undefined ? undefined : sha256(value).toString('base64');
}
