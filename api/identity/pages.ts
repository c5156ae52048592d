import type { FastifyInstance } from 'fastify';
import { html, page } from '../../src/identity/page.ts';
import { PASSWORD_LENGTH } from '../../src/identity/people.ts';
import type { ApiContext } from '../context.ts';
import { auditFor } from '../plugins/audit.ts';
import type { Doorkeeper } from '../plugins/doors.ts';
import { acceptForms, asked, field, refuseForeignForm, sendPage } from './forms.ts';
import { askForReset, resetPassword, verifyAddress } from './letters.ts';

/** Where the links of mails lead. A link only shows a form: programs that look into links change nothing by it. */
export function mountPages(app: FastifyInstance, ctx: ApiContext, keep: Doorkeeper): void {
  app.register(async (scope) => {
    acceptForms(scope);
    mountVerify(scope, ctx, keep);
    mountReset(scope, ctx, keep);
    mountForgot(scope, ctx, keep);
  });
}

const BAD_LINK = page(
  'This link does not work',
  html`<p>It was used already, or it is too old. Ask for another one.</p>`,
);

function mountVerify(scope: FastifyInstance, ctx: ApiContext, keep: Doorkeeper): void {
  scope.get('/auth/verify', async (request, reply) => {
    const form = html`<p>Confirm that this address is yours, and that you signed up with it.</p>
      <form method="post"><input type="hidden" name="token" value="${asked(request, 'token')}"><button>Confirm the address</button></form>`;
    return sendPage(reply, page('Confirm your address', form));
  });
  scope.post('/auth/verify', async (request, reply) => {
    refuseForeignForm(ctx, request);
    keep(request, 'link');
    const { audit } = auditFor({ id: 'page.verify', audit: 'user.address_verified' }, request);
    if (!(await verifyAddress(ctx, field(request, 'token', 4000), audit))) return sendPage(reply, BAD_LINK, 400);
    return sendPage(reply, page('Address confirmed', html`<p>You can sign in now.</p>`));
  });
}

function resetForm(token: string, problem: string) {
  const { least, most } = PASSWORD_LENGTH;
  return page(
    'Choose a new password',
    html`${problem ? html`<p class="bad" role="alert">${problem}</p>` : html``}
      <form method="post"><input type="hidden" name="token" value="${token}">
      <label>New password<input type="password" name="password" autocomplete="new-password" minlength="${String(least)}" maxlength="${String(most)}" required autofocus></label>
      <button>Set the password</button></form><p class="soft">At least ${String(least)} characters. You will be signed out everywhere.</p>`,
  );
}

function mountReset(scope: FastifyInstance, ctx: ApiContext, keep: Doorkeeper): void {
  scope.get('/auth/reset-password', async (request, reply) => sendPage(reply, resetForm(asked(request, 'token'), '')));
  scope.post('/auth/reset-password', async (request, reply) => {
    refuseForeignForm(ctx, request);
    keep(request, 'link');
    const token = field(request, 'token', 4000);
    const password = field(request, 'password', PASSWORD_LENGTH.most + 1);
    if (password.length < PASSWORD_LENGTH.least || password.length > PASSWORD_LENGTH.most) {
      const rule = `The password needs ${PASSWORD_LENGTH.least} to ${PASSWORD_LENGTH.most} characters.`;
      return sendPage(reply, resetForm(token, rule), 422);
    }
    const { audit } = auditFor({ id: 'page.reset_password', audit: 'user.password_reset' }, request);
    if (!(await resetPassword(ctx, token, password, audit))) return sendPage(reply, BAD_LINK, 400);
    return sendPage(reply, page('The new password holds', html`<p>Sign in with it.</p>`));
  });
}

function mountForgot(scope: FastifyInstance, ctx: ApiContext, keep: Doorkeeper): void {
  scope.get('/auth/forgot-password', async (_request, reply) => {
    const form = html`<form method="post"><label>E-mail address<input type="email" name="email" autocomplete="username" required autofocus></label>
      <button>Send a link</button></form>`;
    return sendPage(reply, page('Choose a new password', form));
  });
  scope.post('/auth/forgot-password', async (request, reply) => {
    refuseForeignForm(ctx, request);
    keep(request, 'mail');
    const email = field(request, 'email', 320);
    if (/^[^\s@]+@[^\s@]+$/.test(email)) askForReset(ctx, request, email);
    return sendPage(
      reply,
      page('Look into your mail', html`<p>If this address has an account, a link was sent to it.</p>`),
    );
  });
}
