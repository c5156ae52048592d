import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { accessErrors } from '../../src/access/errors.ts';
import { checkPassword, PASSWORD_LENGTH } from '../../src/identity/passwords.ts';
import { identityProblems } from '../../src/identity/problems.ts';
import { endSessions, isOpenSession } from '../../src/identity/sessions.ts';
import { deleteFailures, getSignInPause, recordFailure } from '../../src/identity/throttle.ts';
import { findUserPassword, isCurrentPassword, type StoredPassword, setPassword } from '../../src/identity/users.ts';
import { errors } from '../../src/platform/errors.ts';
import { getClientNetwork } from '../../src/platform/http/addresses.ts';
import { BoundedText } from '../../src/platform/schemas.ts';
import type { Caller } from '../caller.ts';
import type { ApiContext } from '../context.ts';
import { operation } from '../operation.ts';
import { AuthenticationError } from '../plugins/credentials.ts';
import { getUserId } from './user-access.ts';

/** New password. */
export const Password = Type.String({ minLength: PASSWORD_LENGTH.min, maxLength: PASSWORD_LENGTH.max });

const change = operation(
  {
    id: 'user.password.change',
    method: 'POST',
    path: '/user/password',
    tag: 'Identity',
    summary: 'Change your password and end all other browser sessions',
    description:
      'A user without a password omits the current one and needs a browser session. Invalidates all mailed links. API keys and OAuth grants remain valid. A wrong password counts as a failed sign-in and can cause a 429.',
    auth: { permission: 'authenticated', scopes: [] },
    request: {
      body: Type.Object({
        current_password: Type.Optional(BoundedText(1000)),
        password: Password,
      }),
      idempotent: false,
      example: { current_password: 'correct horse battery', password: 'wrong mule accumulator' },
    },
    response: {
      schemas: {
        200: Type.Object(
          { ended: Type.Integer({ description: 'Number of ended sessions.' }) },
          { title: 'NewPassword' },
        ),
      },
    },
    audit: { event: 'user.password_changed' },
  },
  async ({ ctx, caller, body, request, change }) => {
    const user = getUserId(caller, 'edit');
    const session = caller.kind === 'user_session' ? caller.credentialId : null;
    const stored = await findUserPassword(ctx.db, user);
    if (stored) await assertPassword(ctx, caller, request, stored, body.current_password);
    // A revoked API key must not leave a password behind.
    else if (session === null)
      throw accessErrors.permissionCheckFailed(caller.subject, { type: 'user', id: user }, 'edit');
    return change(async (trx) => {
      if (stored && !(await isCurrentPassword(trx, stored))) throw toWrongPasswordError();
      await setPassword(trx, user, body.password);
      // A concurrent password change has ended this session, and takes precedence.
      if (session !== null && !(await isOpenSession(trx, session)))
        throw new AuthenticationError('the session has ended');
      const ended = await endSessions(trx, user, session);
      return { result: { ended }, audited: { resource: { type: 'user', id: user }, payload: { ended } } };
    });
  },
);

/** Throws a 422 if the current password is wrong, or a 429 after too many failures from this network. */
async function assertPassword(
  { db }: ApiContext,
  { email }: Caller,
  request: FastifyRequest,
  stored: StoredPassword,
  input: string | undefined,
): Promise<void> {
  const network = getClientNetwork(request.ip);
  const address = email ?? '';
  const pause = await getSignInPause(db, address, network);
  if (pause > 0) throw errors.rateLimited(pause);
  // Recorded before the check, so that concurrent attempts count as well.
  await recordFailure(db, address, network);
  const { matches: fits } = await checkPassword(stored.hash, input ?? '');
  if (!fits) throw toWrongPasswordError();
  await deleteFailures(db, address, network);
}

function toWrongPasswordError(): Error {
  return errors.invalid('current_password', identityProblems.wrong_password);
}

export const PASSWORD_OPERATIONS = [change];
