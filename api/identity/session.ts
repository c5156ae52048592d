import type { FastifyReply, FastifyRequest } from 'fastify';
import { forgetFailures, noteFailure, signInPause } from '../../src/identity/throttle.ts';
import { endSession, isPasswordSince, passwordSetAt } from '../../src/identity/users.ts';
import { errors } from '../../src/platform/errors.ts';
import { clientNetwork } from '../../src/platform/http/addresses.ts';
import type { ApiContext } from '../context.ts';
import type { Audit } from '../plugins/audit.ts';
import { AuthenticationError } from '../plugins/credentials.ts';
import { noteRefusedSignIn } from '../plugins/refusals.ts';

/** What a person types to sign in. */
export interface SignIn {
  readonly email: string;
  readonly password: string;
  /** Whether the browser keeps the session when it is closed; yes when left out. */
  readonly remember?: boolean | undefined;
}

/** Headers for `better-auth`: what it stores of a session, and the cookies it reads. */
export function peopleHeaders(ctx: ApiContext, request: FastifyRequest): Headers {
  const headers = new Headers({
    'x-holdfast-client-address': request.ip,
    origin: new URL(ctx.config.publicUrl).origin,
  });
  for (const name of ['cookie', 'user-agent']) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  return headers;
}

/** Passes on the cookies of an answer. */
export function passCookies(from: Response, reply: FastifyReply): void {
  for (const cookie of from.headers.getSetCookie()) reply.header('set-cookie', cookie);
}

/**
 * Signs a browser in and sets its cookie. A wrong password and an unknown address answer alike, after the same work; who
 * fails often from one place has to wait there, longer each time. Throws a 401 or a 429.
 */
export async function signIn(
  ctx: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { email, password, remember }: SignIn,
  audit: Audit,
): Promise<string> {
  const place = clientNetwork(request.ip);
  const pause = await signInPause(ctx.db, email, place);
  if (pause > 0) throw errors.rateLimited(pause);
  // Noted before the password is looked at, so that attempts at the same time count as well.
  await noteFailure(ctx.db, email, place);
  const since = await passwordSetAt(ctx.db, email);
  const answer = await ctx.identity.people.api.signInEmail({
    body: { email, password, rememberMe: remember ?? true },
    headers: peopleHeaders(ctx, request),
    asResponse: true,
  });
  const made = answer.ok ? ((await answer.json()) as { user: { id: string }; token: string }) : undefined;
  if (!made || !(await isPasswordSince(ctx.db, email, since))) {
    if (made) await endSession(ctx.db, made.token);
    await noteRefusedSignIn(ctx, request, email);
    throw new AuthenticationError('the address or the password is wrong');
  }
  await forgetFailures(ctx.db, email, place);
  const { user } = made;
  await audit(ctx.db, { resource: { type: 'user', id: user.id }, userId: user.id });
  passCookies(answer, reply);
  return user.id;
}
