import { html, type Markup, renderPage } from '../../../src/identity/page.ts';
import type { PageLocale, PageWords } from '../../../src/identity/page-messages/locale.ts';
import type { PendingInvite } from '../../../src/organizations/invites/accept.ts';
import { normalizeAddress } from '../../../src/platform/mail/address.ts';
import type { ApiContext } from '../../context.ts';
import {
  renderAlert,
  renderConsoleLink,
  renderEmailField,
  renderNameField,
  renderNewPasswordField,
  renderPasswordField,
} from '../../identity/forms.ts';

/** Pending invite and the state of its page. */
export interface FormState {
  readonly look: PageLocale;
  readonly invite: PendingInvite;
  /** Code in the browser's URL, which the forms submit again. */
  readonly code: string;
  /** Whether the page offers sign-up. */
  readonly mayRegister: boolean;
}

/** Previous input of a form, with its error. */
export interface FormValues {
  readonly email?: string;
  readonly name?: string;
  readonly problem?: string;
}

/** Renders the same page for every invalid code. */
export function renderInvalidInvite(look: PageLocale) {
  return renderPage(look, look.messages.badInvite, html`<p>${look.messages.badInviteHint}</p>`);
}

export function renderCheckMail(look: PageLocale) {
  return renderPage(look, look.messages.lookIntoMail, html`<p>${look.messages.inviteLinkSent}</p>`);
}

/** Renders the page of a user who has joined. */
export function renderJoined(ctx: Pick<ApiContext, 'config'>, { look, invite: { organization } }: FormState) {
  const { messages: words } = look;
  return renderPage(look, words.joined, html`<p>${words.joinedHint(organization)}</p>${renderConsoleLink(ctx, words)}`);
}

export function renderAlreadyMember({ look, invite: { organization } }: FormState) {
  return renderPage(look, look.messages.already, html`<p>${look.messages.alreadyHint(organization)}</p>`);
}

/** Renders the confirmation form of a signed-in user. */
export function renderConfirm(shown: FormState, email: string) {
  const { invite, look } = shown;
  const { messages: words } = look;
  const other =
    invite.email_address === normalizeAddress(email)
      ? html``
      : html`<p class="soft">${words.sentTo(invite.email_address)}</p>`;
  return renderPage(
    look,
    words.join(invite.organization),
    html`<p>${words.invitesAs(invite.organization, email)}</p>${other}
      <form method="post">${renderHiddenFields(shown, 'accept')}<button>${words.joinNow}</button></form>
      <form method="post">${renderHiddenFields(shown, 'other')}<button class="second">${words.otherAccount}</button></form>`,
  );
}

/** Renders the forms to sign in or sign up. */
export function renderSignIn(shown: FormState, typed: FormValues) {
  const { invite, look } = shown;
  const { messages: words } = look;
  const email = typed.email || invite.email_address;
  const signIn = html`<form method="post">${renderHiddenFields(shown, 'sign-in')}${renderEmailField(words, email)}${renderPasswordField(words)}
      <button>${words.signInAndJoin}</button></form><p class="soft"><a href="forgot-password">${words.forgot}</a></p>`;
  return renderPage(
    look,
    words.join(invite.organization),
    html`<p>${words.invites(invite.organization)}</p>${renderAlert(typed.problem ?? '')}
      ${signIn}${shown.mayRegister ? renderSignUpForm(words, shown, email, typed.name ?? '') : html``}`,
  );
}

function renderSignUpForm(words: PageWords, shown: FormState, email: string, name: string): Markup {
  return html`<h2>${words.newHere}</h2><form method="post">${renderHiddenFields(shown, 'sign-up')}${renderEmailField(words, email)}
    ${renderNameField(words, name)}${renderNewPasswordField(words)}
    <button>${words.signUpAndJoin}</button></form>
    <p class="soft">${words.signUpHint}</p>`;
}

function renderHiddenFields({ invite, code }: FormState, step: string): Markup {
  return html`<input type="hidden" name="org" value="${invite.org_id}"><input type="hidden" name="code" value="${code}"><input type="hidden" name="step" value="${step}">`;
}
