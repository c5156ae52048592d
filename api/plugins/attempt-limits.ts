import type { FastifyInstance, FastifyRequest } from 'fastify';
import { errors } from '../../src/platform/errors.ts';
import { getClientNetwork } from '../../src/platform/http/addresses.ts';
import { RateLimiter } from '../../src/platform/rate-limits.ts';
import type { ApiContext } from '../context.ts';

/**
 * Groups of public operations that could be abused to guess secrets, send mail, store data or use much CPU. Each has
 * its own limit.
 */
export type RateLimitGroup =
  | 'sign-in'
  | 'mail'
  | 'link'
  | 'join'
  | 'token'
  | 'authorize'
  | 'register'
  | 'hook'
  | 'share'
  | 'guide';

/** Counts one attempt of the client network in a group. Throws a 429 if none is left. */
export type TakeAttempt = (request: FastifyRequest, group: RateLimitGroup) => void;

/**
 * Limits each client network per group and minute, across all API processes: HOOK_RATE_LIMIT for webhooks,
 * SIGN_IN_RATE_LIMIT for all other groups.
 */
export function limitAttempts(app: FastifyInstance, ctx: ApiContext): TakeAttempt {
  const { signInRateLimit, hookRateLimit } = ctx.config;
  const createLimiter = (perMinute: number) =>
    perMinute === 0 ? undefined : new RateLimiter(ctx.db, perMinute, ctx.log);
  const [personLimiter, hookLimiter] = [createLimiter(signInRateLimit), createLimiter(hookRateLimit)];
  const takeAttempt: TakeAttempt = (request, group) => {
    const limiter = group === 'hook' ? hookLimiter : personLimiter;
    const allowance = limiter?.consume(`${group}:${getClientNetwork(request.ip)}`);
    if (allowance?.allowed === false) throw errors.rateLimited(allowance.retryAfterSeconds);
  };
  app.addHook('onRequest', async (request) => {
    const group = request.routeOptions.config.operation?.auth.rateLimit;
    if (group !== undefined) takeAttempt(request, group);
  });
  app.addHook('onClose', async () => {
    for (const limiter of [personLimiter, hookLimiter]) limiter?.close();
  });
  return takeAttempt;
}
