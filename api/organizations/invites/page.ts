import type { FastifyReply, FastifyRequest } from 'fastify';
import { findUser } from '../../../src/identity/users.ts';
import { findPendingInvite } from '../../../src/organizations/invites/accept.ts';
import { signUpRequested } from '../../../src/organizations/notifications/sign-up.ts';
import { DomainError } from '../../../src/platform/errors.ts';
import { isEmailAddress } from '../../../src/platform/mail/address.ts';
import { isDisplayName } from '../../../src/platform/names.ts';
import { getPageLocale } from '../../../src/platform/pages/locale.ts';
import type { ApiContext } from '../../context.ts';
import { findPasswordProblem, getField, getQueryValue, sendPage, toErrorText } from '../../identity/forms.ts';
import { requestMail } from '../../identity/mail-requests.ts';
import { signIn } from '../../identity/session.ts';
import type { RateLimitGroup } from '../../plugins/attempt-limits.ts';
import { createChange } from '../../plugins/audit.ts';
import { AuthenticationError } from '../../plugins/credentials.ts';
import type { PageRoute } from '../../plugins/pages.ts';
import { joinByInvite, signalAccepted } from '../join.ts';
import {
  type FormState,
  renderAlreadyMember,
  renderCheckMail,
  renderConfirm,
  renderInvalidInvite,
  renderJoined,
  renderSignIn,
} from './forms.ts';
import { createInvitedUser, isVerified } from './people.ts';

const PLACE = '/auth/invite';

/** Request to the page of a pending invite. */
interface InviteVisit extends FormState {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

const open: PageRoute = {
  method: 'GET',
  path: PLACE,
  rateLimit: 'link',
  async handle({ ctx, request, reply }) {
    const visit = await getVisit(ctx, request, reply, getQueryValue(request, 'org'), getQueryValue(request, 'code'));
    return visit ? show(ctx, visit) : sendPage(reply, renderInvalidInvite(getPageLocale(request)), 400);
  },
};

const decide: PageRoute = {
  method: 'POST',
  path: PLACE,
  rateLimit: getRateLimitGroups,
  async handle({ ctx, request, reply }) {
    const visit = await getVisit(ctx, request, reply, getField(request, 'org', 100), getField(request, 'code', 200));
    if (!visit) return sendPage(reply, renderInvalidInvite(getPageLocale(request)), 400);
    const step = getStep(request);
    try {
      if (step === 'sign-in') return await signInInBrowser(ctx, visit);
      if (step === 'sign-up') return await signUpInBrowser(ctx, visit);
      if (step === 'other') return sendPage(reply, renderSignIn(visit, {}));
      return await acceptInBrowser(ctx, visit);
    } catch (error) {
      return renderError(visit, error);
    }
  },
};

/**
 * Pages of an invite link. The holder of the link sees the organization and joins it, after signing in or up if
 * necessary. Opening the link changes nothing.
 */
export const INVITE_PAGES = [open, decide];

const getStep = (request: FastifyRequest) => getField(request, 'step', 20);

function getRateLimitGroups(request: FastifyRequest): RateLimitGroup[] {
  const step = getStep(request);
  return step === 'sign-in' ? ['link', 'sign-in'] : step === 'sign-up' ? ['link', 'mail'] : ['link'];
}

async function getVisit(
  ctx: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  orgId: string,
  code: string,
): Promise<InviteVisit | undefined> {
  const invite = await findPendingInvite(ctx.db, orgId, code);
  return (
    invite && {
      request,
      reply,
      locale: getPageLocale(request),
      invite,
      code,
      canRegister: ctx.config.signUp !== 'closed',
    }
  );
}

async function show(ctx: ApiContext, visit: InviteVisit) {
  const userId = await ctx.identity.findSignedInUser(visit.request.headers.cookie);
  const user = userId === undefined ? undefined : await findUser(ctx.db, userId);
  return sendPage(visit.reply, user ? renderConfirm(visit, user.email) : renderSignIn(visit, {}));
}

/** Accepts the invite for the signed-in user of this browser. */
async function acceptInBrowser(ctx: ApiContext, visit: InviteVisit) {
  const userId = await ctx.identity.findSignedInUser(visit.request.headers.cookie);
  if (userId === undefined)
    return sendPage(visit.reply, renderSignIn(visit, { problem: visit.locale.messages.notSignedIn }), 401);
  return join(ctx, visit, userId);
}

async function signInInBrowser(ctx: ApiContext, visit: InviteVisit) {
  const { request, reply } = visit;
  const input = { email: getField(request, 'email', 320), password: getField(request, 'password', 1000) };
  const { change } = createChange(
    ctx,
    {
      id: 'page.invite',
      audit: { event: 'user.signed_in' },
    },
    request,
  );
  return join(ctx, visit, await signIn(ctx, request, reply, input, change));
}

async function signUpInBrowser(ctx: ApiContext, visit: InviteVisit) {
  const { request, reply, invite, code, locale } = visit;
  const { messages } = locale;
  if (!visit.canRegister) return sendPage(reply, renderSignIn(visit, { problem: messages.noSignUp }), 403);
  const email = getField(request, 'email', 320).trim();
  const name = getField(request, 'name', 200).trim();
  const password = getField(request, 'password', 1000);
  const input = { email, name };
  const problem =
    findPasswordProblem(messages, password) ??
    (isDisplayName(name) ? undefined : messages.nameProblem) ??
    (isEmailAddress(email) ? undefined : messages.emailProblem);
  if (problem !== undefined) return sendPage(reply, renderSignIn(visit, { ...input, problem }), 422);
  if (!isVerified(invite, email)) {
    // The code does not prove this address, so regular sign-up follows, with the password chosen later.
    await requestMail(ctx, signUpRequested, email, { name, policy: ctx.config.signUp }, locale.language);
    return sendPage(reply, renderCheckMail(locale));
  }
  const member = await createInvitedUser(ctx, request, reply, { name, password, invite, code });
  if (member === undefined) {
    return sendPage(reply, renderSignIn(visit, { ...input, problem: messages.knownAddress }), 409);
  }
  await signalAccepted(ctx, member.inviteId);
  return sendPage(reply, renderJoined(ctx, visit));
}

async function join(ctx: ApiContext, visit: InviteVisit, userId: string) {
  const { request, reply, invite, code } = visit;
  const { change } = createChange(
    ctx,
    {
      id: 'page.invite',
      audit: { event: 'organization.joined' },
    },
    request,
  );
  const joinRequest = { orgId: invite.org_id, userId, code };
  const member = await change((trx) => joinByInvite(trx, joinRequest, true));
  await signalAccepted(ctx, member.inviteId);
  return sendPage(reply, renderJoined(ctx, visit));
}

/** Shows domain errors on the page; rethrows others for the error handler. */
function renderError(visit: InviteVisit, error: unknown) {
  const { request, reply, locale } = visit;
  const input = { email: getField(request, 'email', 320) };
  if (error instanceof AuthenticationError)
    return sendPage(reply, renderSignIn(visit, { ...input, problem: locale.messages.wrong }), 401);
  if (!(error instanceof DomainError)) throw error;
  if (error.reason === 'RESOURCE_NOT_FOUND') return sendPage(reply, renderInvalidInvite(locale), 400);
  if (error.reason === 'ORGANIZATION_MEMBER_ALREADY_EXISTS') return sendPage(reply, renderAlreadyMember(visit), 409);
  reply.headers(error.headers ?? {});
  return sendPage(reply, renderSignIn(visit, { ...input, problem: toErrorText(locale.messages, error) }), error.status);
}
