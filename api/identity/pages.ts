import { findLink } from '../../src/identity/mailed-links.ts';
import { PASSWORD_LENGTH } from '../../src/identity/passwords.ts';
import { passwordResetRequested } from '../../src/organizations/notifications/password-reset.ts';
import { isEmailAddress } from '../../src/platform/mail/address.ts';
import { isDisplayName } from '../../src/platform/names.ts';
import { getPageLocale, type PageLocale } from '../../src/platform/pages/locale.ts';
import { html, renderPage } from '../../src/platform/pages/page.ts';
import { createChange } from '../plugins/audit.ts';
import type { PageRoute } from '../plugins/pages.ts';
import {
  findPasswordProblem,
  getField,
  getQueryValue,
  renderAlert,
  renderConsoleLink,
  renderEmailField,
  renderNameField,
  renderNewPasswordField,
  sendPage,
} from './forms.ts';
import { requestMail } from './mail-requests.ts';
import { setNewPassword, verifyAddress } from './mailed-links.ts';

/** Maximum length of a link token, in characters. */
const MAX_TOKEN_LENGTH = 200;

function renderInvalidLink(locale: PageLocale) {
  return renderPage(locale, locale.messages.badLink, html`<p>${locale.messages.badLinkHint}</p>`);
}

function renderVerifyForm(locale: PageLocale, token: string, name: string, problem: string) {
  const { messages } = locale;
  return renderPage(
    locale,
    messages.verify,
    html`${renderAlert(problem)}<p>${messages.verifyHint}</p>
      <form method="post"><input type="hidden" name="token" value="${token}">${renderNameField(messages, name)}${renderNewPasswordField(messages)}
      <button>${messages.verifyNow}</button></form>`,
  );
}

const openVerify: PageRoute = {
  method: 'GET',
  path: '/auth/verify',
  rateLimit: 'link',
  async handle({ ctx, request, reply }) {
    const token = getQueryValue(request, 'token');
    const link = await findLink(ctx.db, 'sign_up', token);
    const locale = getPageLocale(request);
    return link
      ? sendPage(reply, renderVerifyForm(locale, token, link.name ?? '', ''))
      : sendPage(reply, renderInvalidLink(locale), 400);
  },
};

const verify: PageRoute = {
  method: 'POST',
  path: '/auth/verify',
  rateLimit: 'link',
  async handle({ ctx, request, reply }) {
    const token = getField(request, 'token', MAX_TOKEN_LENGTH);
    const name = getField(request, 'name', 200).trim();
    const password = getField(request, 'password', PASSWORD_LENGTH.max + 1);
    const locale = getPageLocale(request);
    const { messages } = locale;
    const problem = findPasswordProblem(messages, password) ?? (isDisplayName(name) ? undefined : messages.nameProblem);
    if (problem !== undefined) return sendPage(reply, renderVerifyForm(locale, token, name, problem), 422);
    const { change } = createChange(ctx, { id: 'page.verify', audit: { event: 'user.signed_up' } }, request);
    if (!(await verifyAddress(ctx, { token, name, password }, change)))
      return sendPage(reply, renderInvalidLink(locale), 400);
    return sendPage(
      reply,
      renderPage(locale, messages.verified, html`<p>${messages.verifiedHint}</p>${renderConsoleLink(ctx, messages)}`),
    );
  },
};

function renderResetForm(locale: PageLocale, token: string, problem: string) {
  const { messages } = locale;
  return renderPage(
    locale,
    messages.reset,
    html`${renderAlert(problem)}<form method="post"><input type="hidden" name="token" value="${token}">${renderNewPasswordField(messages, messages.newPassword)}
      <p>${messages.resetHint}</p>
      <label class="choice"><input type="checkbox" name="withdraw_grants" value="true"> ${messages.withdrawGrants}</label>
      <label class="choice"><input type="checkbox" name="revoke_api_keys" value="true"> ${messages.revokeKeys}</label>
      <button>${messages.resetNow}</button></form>`,
  );
}

const openReset: PageRoute = {
  method: 'GET',
  path: '/auth/reset-password',
  noRateLimitReason: 'it shows the same form for every token',
  handle: async ({ request, reply }) =>
    sendPage(reply, renderResetForm(getPageLocale(request), getQueryValue(request, 'token'), '')),
};

const reset: PageRoute = {
  method: 'POST',
  path: '/auth/reset-password',
  rateLimit: 'link',
  async handle({ ctx, request, reply }) {
    const token = getField(request, 'token', MAX_TOKEN_LENGTH);
    const password = getField(request, 'password', PASSWORD_LENGTH.max + 1);
    const locale = getPageLocale(request);
    const { messages } = locale;
    const problem = findPasswordProblem(messages, password);
    if (problem !== undefined) return sendPage(reply, renderResetForm(locale, token, problem), 422);
    const endings = {
      withdrawGrants: getField(request, 'withdraw_grants', 10) === 'true',
      revokeApiKeys: getField(request, 'revoke_api_keys', 10) === 'true',
    };
    const { change } = createChange(
      ctx,
      { id: 'page.reset_password', audit: { event: 'user.password_reset' } },
      request,
    );
    if (!(await setNewPassword({ token, password }, endings, change)))
      return sendPage(reply, renderInvalidLink(locale), 400);
    return sendPage(
      reply,
      renderPage(locale, messages.resetDone, html`<p>${messages.resetDoneHint}</p>${renderConsoleLink(ctx, messages)}`),
    );
  },
};

const openForgot: PageRoute = {
  method: 'GET',
  path: '/auth/forgot-password',
  noRateLimitReason: 'it shows a form',
  async handle({ request, reply }) {
    const locale = getPageLocale(request);
    const { messages } = locale;
    const form = html`<form method="post">${renderEmailField(messages, '')}<button>${messages.sendLink}</button></form>`;
    return sendPage(reply, renderPage(locale, messages.reset, form));
  },
};

const forgot: PageRoute = {
  method: 'POST',
  path: '/auth/forgot-password',
  rateLimit: 'mail',
  async handle({ ctx, request, reply }) {
    const email = getField(request, 'email', 320);
    const locale = getPageLocale(request);
    if (isEmailAddress(email)) await requestMail(ctx, passwordResetRequested, email, {}, locale.language);
    return sendPage(reply, renderPage(locale, locale.messages.checkMail, html`<p>${locale.messages.linkSent}</p>`));
  },
};

/** Pages that mailed links open. A GET only shows a form, so that link scanners change nothing. */
export const ACCOUNT_PAGES = [openVerify, verify, openReset, reset, openForgot, forgot];
