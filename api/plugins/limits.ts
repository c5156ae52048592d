import type { FastifyInstance } from 'fastify';
import { sha256 } from '../../src/platform/digest.ts';
import { errors } from '../../src/platform/errors.ts';
import type { ApiContext } from '../context.ts';

interface Bucket {
  /** Requests still allowed. */
  tokens: number;
  /** When the bucket was last filled, in milliseconds. */
  at: number;
}

/** Most credentials remembered before full buckets are forgotten. */
const MOST_BUCKETS = 50_000;

/** Holds each credential to RATE_LIMIT requests a minute in this process; a token bucket, so that short bursts pass. */
export function limitRates(app: FastifyInstance, ctx: ApiContext): void {
  const perMinute = ctx.config.rateLimit;
  if (perMinute === 0) return;
  const buckets = new Map<string, Bucket>();
  app.addHook('onRequest', async (request) => {
    const credential = request.headers.authorization;
    if (credential === undefined || request.routeOptions.config.operation?.access === 'public') return;
    const name = sha256(credential).toString('base64');
    const now = Date.now();
    const bucket = buckets.get(name) ?? { tokens: perMinute, at: now };
    bucket.tokens = Math.min(perMinute, bucket.tokens + ((now - bucket.at) * perMinute) / 60_000);
    bucket.at = now;
    if (buckets.size > MOST_BUCKETS) buckets.clear();
    buckets.set(name, bucket);
    if (bucket.tokens < 1) throw errors.rateLimited(Math.ceil(((1 - bucket.tokens) * 60) / perMinute));
    bucket.tokens -= 1;
  });
}
