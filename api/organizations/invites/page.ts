import type { FastifyReply, FastifyRequest } from 'fastify';
import { askToSignUp } from '../../../src/identity/account-mails.ts';
import { lookFor } from '../../../src/identity/page-words/look.ts';
import { findUser } from '../../../src/identity/users.ts';
import { findOpenInvite } from '../../../src/organizations/invites/accepting.ts';
import { DomainError } from '../../../src/platform/errors.ts';
import { isEmailAddress } from '../../../src/platform/mail/address.ts';
import { isDisplayName } from '../../../src/platform/names.ts';
import type { ApiContext } from '../../context.ts';
import { asked, field, passwordProblem, refusalIn, sendPage } from '../../identity/forms.ts';
import { signIn } from '../../identity/session.ts';
import { changeFor } from '../../plugins/audit.ts';
import { AuthenticationError } from '../../plugins/credentials.ts';
import type { Door } from '../../plugins/doors.ts';
import type { PageRoute } from '../../plugins/pages.ts';
import { joining, tellAccepted } from '../joining.ts';
import { alreadyPage, badInvite, confirmPage, doorPage, joinedPage, lookIntoMail, type Shown } from './forms.ts';
import { isProved, signUpInvited } from './people.ts';

const PLACE = '/auth/invite';

/** One request to the page of an invite that is open. */
interface Visit extends Shown {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

const open: PageRoute = {
  method: 'GET',
  path: PLACE,
  door: 'link',
  async handle({ ctx, request, reply }) {
    const visit = await visitOf(ctx, request, reply, asked(request, 'org'), asked(request, 'code'));
    return visit ? show(ctx, visit) : sendPage(reply, badInvite(lookFor(request)), 400);
  },
};

const decide: PageRoute = {
  method: 'POST',
  path: PLACE,
  door: doorsOf,
  async handle({ ctx, request, reply }) {
    const visit = await visitOf(ctx, request, reply, field(request, 'org', 100), field(request, 'code', 200));
    if (!visit) return sendPage(reply, badInvite(lookFor(request)), 400);
    const step = stepOf(request);
    try {
      if (step === 'sign-in') return await signInHere(ctx, visit);
      if (step === 'sign-up') return await signUpHere(ctx, visit);
      if (step === 'other') return sendPage(reply, doorPage(visit, {}));
      return await acceptHere(ctx, visit);
    } catch (error) {
      return refused(visit, error);
    }
  },
};

/**
 * Where the link of an invite's mail leads: whoever holds it sees which organization invites and joins it, after signing
 * in or up where the browser is not signed in. Opening the link changes nothing.
 */
export const INVITE_PAGES = [open, decide];

const stepOf = (request: FastifyRequest) => field(request, 'step', 20);

function doorsOf(request: FastifyRequest): Door[] {
  const step = stepOf(request);
  return step === 'sign-in' ? ['link', 'sign-in'] : step === 'sign-up' ? ['link', 'mail'] : ['link'];
}

async function visitOf(
  ctx: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  orgId: string,
  code: string,
): Promise<Visit | undefined> {
  const invite = await findOpenInvite(ctx.db, orgId, code);
  return (
    invite && { request, reply, look: lookFor(request), invite, code, mayRegister: ctx.config.signUp !== 'closed' }
  );
}

async function show(ctx: ApiContext, visit: Visit) {
  const userId = await ctx.identity.signedIn(visit.request.headers.cookie);
  const user = userId === undefined ? undefined : await findUser(ctx.db, userId);
  return sendPage(visit.reply, user ? confirmPage(visit, user.email) : doorPage(visit, {}));
}

/** Lets in who is signed in to this browser. */
async function acceptHere(ctx: ApiContext, visit: Visit) {
  const userId = await ctx.identity.signedIn(visit.request.headers.cookie);
  if (userId === undefined)
    return sendPage(visit.reply, doorPage(visit, { problem: visit.look.words.notSignedIn }), 401);
  return join(ctx, visit, userId);
}

async function signInHere(ctx: ApiContext, visit: Visit) {
  const { request, reply } = visit;
  const typed = { email: field(request, 'email', 320), password: field(request, 'password', 1000) };
  const { change } = changeFor(ctx, { id: 'page.invite', audit: 'user.signed_in' }, request);
  return join(ctx, visit, await signIn(ctx, request, reply, typed, change));
}

async function signUpHere(ctx: ApiContext, visit: Visit) {
  const { request, reply, invite, code, look } = visit;
  const { words } = look;
  if (!visit.mayRegister) return sendPage(reply, doorPage(visit, { problem: words.noSignUp }), 403);
  const email = field(request, 'email', 320).trim();
  const name = field(request, 'name', 200).trim();
  const password = field(request, 'password', 1000);
  const typed = { email, name };
  const problem =
    passwordProblem(words, password) ??
    (isDisplayName(name) ? undefined : words.nameProblem) ??
    (isEmailAddress(email) ? undefined : words.emailProblem);
  if (problem !== undefined) return sendPage(reply, doorPage(visit, { ...typed, problem }), 422);
  if (!isProved(invite, email)) {
    // An address that the code does not prove takes the ordinary way, on which the password is chosen later.
    askToSignUp(ctx, typed, look.language);
    return sendPage(reply, lookIntoMail(look));
  }
  const joined = await signUpInvited(ctx, request, reply, { name, password, invite, code });
  if (joined === undefined) {
    return sendPage(reply, doorPage(visit, { ...typed, problem: words.knownAddress }), 409);
  }
  await tellAccepted(ctx, joined.inviteId);
  return sendPage(reply, joinedPage(ctx, visit));
}

async function join(ctx: ApiContext, visit: Visit, userId: string) {
  const { request, reply, invite, code } = visit;
  const { change } = changeFor(ctx, { id: 'page.invite', audit: 'organization.joined' }, request);
  const joiner = { orgId: invite.org_id, userId, code };
  const joined = await change((trx) => joining(trx, joiner, true));
  await tellAccepted(ctx, joined.inviteId);
  return sendPage(reply, joinedPage(ctx, visit));
}

/** Says on the page what went wrong; what is no refusal goes on to the renderer of errors. */
function refused(visit: Visit, error: unknown) {
  const { request, reply, look } = visit;
  const typed = { email: field(request, 'email', 320) };
  if (error instanceof AuthenticationError)
    return sendPage(reply, doorPage(visit, { ...typed, problem: look.words.wrong }), 401);
  if (!(error instanceof DomainError)) throw error;
  if (error.reason === 'RESOURCE_NOT_FOUND') return sendPage(reply, badInvite(look), 400);
  if (error.reason === 'ORGANIZATION_MEMBER_ALREADY_EXISTS') return sendPage(reply, alreadyPage(visit), 409);
  reply.headers(error.headers ?? {});
  return sendPage(reply, doorPage(visit, { ...typed, problem: refusalIn(look.words, error) }), error.status);
}
