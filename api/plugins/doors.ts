import type { FastifyInstance, FastifyRequest } from 'fastify';
import { errors } from '../../src/platform/errors.ts';
import { clientNetwork } from '../../src/platform/http/addresses.ts';
import { RateLimiter } from '../../src/platform/rate-limits.ts';
import type { ApiContext } from '../context.ts';
import type { Operation } from '../operation.ts';

/** Takes one attempt of the request's client network at a door; throws a 429 where none is left. */
export type Doorkeeper = (request: FastifyRequest, door: string) => void;

/** Operations at which secrets could be guessed, or mails be sent to strangers, and the door each belongs to. */
const DOORS: Readonly<Record<string, string>> = {
  'identity.sign_in': 'sign-in',
  'identity.sign_up': 'mail',
  'identity.resend_verification': 'mail',
  'identity.request_password_reset': 'mail',
  'identity.verify_address': 'link',
  'identity.reset_password': 'link',
  'organization.join': 'join',
};

/** Whether an operation is held to so many attempts of a client network. */
export function standsAtDoor(op: Operation): boolean {
  return Object.hasOwn(DOORS, op.id);
}

/** Holds each client network to SIGN_IN_RATE_LIMIT attempts a minute at each door, over all API processes. */
export function keepDoors(app: FastifyInstance, ctx: ApiContext): Doorkeeper {
  const perMinute = ctx.config.signInRateLimit;
  if (perMinute === 0) return () => undefined;
  const limiter = new RateLimiter(ctx.db, perMinute, ctx.log);
  const keep: Doorkeeper = (request, door) => {
    const allowance = limiter.take(`${door}:${clientNetwork(request.ip)}`);
    if (!allowance.allowed) throw errors.rateLimited(allowance.retryAfter);
  };
  app.addHook('onRequest', async (request) => {
    const door = DOORS[request.routeOptions.config.operation?.id ?? ''];
    if (door !== undefined) keep(request, door);
  });
  app.addHook('onClose', async () => limiter.close());
  return keep;
}
