import { askForReset } from '../../src/identity/account-mails.ts';
import { findLink } from '../../src/identity/mailed-links.ts';
import { html, page } from '../../src/identity/page.ts';
import { type Look, lookFor } from '../../src/identity/page-words/look.ts';
import { PASSWORD_LENGTH } from '../../src/identity/passwords.ts';
import { isEmailAddress } from '../../src/platform/mail/address.ts';
import { isDisplayName } from '../../src/platform/names.ts';
import { changeFor } from '../plugins/audit.ts';
import type { PageRoute } from '../plugins/pages.ts';
import {
  alert,
  asked,
  emailField,
  field,
  nameField,
  newPasswordField,
  onward,
  passwordProblem,
  sendPage,
} from './forms.ts';
import { setNewPassword, verifyAddress } from './mailed-links.ts';

/** Most characters that are read of a link's token. */
const MOST_TOKEN = 200;

function badLink(look: Look) {
  return page(look, look.words.badLink, html`<p>${look.words.badLinkHint}</p>`);
}

function verifyForm(look: Look, token: string, name: string, problem: string) {
  const { words } = look;
  return page(
    look,
    words.verify,
    html`${alert(problem)}<p>${words.verifyHint}</p>
      <form method="post"><input type="hidden" name="token" value="${token}">${nameField(words, name)}${newPasswordField(words)}
      <button>${words.verifyNow}</button></form>`,
  );
}

const openVerify: PageRoute = {
  method: 'GET',
  path: '/auth/verify',
  door: 'link',
  async handle({ ctx, request, reply }) {
    const token = asked(request, 'token');
    const link = await findLink(ctx.db, 'sign_up', token);
    const look = lookFor(request);
    return link ? sendPage(reply, verifyForm(look, token, link.name ?? '', '')) : sendPage(reply, badLink(look), 400);
  },
};

const verify: PageRoute = {
  method: 'POST',
  path: '/auth/verify',
  door: 'link',
  async handle({ ctx, request, reply }) {
    const token = field(request, 'token', MOST_TOKEN);
    const name = field(request, 'name', 200).trim();
    const password = field(request, 'password', PASSWORD_LENGTH.most + 1);
    const look = lookFor(request);
    const { words } = look;
    const problem = passwordProblem(words, password) ?? (isDisplayName(name) ? undefined : words.nameProblem);
    if (problem !== undefined) return sendPage(reply, verifyForm(look, token, name, problem), 422);
    const { change } = changeFor(ctx, { id: 'page.verify', audit: 'user.signed_up' }, request);
    if (!(await verifyAddress(ctx, { token, name, password }, change))) return sendPage(reply, badLink(look), 400);
    return sendPage(reply, page(look, words.verified, html`<p>${words.verifiedHint}</p>${onward(ctx, words)}`));
  },
};

function resetForm(look: Look, token: string, problem: string) {
  const { words } = look;
  return page(
    look,
    words.reset,
    html`${alert(problem)}<form method="post"><input type="hidden" name="token" value="${token}">${newPasswordField(words, words.newPassword)}
      <p>${words.resetHint}</p>
      <label class="choice"><input type="checkbox" name="withdraw_grants" value="true"> ${words.withdrawGrants}</label>
      <label class="choice"><input type="checkbox" name="revoke_api_keys" value="true"> ${words.revokeKeys}</label>
      <button>${words.resetNow}</button></form>`,
  );
}

const openReset: PageRoute = {
  method: 'GET',
  path: '/auth/reset-password',
  doorFree: 'it shows the form whatever the token is',
  handle: async ({ request, reply }) => sendPage(reply, resetForm(lookFor(request), asked(request, 'token'), '')),
};

const reset: PageRoute = {
  method: 'POST',
  path: '/auth/reset-password',
  door: 'link',
  async handle({ ctx, request, reply }) {
    const token = field(request, 'token', MOST_TOKEN);
    const password = field(request, 'password', PASSWORD_LENGTH.most + 1);
    const look = lookFor(request);
    const { words } = look;
    const problem = passwordProblem(words, password);
    if (problem !== undefined) return sendPage(reply, resetForm(look, token, problem), 422);
    const endings = {
      withdrawGrants: field(request, 'withdraw_grants', 10) === 'true',
      revokeApiKeys: field(request, 'revoke_api_keys', 10) === 'true',
    };
    const { change } = changeFor(ctx, { id: 'page.reset_password', audit: 'user.password_reset' }, request);
    if (!(await setNewPassword({ token, password }, endings, change))) return sendPage(reply, badLink(look), 400);
    return sendPage(reply, page(look, words.resetDone, html`<p>${words.resetDoneHint}</p>${onward(ctx, words)}`));
  },
};

const openForgot: PageRoute = {
  method: 'GET',
  path: '/auth/forgot-password',
  doorFree: 'it shows a form',
  async handle({ request, reply }) {
    const look = lookFor(request);
    const { words } = look;
    const form = html`<form method="post">${emailField(words, '')}<button>${words.sendLink}</button></form>`;
    return sendPage(reply, page(look, words.reset, form));
  },
};

const forgot: PageRoute = {
  method: 'POST',
  path: '/auth/forgot-password',
  door: 'mail',
  async handle({ ctx, request, reply }) {
    const email = field(request, 'email', 320);
    const look = lookFor(request);
    if (isEmailAddress(email)) askForReset(ctx, email, look.language);
    return sendPage(reply, page(look, look.words.lookIntoMail, html`<p>${look.words.linkSent}</p>`));
  },
};

/** Where the links of mails lead. A link only shows a form: programs that look into links change nothing by it. */
export const ACCOUNT_PAGES = [openVerify, verify, openReset, reset, openForgot, forgot];
