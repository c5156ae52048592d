import type { FastifyReply, FastifyRequest } from 'fastify';
import { html, type Markup, type Page } from '../../src/identity/page.ts';
import type { PageWords } from '../../src/identity/page-words/look.ts';
import { PASSWORD_LENGTH } from '../../src/identity/passwords.ts';
import { DomainError } from '../../src/platform/errors.ts';
import type { ApiContext } from '../context.ts';
import { AuthenticationError } from '../plugins/credentials.ts';

/** A field of a form; empty when it is missing. */
export function field(request: FastifyRequest, name: string, most: number): string {
  const form = request.body;
  if (form === null || typeof form !== 'object' || !Object.hasOwn(form, name)) return '';
  const value: unknown = Reflect.get(form, name);
  return typeof value === 'string' ? value.slice(0, most) : '';
}

/** A key of the query; empty when it is missing. */
export function asked(request: FastifyRequest, name: string): string {
  const query = request.query as Readonly<Record<string, unknown>>;
  const value = Object.hasOwn(query, name) ? query[name] : undefined;
  return typeof value === 'string' ? value : '';
}

/** Sends a page. */
export function sendPage(reply: FastifyReply, page: Page, status = 200) {
  return reply.code(status).headers(page.headers).send(page.html);
}

/** Asks for an address to sign in with. */
export function emailField(words: PageWords, email: string): Markup {
  return html`<label>${words.email}<input type="email" name="email" value="${email}" autocomplete="username" required></label>`;
}

/** Asks for the password that there is. */
export function passwordField(words: PageWords): Markup {
  return html`<label>${words.password}<input type="password" name="password" autocomplete="current-password" required></label>`;
}

/** What a page says of a refusal: by its kind in the page's words, else as the server says it. */
export function refusalIn(words: PageWords, error: Error): string {
  if (error instanceof AuthenticationError) return words.wrong;
  if (error instanceof DomainError && error.reason === 'RATE_LIMITED') return words.tooOften;
  return `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`;
}

/** Asks for a password that is to be. */
export function newPasswordField(words: PageWords, label = words.password): Markup {
  const { least, most } = PASSWORD_LENGTH;
  return html`<label>${label}<input type="password" name="password" autocomplete="new-password" minlength="${String(least)}" maxlength="${String(most)}" required></label>
    <p class="soft">${words.passwordHint}</p>`;
}

/** Asks what somebody is called. */
export function nameField(words: PageWords, name: string): Markup {
  return html`<label>${words.name}<input name="name" value="${name}" autocomplete="name" maxlength="200" required></label>`;
}

/** What is wrong with a new password, if anything is. */
export function passwordProblem(words: PageWords, password: string): string | undefined {
  const { least, most } = PASSWORD_LENGTH;
  if (password.length >= least && password.length <= most) return undefined;
  return words.passwordProblem;
}

/** Leads to the console, which asks to sign in where that has to be. */
export function onward({ config }: Pick<ApiContext, 'config'>, words: PageWords): Markup {
  return html`<p><a href="${config.publicUrl}/">${words.toConsole}</a></p>`;
}

/** What is wrong, where a form is shown again. */
export function alert(problem: string): Markup {
  return problem ? html`<p class="bad" role="alert">${problem}</p>` : html``;
}
