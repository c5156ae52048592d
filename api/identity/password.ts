import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { accessErrors } from '../../src/access/errors.ts';
import { checkPassword, PASSWORD_LENGTH } from '../../src/identity/passwords.ts';
import { identityProblems } from '../../src/identity/problems.ts';
import { endSessions, isOpenSession } from '../../src/identity/sessions.ts';
import { forgetFailures, noteFailure, signInPause } from '../../src/identity/throttle.ts';
import { findPasswordOf, isStillPassword, type StoredPassword, setPassword } from '../../src/identity/users.ts';
import { errors } from '../../src/platform/errors.ts';
import { getClientNetwork } from '../../src/platform/http/addresses.ts';
import type { Caller } from '../caller.ts';
import type { ApiContext } from '../context.ts';
import { operation } from '../operation.ts';
import { AuthenticationError } from '../plugins/credentials.ts';
import { Text } from '../schemas.ts';
import { personOf } from './person.ts';

/** A password that is chosen anew. */
export const Password = Type.String({ minLength: PASSWORD_LENGTH.least, maxLength: PASSWORD_LENGTH.most });

const change = operation(
  {
    id: 'user.password.change',
    method: 'POST',
    path: '/user/password',
    tag: 'Identity',
    summary: 'Choose another password; signs out every browser but the one that asks',
    description:
      'Who has no password yet, having signed in by a link, gives none before, and needs a browser session. Ends every link that was mailed; API keys and what OAuth clients were granted stay. Wrong passwords count as failed sign-ins do: who fails often has to wait.',
    auth: { permission: 'authenticated', scopes: [] },
    request: {
      body: Type.Object({
        current_password: Type.Optional(Text(1000)),
        password: Password,
      }),
      idempotent: false,
      example: { current_password: 'correct horse battery', password: 'wrong mule accumulator' },
    },
    response: {
      schemas: { 200: Type.Object({ ended: Type.Integer({ description: 'sessions' }) }, { title: 'NewPassword' }) },
    },
    audit: { event: 'user.password_changed' },
  },
  async ({ ctx, caller, body, request, change }) => {
    const user = personOf(caller, 'edit');
    const session = caller.kind === 'user_session' ? caller.credentialId : null;
    const known = await findPasswordOf(ctx.db, user);
    if (known) await prove(ctx, caller, request, known, body.current_password);
    // A key that is revoked later must not leave a password behind.
    else if (session === null)
      throw accessErrors.permissionCheckFailed(caller.subject, { type: 'user', id: user }, 'edit');
    return change(async (trx) => {
      if (known && !(await isStillPassword(trx, known))) throw wrong();
      await setPassword(trx, user, body.password);
      // Whoever set one at the same time signed this browser out: theirs stays.
      if (session !== null && !(await isOpenSession(trx, session)))
        throw new AuthenticationError('the session has ended');
      const ended = await endSessions(trx, user, session);
      return { result: { ended }, audited: { resource: { type: 'user', id: user }, payload: { ended } } };
    });
  },
);

/** Throws where the password is not the one that holds: a 422 on the field, or a 429 where it failed too often from there. */
async function prove(
  { db }: ApiContext,
  { email }: Caller,
  request: FastifyRequest,
  known: StoredPassword,
  given: string | undefined,
): Promise<void> {
  const place = getClientNetwork(request.ip);
  const address = email ?? '';
  const pause = await signInPause(db, address, place);
  if (pause > 0) throw errors.rateLimited(pause);
  // Noted before the password is looked at, so that attempts at the same time count as well.
  await noteFailure(db, address, place);
  const { fits } = await checkPassword(known.hash, given ?? '');
  if (!fits) throw wrong();
  await forgetFailures(db, address, place);
}

function wrong(): Error {
  return errors.invalid('current_password', identityProblems.wrong_password);
}

export const PASSWORD_OPERATIONS = [change];
