import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordLanguage } from '../../src/identity/mail-language.ts';
import { checkPassword } from '../../src/identity/passwords.ts';
import { startSession } from '../../src/identity/sessions.ts';
import { useSignInLink } from '../../src/identity/sign-in-links.ts';
import { deleteFailures, getSignInPause, recordFailure } from '../../src/identity/throttle.ts';
import { findPassword, isCurrentPassword } from '../../src/identity/users.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { errors } from '../../src/platform/errors.ts';
import { getClientNetwork } from '../../src/platform/http/addresses.ts';
import { getPreferredLanguage } from '../../src/platform/pages/locale.ts';
import type { Change } from '../change.ts';
import type { ApiContext } from '../context.ts';
import { AuthenticationError } from '../plugins/credentials.ts';
import { recordRefusedSignIn } from '../plugins/refusals.ts';

/** Sign-in form. */
interface SignIn {
  readonly email: string;
  readonly password: string;
  /** Whether the session survives closing the browser. Default true. */
  readonly remember?: boolean | undefined;
}

/**
 * Signs a browser in and sets its cookie. A wrong password and an unknown address get the same response after the same
 * work. Repeated failures from one network wait, each time longer. Throws a 401 or a 429.
 */
export async function signIn(
  ctx: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { email, password, remember = true }: SignIn,
  change: Change,
): Promise<string> {
  const network = getClientNetwork(request.ip);
  const pause = await getSignInPause(ctx.db, email, network);
  if (pause > 0) throw errors.rateLimited(pause);
  // Recorded before the check, so that concurrent attempts count as well.
  await recordFailure(ctx.db, email, network);
  const known = await findPassword(ctx.db, email);
  const { matches: fits, newHash: renewed } = await checkPassword(known?.hash, password);
  const token = await change(async (trx) => {
    if (!known || !fits || !(await isCurrentPassword(trx, known, renewed)))
      return { result: undefined, audited: 'unchanged' };
    const { userId } = known;
    const started = await startBrowserSession(trx, ctx, request, userId, remember);
    await deleteFailures(trx, email, network);
    return { result: started, audited: { resource: { type: 'user', id: userId }, userId } };
  });
  if (!known || token === undefined) {
    await recordRefusedSignIn(ctx, request, email);
    throw new AuthenticationError('the address or the password is wrong');
  }
  reply.header('set-cookie', ctx.identity.cookie.set(token, remember));
  return known.userId;
}

/** Signs a browser in by link and sets its cookie. Returns undefined if the link is invalid, expired or used. */
export async function signInByLink(
  ctx: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  link: string,
  change: Change,
): Promise<string | undefined> {
  const signedIn = await change(async (trx) => {
    const userId = await useSignInLink(trx, link);
    if (userId === undefined) return { result: undefined, audited: 'unchanged' };
    const token = await startBrowserSession(trx, ctx, request, userId, true);
    return { result: { userId, token }, audited: { resource: { type: 'user', id: userId }, userId } };
  });
  if (signedIn) reply.header('set-cookie', ctx.identity.cookie.set(signedIn.token, true));
  return signedIn?.userId;
}

/** Starts a session for the requesting browser. */
async function startBrowserSession(
  trx: Executor,
  ctx: ApiContext,
  request: FastifyRequest,
  userId: string,
  remember: boolean,
) {
  const language = getPreferredLanguage(request);
  if (language !== undefined) await recordLanguage(trx, userId, language);
  const days = remember ? ctx.config.sessionDays : 1;
  const userAgent = request.headers['user-agent'];
  const most = ctx.config.sessionsPerPerson;
  return startSession(trx, { userId, days, maxSessions: most, ipAddress: request.ip, userAgent });
}
