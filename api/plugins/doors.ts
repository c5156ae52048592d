import type { FastifyInstance, FastifyRequest } from 'fastify';
import { errors } from '../../src/platform/errors.ts';
import { getClientNetwork } from '../../src/platform/http/addresses.ts';
import { RateLimiter } from '../../src/platform/rate-limits.ts';
import type { ApiContext } from '../context.ts';

/** Where secrets or links could be guessed, mails be sent to strangers, or requests begun that are kept: each has attempts of its own. */
export type Door = 'sign-in' | 'mail' | 'link' | 'join' | 'token' | 'authorize' | 'hook' | 'share';

/** Takes one attempt of the request's client network at a door; throws a 429 where none is left. */
export type Doorkeeper = (request: FastifyRequest, door: Door) => void;

/**
 * Holds each client network to so many attempts a minute at each door, over all API processes: HOOK_RATE_LIMIT where
 * machines deliver, SIGN_IN_RATE_LIMIT everywhere else.
 */
export function keepDoors(app: FastifyInstance, ctx: ApiContext): Doorkeeper {
  const { signInRateLimit, hookRateLimit } = ctx.config;
  const limiterOf = (perMinute: number) => (perMinute === 0 ? undefined : new RateLimiter(ctx.db, perMinute, ctx.log));
  const [people, machines] = [limiterOf(signInRateLimit), limiterOf(hookRateLimit)];
  const keep: Doorkeeper = (request, door) => {
    const limiter = door === 'hook' ? machines : people;
    const allowance = limiter?.consume(`${door}:${getClientNetwork(request.ip)}`);
    if (allowance?.allowed === false) throw errors.rateLimited(allowance.retryAfterSeconds);
  };
  app.addHook('onRequest', async (request) => {
    const door = request.routeOptions.config.operation?.door;
    if (door !== undefined) keep(request, door);
  });
  app.addHook('onClose', async () => {
    for (const limiter of [people, machines]) limiter?.close();
  });
  return keep;
}
