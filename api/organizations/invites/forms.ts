import type { PendingInvite } from '../../../src/organizations/invites/accept.ts';
import { normalizeAddress } from '../../../src/platform/mail/address.ts';
import type { PageLocale, PageMessages } from '../../../src/platform/pages/locale.ts';
import { html, type Markup, renderPage } from '../../../src/platform/pages/page.ts';
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
  readonly locale: PageLocale;
  readonly invite: PendingInvite;
  /** Code in the browser's URL, which the forms submit again. */
  readonly code: string;
  /** Whether the page offers sign-up. */
  readonly canRegister: boolean;
}

/** Previous input of a form, with its error. */
interface FormValues {
  readonly email?: string;
  readonly name?: string;
  readonly problem?: string;
}

/** Renders the same page for every invalid code. */
export function renderInvalidInvite(locale: PageLocale) {
  return renderPage(locale, locale.messages.badInvite, html`<p>${locale.messages.badInviteHint}</p>`);
}

/** Renders the page that says that a new link was sent. */
export function renderCheckMail(locale: PageLocale) {
  return renderPage(locale, locale.messages.checkMail, html`<p>${locale.messages.inviteLinkSent}</p>`);
}

/** Renders the page of a user who has joined. */
export function renderJoined(ctx: Pick<ApiContext, 'config'>, { locale, invite: { organization } }: FormState) {
  const { messages } = locale;
  return renderPage(
    locale,
    messages.joined,
    html`<p>${messages.joinedHint(organization)}</p>${renderConsoleLink(ctx, messages)}`,
  );
}

/** Renders the page of a user who is already a member. */
export function renderAlreadyMember({ locale, invite: { organization } }: FormState) {
  return renderPage(locale, locale.messages.already, html`<p>${locale.messages.alreadyHint(organization)}</p>`);
}

/** Renders the confirmation form of a signed-in user. */
export function renderConfirm(state: FormState, email: string) {
  const { invite, locale } = state;
  const { messages } = locale;
  const other =
    invite.email_address === normalizeAddress(email)
      ? html``
      : html`<p class="soft">${messages.sentTo(invite.email_address)}</p>`;
  return renderPage(
    locale,
    messages.join(invite.organization),
    html`<p>${messages.invitesAs(invite.organization, email)}</p>${other}
      <form method="post">${renderHiddenFields(state, 'accept')}<button>${messages.joinNow}</button></form>
      <form method="post">${renderHiddenFields(state, 'other')}<button class="second">${messages.otherAccount}</button></form>`,
  );
}

/** Renders the forms to sign in or sign up. */
export function renderSignIn(state: FormState, values: FormValues) {
  const { invite, locale } = state;
  const { messages } = locale;
  const email = values.email || invite.email_address;
  const signIn = html`<form method="post">${renderHiddenFields(state, 'sign-in')}${renderEmailField(messages, email)}${renderPasswordField(messages)}
      <button>${messages.signInAndJoin}</button></form><p class="soft"><a href="forgot-password">${messages.forgot}</a></p>`;
  return renderPage(
    locale,
    messages.join(invite.organization),
    html`<p>${messages.invites(invite.organization)}</p>${renderAlert(values.problem ?? '')}
      ${signIn}${state.canRegister ? renderSignUpForm(messages, state, email, values.name ?? '') : html``}`,
  );
}

function renderSignUpForm(messages: PageMessages, state: FormState, email: string, name: string): Markup {
  return html`<h2>${messages.newHere}</h2><form method="post">${renderHiddenFields(state, 'sign-up')}${renderEmailField(messages, email)}
    ${renderNameField(messages, name)}${renderNewPasswordField(messages)}
    <button>${messages.signUpAndJoin}</button></form>
    <p class="soft">${messages.signUpHint}</p>`;
}

function renderHiddenFields({ invite, code }: FormState, step: string): Markup {
  return html`<input type="hidden" name="org" value="${invite.org_id}"><input type="hidden" name="code" value="${code}"><input type="hidden" name="step" value="${step}">`;
}
