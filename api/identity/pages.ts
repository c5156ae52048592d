import { askForReset } from '../../src/identity/account-mails.ts';
import { findLink } from '../../src/identity/mailed-links.ts';
import { html, page } from '../../src/identity/page.ts';
import { PASSWORD_LENGTH } from '../../src/identity/passwords.ts';
import { isAddress } from '../../src/platform/mail/address.ts';
import { changeFor } from '../plugins/audit.ts';
import type { PageRoute } from '../plugins/pages.ts';
import { alert, asked, field, nameField, newPasswordField, onward, passwordProblem, sendPage } from './forms.ts';
import { setNewPassword, verifyAddress } from './mailed-links.ts';

/** Most characters that are read of a link's token. */
const MOST_TOKEN = 200;

const BAD_LINK = page(
  'This link does not work',
  html`<p>It was used already, or it is too old. Ask for another one.</p>`,
);

function verifyForm(token: string, name: string, problem: string) {
  return page(
    'Confirm your address',
    html`${alert(problem)}<p>Confirm that this address is yours, and that you signed up with it, by choosing a password.</p>
      <form method="post"><input type="hidden" name="token" value="${token}">${nameField(name)}${newPasswordField('Password')}
      <button>Confirm the address</button></form>`,
  );
}

const openVerify: PageRoute = {
  method: 'GET',
  path: '/auth/verify',
  door: 'link',
  async handle({ ctx, request, reply }) {
    const token = asked(request, 'token');
    const link = await findLink(ctx.db, 'sign_up', token);
    return link ? sendPage(reply, verifyForm(token, link.name ?? '', '')) : sendPage(reply, BAD_LINK, 400);
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
    const problem = passwordProblem(password) ?? (name === '' ? 'Say what you are called.' : undefined);
    if (problem !== undefined) return sendPage(reply, verifyForm(token, name, problem), 422);
    const { change } = changeFor(ctx, { id: 'page.verify', audit: 'user.signed_up' }, request);
    if (!(await verifyAddress(ctx, { token, name, password }, change))) return sendPage(reply, BAD_LINK, 400);
    return sendPage(reply, page('Address confirmed', html`<p>You can sign in now.</p>${onward(ctx)}`));
  },
};

function resetForm(token: string, problem: string) {
  return page(
    'Choose a new password',
    html`${alert(problem)}<form method="post"><input type="hidden" name="token" value="${token}">${newPasswordField('New password')}
      <p>You will be signed out everywhere. Where somebody else may have known the old password, also:</p>
      <label class="choice"><input type="checkbox" name="withdraw_grants" value="true"> take back what I let applications do</label>
      <label class="choice"><input type="checkbox" name="revoke_api_keys" value="true"> revoke my API keys</label>
      <button>Set the password</button></form>`,
  );
}

const openReset: PageRoute = {
  method: 'GET',
  path: '/auth/reset-password',
  doorFree: 'it shows the form whatever the token is',
  handle: async ({ request, reply }) => sendPage(reply, resetForm(asked(request, 'token'), '')),
};

const reset: PageRoute = {
  method: 'POST',
  path: '/auth/reset-password',
  door: 'link',
  async handle({ ctx, request, reply }) {
    const token = field(request, 'token', MOST_TOKEN);
    const password = field(request, 'password', PASSWORD_LENGTH.most + 1);
    const problem = passwordProblem(password);
    if (problem !== undefined) return sendPage(reply, resetForm(token, problem), 422);
    const endings = {
      withdrawGrants: field(request, 'withdraw_grants', 10) === 'true',
      revokeApiKeys: field(request, 'revoke_api_keys', 10) === 'true',
    };
    const { change } = changeFor(ctx, { id: 'page.reset_password', audit: 'user.password_reset' }, request);
    if (!(await setNewPassword({ token, password }, endings, change))) return sendPage(reply, BAD_LINK, 400);
    return sendPage(reply, page('The new password holds', html`<p>Sign in with it.</p>${onward(ctx)}`));
  },
};

const openForgot: PageRoute = {
  method: 'GET',
  path: '/auth/forgot-password',
  doorFree: 'it shows a form',
  async handle({ reply }) {
    const form = html`<form method="post"><label>E-mail address<input type="email" name="email" autocomplete="username" required autofocus></label>
      <button>Send a link</button></form>`;
    return sendPage(reply, page('Choose a new password', form));
  },
};

const forgot: PageRoute = {
  method: 'POST',
  path: '/auth/forgot-password',
  door: 'mail',
  async handle({ ctx, request, reply }) {
    const email = field(request, 'email', 320);
    if (isAddress(email)) askForReset(ctx, email);
    return sendPage(
      reply,
      page('Look into your mail', html`<p>If this address has an account, a link was sent to it.</p>`),
    );
  },
};

/** Where the links of mails lead. A link only shows a form: programs that look into links change nothing by it. */
export const ACCOUNT_PAGES = [openVerify, verify, openReset, reset, openForgot, forgot];
