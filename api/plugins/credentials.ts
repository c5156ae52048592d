import type { FastifyRequest } from 'fastify';
import type { Credential } from '../../src/identity/holders.ts';
import type { ApiContext } from '../context.ts';
import { requestErrors } from '../errors.ts';
import { wantsPage } from './consent.ts';
import { isCrossSite } from './security.ts';

/** Missing or invalid credentials: 401. */
export class AuthenticationError extends Error {
  override readonly name = 'AuthenticationError';
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether a request writes. A browser that navigates to a GET that writes gets a confirmation page instead. */
function isWrite(request: FastifyRequest): boolean {
  if (!SAFE_METHODS.has(request.method)) return true;
  return request.routeOptions.config.operation?.audit.writesOnGet !== undefined && !wantsPage(request);
}

/**
 * Returns the credential of a request: the Authorization header or the session cookie. Other sites can make a browser
 * send the cookie, so writes with it require a same-origin request. Throws a 401 or 403.
 */
export function getCredential(ctx: ApiContext, request: FastifyRequest): Credential {
  const header = request.headers.authorization;
  if (header === undefined) {
    const token = ctx.identity.cookie.readToken(request.headers.cookie);
    if (token === undefined) throw new AuthenticationError('the Authorization header is missing');
    if (isWrite(request) && isCrossSite(ctx, request, 'refuse-unknown')) throw requestErrors.crossSiteRequest();
    return { kind: 'session', token };
  }
  const match = /^Bearer ([\x21-\x7e]{1,512})$/i.exec(header);
  if (!match?.[1]) throw new AuthenticationError('the Authorization header must be `Bearer <credential>`');
  return { kind: 'bearer', value: match[1] };
}
