import { findLink } from '../../src/identity/mailed-links.ts';
import { html, renderPage } from '../../src/identity/page.ts';
import { getPageLocale, type PageLocale } from '../../src/identity/page-messages/locale.ts';
import { PASSWORD_LENGTH } from '../../src/identity/passwords.ts';
import { requestPasswordReset } from '../../src/organizations/account-mails.ts';
import { isEmailAddress } from '../../src/platform/mail/address.ts';
import { isDisplayName } from '../../src/platform/names.ts';
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
import { setNewPassword, verifyAddress } from './mailed-links.ts';

/** Maximum length of a link token, in characters. */
const MAX_TOKEN_LENGTH = 200;

function renderInvalidLink(look: PageLocale) {
  return renderPage(look, look.messages.badLink, html`<p>${look.messages.badLinkHint}</p>`);
}

function verifyForm(look: PageLocale, token: string, name: string, problem: string) {
  const { messages: words } = look;
  return renderPage(
    look,
    words.verify,
    html`${renderAlert(problem)}<p>${words.verifyHint}</p>
      <form method="post"><input type="hidden" name="token" value="${token}">${renderNameField(words, name)}${renderNewPasswordField(words)}
      <button>${words.verifyNow}</button></form>`,
  );
}

const openVerify: PageRoute = {
  method: 'GET',
  path: '/auth/verify',
  rateLimit: 'link',
  async handle({ ctx, request, reply }) {
    const token = getQueryValue(request, 'token');
    const link = await findLink(ctx.db, 'sign_up', token);
    const look = getPageLocale(request);
    return link
      ? sendPage(reply, verifyForm(look, token, link.name ?? '', ''))
      : sendPage(reply, renderInvalidLink(look), 400);
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
    const look = getPageLocale(request);
    const { messages: words } = look;
    const problem = findPasswordProblem(words, password) ?? (isDisplayName(name) ? undefined : words.nameProblem);
    if (problem !== undefined) return sendPage(reply, verifyForm(look, token, name, problem), 422);
    const { change } = createChange(ctx, { id: 'page.verify', audit: { event: 'user.signed_up' } }, request);
    if (!(await verifyAddress(ctx, { token, name, password }, change)))
      return sendPage(reply, renderInvalidLink(look), 400);
    return sendPage(
      reply,
      renderPage(look, words.verified, html`<p>${words.verifiedHint}</p>${renderConsoleLink(ctx, words)}`),
    );
  },
};

function resetForm(look: PageLocale, token: string, problem: string) {
  const { messages: words } = look;
  return renderPage(
    look,
    words.reset,
    html`${renderAlert(problem)}<form method="post"><input type="hidden" name="token" value="${token}">${renderNewPasswordField(words, words.newPassword)}
      <p>${words.resetHint}</p>
      <label class="choice"><input type="checkbox" name="withdraw_grants" value="true"> ${words.withdrawGrants}</label>
      <label class="choice"><input type="checkbox" name="revoke_api_keys" value="true"> ${words.revokeKeys}</label>
      <button>${words.resetNow}</button></form>`,
  );
}

const openReset: PageRoute = {
  method: 'GET',
  path: '/auth/reset-password',
  noRateLimitReason: 'it shows the same form for every token',
  handle: async ({ request, reply }) =>
    sendPage(reply, resetForm(getPageLocale(request), getQueryValue(request, 'token'), '')),
};

const reset: PageRoute = {
  method: 'POST',
  path: '/auth/reset-password',
  rateLimit: 'link',
  async handle({ ctx, request, reply }) {
    const token = getField(request, 'token', MAX_TOKEN_LENGTH);
    const password = getField(request, 'password', PASSWORD_LENGTH.max + 1);
    const look = getPageLocale(request);
    const { messages: words } = look;
    const problem = findPasswordProblem(words, password);
    if (problem !== undefined) return sendPage(reply, resetForm(look, token, problem), 422);
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
      return sendPage(reply, renderInvalidLink(look), 400);
    return sendPage(
      reply,
      renderPage(look, words.resetDone, html`<p>${words.resetDoneHint}</p>${renderConsoleLink(ctx, words)}`),
    );
  },
};

const openForgot: PageRoute = {
  method: 'GET',
  path: '/auth/forgot-password',
  noRateLimitReason: 'it shows a form',
  async handle({ request, reply }) {
    const look = getPageLocale(request);
    const { messages: words } = look;
    const form = html`<form method="post">${renderEmailField(words, '')}<button>${words.sendLink}</button></form>`;
    return sendPage(reply, renderPage(look, words.reset, form));
  },
};

const forgot: PageRoute = {
  method: 'POST',
  path: '/auth/forgot-password',
  rateLimit: 'mail',
  async handle({ ctx, request, reply }) {
    const email = getField(request, 'email', 320);
    const look = getPageLocale(request);
    if (isEmailAddress(email)) requestPasswordReset(ctx, email, look.language);
    return sendPage(reply, renderPage(look, look.messages.lookIntoMail, html`<p>${look.messages.linkSent}</p>`));
  },
};

/** Pages that mailed links open. A GET only shows a form, so that link scanners change nothing. */
export const ACCOUNT_PAGES = [openVerify, verify, openReset, reset, openForgot, forgot];
