import type { FastifyReply, FastifyRequest } from 'fastify';
import { html, type Markup, type Page } from '../../src/identity/page.ts';
import type { PageWords } from '../../src/identity/page-messages/locale.ts';
import { PASSWORD_LENGTH } from '../../src/identity/passwords.ts';
import { DomainError } from '../../src/platform/errors.ts';
import type { ApiContext } from '../context.ts';
import { AuthenticationError } from '../plugins/credentials.ts';

/** A field of a form; empty when it is missing. */
export function getField(request: FastifyRequest, name: string, maxLength: number): string {
  const form = request.body;
  if (form === null || typeof form !== 'object' || !Object.hasOwn(form, name)) return '';
  const value: unknown = Reflect.get(form, name);
  return typeof value === 'string' ? value.slice(0, maxLength) : '';
}

/** A key of the query; empty when it is missing. */
export function getQueryValue(request: FastifyRequest, name: string): string {
  const query = request.query as Readonly<Record<string, unknown>>;
  const value = Object.hasOwn(query, name) ? query[name] : undefined;
  return typeof value === 'string' ? value : '';
}

/** Sends a page. */
export function sendPage(reply: FastifyReply, page: Page, status = 200) {
  return reply.code(status).headers(page.headers).send(page.html);
}

/** Asks for an address to sign in with. */
export function renderEmailField(words: PageWords, email: string): Markup {
  return html`<label>${words.email}<input type="email" name="email" value="${email}" autocomplete="username" required></label>`;
}

/** Asks for the password that there is. */
export function renderPasswordField(words: PageWords): Markup {
  return html`<label>${words.password}<input type="password" name="password" autocomplete="current-password" required></label>`;
}

/** What a page says of a refusal: by its kind in the page's words, else as the server says it. */
export function toErrorText(words: PageWords, error: Error): string {
  if (error instanceof AuthenticationError) return words.wrong;
  if (error instanceof DomainError && error.reason === 'RATE_LIMITED') return words.tooOften;
  return `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`;
}

/** Asks for a password that is to be. */
export function renderNewPasswordField(words: PageWords, label = words.password): Markup {
  const { min: least, max: maxLength } = PASSWORD_LENGTH;
  return html`<label>${label}<input type="password" name="password" autocomplete="new-password" minlength="${String(least)}" maxlength="${String(maxLength)}" required></label>
    <p class="soft">${words.passwordHint}</p>`;
}

/** Asks what somebody is called. */
export function renderNameField(words: PageWords, name: string): Markup {
  return html`<label>${words.name}<input name="name" value="${name}" autocomplete="name" maxlength="200" required></label>`;
}

/** What is wrong with a new password, if anything is. */
export function findPasswordProblem(words: PageWords, password: string): string | undefined {
  const { min: least, max: maxLength } = PASSWORD_LENGTH;
  if (password.length >= least && password.length <= maxLength) return undefined;
  return words.passwordProblem;
}

/** Leads to the console, which asks to sign in where that has to be. */
export function renderConsoleLink({ config }: Pick<ApiContext, 'config'>, words: PageWords): Markup {
  return html`<p><a href="${config.publicUrl}/">${words.toConsole}</a></p>`;
}

/** What is wrong, where a form is shown again. */
export function renderAlert(problem: string): Markup {
  return problem ? html`<p class="bad" role="alert">${problem}</p>` : html``;
}
