import Type from 'typebox';
import { identityErrors } from '../../src/identity/errors.ts';
import { endSession, endSessions } from '../../src/identity/sessions.ts';
import { findUser } from '../../src/identity/users.ts';
import { passwordResetRequested } from '../../src/organizations/notifications/password-reset.ts';
import { signUpRequested, verificationRequested } from '../../src/organizations/notifications/sign-up.ts';
import { orNotFound } from '../../src/platform/errors.ts';
import { getPageLocale } from '../../src/platform/pages/locale.ts';
import { BoundedText, DisplayName, Email, NonBlankText } from '../../src/platform/schemas.ts';
import { requestErrors } from '../errors.ts';
import { operation } from '../operation.ts';
import { isCrossSite, isFromThisMachine } from '../plugins/security.ts';
import { requestMail } from './mail-requests.ts';
import { setNewPassword, verifyAddress } from './mailed-links.ts';
import { Password } from './password.ts';
import { signIn, signInByLink } from './session.ts';
import { toUserRecord, User } from './user.ts';
import { getUserId } from './user-access.ts';

const Done = Type.Object({ status: Type.String(), message: Type.String() }, { title: 'Done' });
const TAG = 'Sign-in';

const signUpOperation = operation(
  {
    tag: TAG,
    id: 'identity.sign_up',
    method: 'POST',
    path: '/identity/sign-up',
    summary: 'Request an account',
    description:
      'Sends a link that confirms the address and sets the password; the account is created then. An invited address gets ' +
      'the link of its invite instead. The response does not reveal whether the address is new, has an account, cannot ' +
      'sign up or received too many emails.',
    auth: { permission: 'public', rateLimit: 'mail' },
    request: {
      idempotent: false,
      body: Type.Object({ email: Email, name: DisplayName() }),
      example: { email: 'new@example.com', name: 'Ada' },
    },
    response: { schemas: { 200: Done }, errors: { 403: ['SIGN_UP_CLOSED'] } },
    audit: { event: null },
  },
  async ({ ctx, request, body }) => {
    if (ctx.config.signUp === 'closed') throw identityErrors.signUpClosed();
    await requestMail(
      ctx,
      signUpRequested,
      body.email,
      { name: body.name, policy: ctx.config.signUp },
      getPageLocale(request).language,
    );
    return { status: 'ok', message: 'if this address can sign up, an email was sent to it' };
  },
);

const verify = operation(
  {
    tag: TAG,
    id: 'identity.verify_address',
    method: 'POST',
    path: '/identity/verify-address',
    summary: 'Confirm an email address and create the account',
    description: 'Works once and invalidates all other links mailed to the address.',
    auth: { permission: 'public', rateLimit: 'link' },
    request: {
      idempotent: false,
      body: Type.Object({
        token: NonBlankText(4000),
        password: Password,
        name: Type.Optional(DisplayName({ description: 'Name that replaces the one from sign-up.' })),
      }),
      example: { token: 'the token of the link', password: 'correct horse battery' },
    },
    response: { schemas: { 200: Done }, errors: { 400: ['INVALID_LINK'] } },
    audit: { event: 'user.signed_up' },
  },
  async ({ ctx, body, change }) => {
    if (!(await verifyAddress(ctx, body, change))) throw identityErrors.badLink();
    return { status: 'ok', message: 'the address is confirmed; sign in with the password' };
  },
);

const resend = operation(
  {
    tag: TAG,
    id: 'identity.resend_verification',
    method: 'POST',
    path: '/identity/resend-verification',
    summary: 'Resend the confirmation email',
    auth: { permission: 'public', rateLimit: 'mail' },
    request: { idempotent: false, body: Type.Object({ email: Email }), example: { email: 'new@example.com' } },
    response: { schemas: { 200: Done } },
    audit: { event: null },
  },
  async ({ ctx, request, body }) => {
    await requestMail(
      ctx,
      verificationRequested,
      body.email,
      { policy: ctx.config.signUp },
      getPageLocale(request).language,
    );
    return { status: 'ok', message: 'if this address awaits confirmation, an email was sent to it' };
  },
);

const signInOperation = operation(
  {
    tag: TAG,
    id: 'identity.sign_in',
    method: 'POST',
    path: '/identity/sign-in',
    summary: 'Sign in and set the session cookie',
    auth: { permission: 'public', rateLimit: 'sign-in' },
    request: {
      idempotent: false,
      body: Type.Object({ email: Email, password: BoundedText(1000), remember: Type.Optional(Type.Boolean()) }),
      example: { email: 'owner@example.com', password: 'correct horse battery' },
    },
    response: { schemas: { 200: User }, errors: { 401: ['UnauthorizedError'], 403: ['CROSS_SITE_REQUEST'] } },
    audit: { event: 'user.signed_in' },
  },
  async ({ ctx, request, reply, body, change }) => {
    if (isCrossSite(ctx, request, 'allow-unknown')) throw requestErrors.crossSiteRequest();
    const id = await signIn(ctx, request, reply, body, change);
    return toUserRecord(ctx, orNotFound(await findUser(ctx.db, id), 'user', id));
  },
);

const byLink = operation(
  {
    tag: TAG,
    id: 'identity.sign_in_by_link',
    method: 'POST',
    path: '/identity/sign-in-by-link',
    summary: 'Sign in with a local link and set the session cookie',
    description:
      'Uses the link that `npm start` prints. Only works on the machine that runs the product: requests over a network, ' +
      'through a proxy or to another host name are rejected. A link works once and for 15 minutes.',
    auth: { permission: 'public', rateLimit: 'sign-in' },
    request: {
      idempotent: false,
      body: Type.Object({ link: NonBlankText(200, { description: 'Token: the value after `#link=` in the URL.' }) }),
      example: { link: 'the token of the link' },
    },
    response: {
      schemas: { 200: User },
      errors: { 400: ['INVALID_LINK'], 403: ['CROSS_SITE_REQUEST', 'ONLY_ON_THIS_MACHINE'] },
    },
    audit: { event: 'user.signed_in' },
  },
  async ({ ctx, request, reply, body, change }) => {
    if (isCrossSite(ctx, request, 'allow-unknown')) throw requestErrors.crossSiteRequest();
    if (!isFromThisMachine(request)) throw identityErrors.onlyHere();
    const id = await signInByLink(ctx, request, reply, body.link, change);
    if (id === undefined) throw identityErrors.badLink();
    return toUserRecord(ctx, orNotFound(await findUser(ctx.db, id), 'user', id));
  },
);

const signOut = operation(
  {
    tag: TAG,
    id: 'identity.sign_out',
    method: 'POST',
    path: '/identity/sign-out',
    summary: 'End the current browser session',
    auth: { permission: 'public', noRateLimitReason: 'it only ends the session of its own cookie' },
    request: { idempotent: false },
    response: { schemas: { 200: Done }, errors: { 403: ['CROSS_SITE_REQUEST'] } },
    audit: { event: 'user.signed_out' },
  },
  async ({ ctx, request, reply, change }) => {
    if (isCrossSite(ctx, request, 'allow-unknown')) throw requestErrors.crossSiteRequest();
    const token = ctx.identity.cookie.readToken(request.headers.cookie);
    await change(async (trx) => {
      const user = token && (await endSession(trx, token));
      return { result: user, audited: user ? { resource: { type: 'user', id: user }, userId: user } : 'unchanged' };
    });
    reply.header('set-cookie', ctx.identity.cookie.clear());
    return { status: 'ok', message: 'signed out' };
  },
);

const signOutEverywhere = operation(
  {
    tag: TAG,
    id: 'identity.sign_out_everywhere',
    method: 'POST',
    path: '/identity/sign-out-everywhere',
    summary: 'End all your browser sessions',
    description: 'API keys and OAuth grants remain valid.',
    auth: { permission: 'authenticated', scopes: [] },
    request: {
      idempotent: false,
      body: Type.Object({
        keep_this: Type.Optional(Type.Boolean({ description: 'Whether to keep the current session. Default false.' })),
      }),
      bodyOptional: true,
      example: { keep_this: true },
    },
    response: { schemas: { 200: Type.Object({ ended: Type.Integer() }, { title: 'EndedSessions' }) } },
    audit: { event: 'user.signed_out_everywhere' },
  },
  async ({ caller, body, change }) => {
    const user = getUserId(caller, 'edit');
    const keptSessionId = body.keep_this && caller.kind === 'user_session' ? caller.credentialId : null;
    return change(async (trx) => {
      const ended = await endSessions(trx, user, keptSessionId);
      return { result: { ended }, audited: { resource: { type: 'user', id: user }, payload: { ended } } };
    });
  },
);

const forgot = operation(
  {
    tag: TAG,
    id: 'identity.request_password_reset',
    method: 'POST',
    path: '/identity/request-password-reset',
    summary: 'Send a password reset email',
    description: 'The response does not reveal whether the address has an account.',
    auth: { permission: 'public', rateLimit: 'mail' },
    request: { idempotent: false, body: Type.Object({ email: Email }), example: { email: 'owner@example.com' } },
    response: { schemas: { 200: Done } },
    audit: { event: null },
  },
  async ({ ctx, request, body }) => {
    await requestMail(ctx, passwordResetRequested, body.email, {}, getPageLocale(request).language);
    return { status: 'ok', message: 'if this address has an account, an email was sent to it' };
  },
);

const reset = operation(
  {
    tag: TAG,
    id: 'identity.reset_password',
    method: 'POST',
    path: '/identity/reset-password',
    summary: 'Reset the password with a mailed token',
    description:
      'Works once and invalidates all other links mailed to the address. Ends all sessions. ' +
      'API keys and OAuth grants remain valid unless the body says otherwise.',
    auth: { permission: 'public', rateLimit: 'link' },
    request: {
      idempotent: false,
      body: Type.Object({
        token: NonBlankText(4000),
        password: Password,
        withdraw_grants: Type.Optional(
          Type.Boolean({ description: 'Whether to withdraw all OAuth grants. Default false.' }),
        ),
        revoke_api_keys: Type.Optional(
          Type.Boolean({ description: 'Whether to revoke all API keys of the user. Default false.' }),
        ),
      }),
      example: { token: 'the token of the link', password: 'correct horse battery', withdraw_grants: true },
    },
    response: { schemas: { 200: Done }, errors: { 400: ['INVALID_LINK'] } },
    audit: { event: 'user.password_reset' },
  },
  async ({ body, change }) => {
    const endings = { withdrawGrants: body.withdraw_grants === true, revokeApiKeys: body.revoke_api_keys === true };
    if (!(await setNewPassword(body, endings, change))) throw identityErrors.badLink();
    return { status: 'ok', message: 'the password was changed; sign in with the new one' };
  },
);

export const SIGN_IN_OPERATIONS = [
  signUpOperation,
  verify,
  resend,
  signInOperation,
  byLink,
  signOut,
  signOutEverywhere,
  forgot,
  reset,
];
