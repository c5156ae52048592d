import { html, type Markup, page } from '../../../src/identity/page.ts';
import type { Look, PageWords } from '../../../src/identity/page-words/look.ts';
import type { OpenInvite } from '../../../src/organizations/invites/accepting.ts';
import { normalizeAddress } from '../../../src/platform/mail/address.ts';
import type { ApiContext } from '../../context.ts';
import { alert, emailField, nameField, newPasswordField, onward, passwordField } from '../../identity/forms.ts';

/** An open invite as its page shows it. */
export interface Shown {
  readonly look: Look;
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
export function badInvite(look: Look) {
  return page(look, look.words.badInvite, html`<p>${look.words.badInviteHint}</p>`);
}

export function lookIntoMail(look: Look) {
  return page(look, look.words.lookIntoMail, html`<p>${look.words.inviteLinkSent}</p>`);
}

/** Where somebody belongs now. */
export function joinedPage(ctx: Pick<ApiContext, 'config'>, { look, invite: { organization } }: Shown) {
  const { words } = look;
  return page(look, words.joined, html`<p>${words.joinedHint(organization)}</p>${onward(ctx, words)}`);
}

export function alreadyPage({ look, invite: { organization } }: Shown) {
  return page(look, look.words.already, html`<p>${look.words.alreadyHint(organization)}</p>`);
}

/** Asks somebody who is signed in whether they want to join. */
export function confirmPage(shown: Shown, email: string) {
  const { invite, look } = shown;
  const { words } = look;
  const other =
    invite.email_address === normalizeAddress(email)
      ? html``
      : html`<p class="soft">${words.sentTo(invite.email_address)}</p>`;
  return page(
    look,
    words.join(invite.organization),
    html`<p>${words.invitesAs(invite.organization, email)}</p>${other}
      <form method="post">${passedOn(shown, 'accept')}<button>${words.joinNow}</button></form>
      <form method="post">${passedOn(shown, 'other')}<button class="second">${words.otherAccount}</button></form>`,
  );
}

/** Lets somebody sign in or up who is not signed in. */
export function doorPage(shown: Shown, typed: Typed) {
  const { invite, look } = shown;
  const { words } = look;
  const email = typed.email || invite.email_address;
  const signIn = html`<form method="post">${passedOn(shown, 'sign-in')}${emailField(words, email)}${passwordField(words)}
      <button>${words.signInAndJoin}</button></form><p class="soft"><a href="forgot-password">${words.forgot}</a></p>`;
  return page(
    look,
    words.join(invite.organization),
    html`<p>${words.invites(invite.organization)}</p>${alert(typed.problem ?? '')}
      ${signIn}${shown.mayRegister ? signUpForm(words, shown, email, typed.name ?? '') : html``}`,
  );
}

function signUpForm(words: PageWords, shown: Shown, email: string, name: string): Markup {
  return html`<h2>${words.newHere}</h2><form method="post">${passedOn(shown, 'sign-up')}${emailField(words, email)}
    ${nameField(words, name)}${newPasswordField(words)}
    <button>${words.signUpAndJoin}</button></form>
    <p class="soft">${words.signUpHint}</p>`;
}

function passedOn({ invite, code }: Shown, step: string): Markup {
  return html`<input type="hidden" name="org" value="${invite.org_id}"><input type="hidden" name="code" value="${code}"><input type="hidden" name="step" value="${step}">`;
}
