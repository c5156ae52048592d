import type { FastifyRequest } from 'fastify';
import { withUserTold } from '../../src/identity/told.ts';
import type { ApiContext } from '../context.ts';
import type { Audit } from '../plugins/audit.ts';
import { peopleHeaders } from './session.ts';

/** Makes an account where the address may have one. Whether it did shows in a mail only. */
export async function signUp(
  ctx: ApiContext,
  request: FastifyRequest,
  person: { readonly email: string; readonly password: string; readonly name: string },
  audit: Audit,
): Promise<void> {
  const { email, password, name } = person;
  const headers = peopleHeaders(ctx, request);
  const { answer, userId } = await withUserTold(() =>
    ctx.identity.people.api.signUpEmail({ body: { email, password, name }, headers, asResponse: true }),
  );
  // Somebody else took the address in the same moment: for the caller the same as one that was taken before.
  if (!answer.ok && answer.status !== 422) throw new Error(`sign-up failed with ${answer.status}`);
  await record(ctx, audit, userId);
}

/** The library underneath commits by itself: the event follows in a transaction of its own. */
async function record(ctx: ApiContext, audit: Audit, userId: string | undefined): Promise<void> {
  if (userId === undefined) audit.unchanged();
  else await audit(ctx.db, { resource: { type: 'user', id: userId }, userId });
}

/** Mails the link that confirms an address, where there is an account that needs it; after the answer, as it takes. */
export function askForVerification(ctx: ApiContext, request: FastifyRequest, email: string): void {
  const headers = peopleHeaders(ctx, request);
  headers.delete('cookie');
  afterwards(ctx, () => ctx.identity.people.api.sendVerificationEmail({ body: { email }, headers, asResponse: true }));
}

/** Confirms an address; false when the token is not one of ours or too old. */
export async function verifyAddress(ctx: ApiContext, token: string, audit: Audit): Promise<boolean> {
  const { answer, userId } = await withUserTold(() =>
    ctx.identity.people.api.verifyEmail({ query: { token }, asResponse: true }),
  );
  await record(ctx, audit, userId);
  return judged(answer);
}

/** Mails a link for choosing a new password, where the address has an account; after the answer, as it takes. */
export function askForReset(ctx: ApiContext, request: FastifyRequest, email: string): void {
  const headers = peopleHeaders(ctx, request);
  afterwards(ctx, () => ctx.identity.people.api.requestPasswordReset({ body: { email }, headers, asResponse: true }));
}

/** Works after the answer, whose time must not tell whether there was anything to do. */
function afterwards(ctx: ApiContext, work: () => Promise<Response>): void {
  setImmediate(() => {
    work().then(
      ({ status }) => status >= 500 && ctx.log.error({ status }, 'a mail that was asked for could not be made'),
      (error: unknown) => ctx.log.error({ err: error }, 'a mail that was asked for could not be made'),
    );
  });
}

/** Sets a new password; false when the token is not one of ours, too old or used. */
export async function resetPassword(ctx: ApiContext, token: string, password: string, audit: Audit): Promise<boolean> {
  const { answer, userId } = await withUserTold(() =>
    ctx.identity.people.api.resetPassword({ body: { token, newPassword: password }, asResponse: true }),
  );
  await record(ctx, audit, userId);
  return judged(answer);
}

function judged(answer: Response): boolean {
  if (answer.status >= 500) throw new Error(`a mailed link could not be used: ${answer.status}`);
  return answer.ok;
}
