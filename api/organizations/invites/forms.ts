import { html, type Markup, page } from '../../../src/identity/page.ts';
import type { OpenInvite } from '../../../src/organizations/invites/accepting.ts';
import { normalizedAddress } from '../../../src/platform/mail/address.ts';
import type { ApiContext } from '../../context.ts';
import { alert, nameField, newPasswordField, onward } from '../../identity/forms.ts';

/** An open invite as its page shows it. */
export interface Shown {
  readonly invite: OpenInvite;
  /** The code that the browser holds; the forms pass it on. */
  readonly code: string;
  /** Whether the page offers to sign up. */
  readonly mayRegister: boolean;
}

/** What somebody typed before, and what was wrong with it. */
export interface Typed {
  readonly email?: string;
  readonly name?: string;
  readonly problem?: string;
}

/** The same for every code that opens nothing. */
export const BAD_INVITE = page(
  'This invitation does not work',
  html`<p>It was accepted or taken back already, or it is too old. Ask for another one.</p>`,
);

export const LOOK_INTO_MAIL = page(
  'Look into your mail',
  html`<p>If this address may sign up, a link was sent to it. Confirm the address and choose a password there, then open the link of your invitation again.</p>`,
);

/** Where somebody belongs now. */
export function joinedPage(ctx: Pick<ApiContext, 'config'>, { organization }: OpenInvite) {
  return page('You are in', html`<p>You belong to <strong>${organization}</strong> now.</p>${onward(ctx)}`);
}

export function alreadyPage({ organization }: OpenInvite) {
  return page(
    'You are in already',
    html`<p>You belong to <strong>${organization}</strong>. The invitation is still open for somebody else.</p>`,
  );
}

/** Asks somebody who is signed in whether they want to join. */
export function confirmPage(shown: Shown, email: string) {
  const { invite } = shown;
  const other =
    invite.email_address === normalizedAddress(email)
      ? html``
      : html`<p class="soft">The invitation was sent to ${invite.email_address}.</p>`;
  return page(
    `Join ${invite.organization}`,
    html`<p><strong>${invite.organization}</strong> invites you. You are signed in as ${email}.</p>${other}
      <form method="post">${passedOn(shown, 'accept')}<button>Join</button></form>
      <form method="post">${passedOn(shown, 'other')}<button class="second">Use another account</button></form>`,
  );
}

/** Lets somebody sign in or up who is not signed in. */
export function doorPage(shown: Shown, typed: Typed) {
  const { invite } = shown;
  const email = typed.email || invite.email_address;
  const signIn = html`<form method="post">${passedOn(shown, 'sign-in')}${emailField(email)}
      <label>Password<input type="password" name="password" autocomplete="current-password" required></label>
      <button>Sign in and join</button></form><p class="soft"><a href="forgot-password">Forgot the password?</a></p>`;
  return page(
    `Join ${invite.organization}`,
    html`<p><strong>${invite.organization}</strong> invites you.</p>${alert(typed.problem ?? '')}
      ${signIn}${shown.mayRegister ? signUpForm(shown, email, typed.name ?? '') : html``}`,
  );
}

function signUpForm(shown: Shown, email: string, name: string): Markup {
  return html`<h2>New here?</h2><form method="post">${passedOn(shown, 'sign-up')}${emailField(email)}
    ${nameField(name)}${newPasswordField('Password')}
    <button>Sign up and join</button></form>
    <p class="soft">With the address that the invitation was sent to you are in at once.</p>`;
}

function emailField(email: string): Markup {
  return html`<label>E-mail address<input type="email" name="email" value="${email}" autocomplete="username" required></label>`;
}

function passedOn({ invite, code }: Shown, step: string): Markup {
  return html`<input type="hidden" name="org" value="${invite.org_id}"><input type="hidden" name="code" value="${code}"><input type="hidden" name="step" value="${step}">`;
}
