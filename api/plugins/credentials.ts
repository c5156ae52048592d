import type { FastifyRequest } from 'fastify';
import type { Credential } from '../../src/identity/holders.ts';
import type { ApiContext } from '../context.ts';
import { requestErrors } from '../errors.ts';
import { wantsPage } from './consent.ts';
import { isCrossSite } from './security.ts';

/** Missing or bad credentials: 401. */
export class AuthenticationError extends Error {
  override readonly name = 'AuthenticationError';
}

/** Methods that change nothing. */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether a request changes something. Of a GET that does, a browser that goes there is asked by the handler before anything is. */
function changesSomething(request: FastifyRequest): boolean {
  if (!SAFE.has(request.method)) return true;
  return request.routeOptions.config.operation?.audit.writesOnGet !== undefined && !wantsPage(request);
}

/**
 * The credential of a request: the Authorization header, or the cookie of a browser that is signed in. A page elsewhere
 * can make a browser send the cookie, so that with it nothing is changed unless the browser says the request is ours.
 */
export function credentialOf(ctx: ApiContext, request: FastifyRequest): Credential {
  const header = request.headers.authorization;
  if (header === undefined) {
    const token = ctx.identity.cookie.tokenIn(request.headers.cookie);
    if (token === undefined) throw new AuthenticationError('the Authorization header is missing');
    if (changesSomething(request) && isCrossSite(ctx, request, 'refuse-unknown'))
      throw requestErrors.crossSiteRequest();
    return { kind: 'session', token };
  }
  const match = /^Bearer ([\x21-\x7e]{1,512})$/i.exec(header);
  if (!match?.[1]) throw new AuthenticationError('the Authorization header must be `Bearer <credential>`');
  return { kind: 'bearer', value: match[1] };
}
