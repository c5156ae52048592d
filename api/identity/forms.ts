import type { FastifyReply, FastifyRequest } from 'fastify';
import { PASSWORD_LENGTH } from '../../src/identity/passwords.ts';
import { DomainError } from '../../src/platform/errors.ts';
import type { PageMessages } from '../../src/platform/pages/locale.ts';
import { html, type Markup, type Page } from '../../src/platform/pages/page.ts';
import type { ApiContext } from '../context.ts';
import { AuthenticationError } from '../plugins/credentials.ts';

/** Reads a form field; empty if absent. */
export function getField(request: FastifyRequest, name: string, maxLength: number): string {
  const form = request.body;
  if (form === null || typeof form !== 'object' || !Object.hasOwn(form, name)) return '';
  const value: unknown = Reflect.get(form, name);
  return typeof value === 'string' ? value.slice(0, maxLength) : '';
}

/** Reads a query parameter; empty if absent. */
export function getQueryValue(request: FastifyRequest, name: string): string {
  const query = request.query as Readonly<Record<string, unknown>>;
  const value = Object.hasOwn(query, name) ? query[name] : undefined;
  return typeof value === 'string' ? value : '';
}

/** Sends a page. */
export function sendPage(reply: FastifyReply, page: Page, status = 200) {
  return reply.code(status).headers(page.headers).send(page.html);
}

/** Renders the email field of a sign-in form. */
export function renderEmailField(messages: PageMessages, email: string): Markup {
  return html`<label>${messages.email}<input type="email" name="email" value="${email}" autocomplete="username" required></label>`;
}

/** Renders the field of the current password. */
export function renderPasswordField(messages: PageMessages): Markup {
  return html`<label>${messages.password}<input type="password" name="password" autocomplete="current-password" required></label>`;
}

/** Error text for a page: the page's own text for the error's kind, else the server's. */
export function toErrorText(messages: PageMessages, error: Error): string {
  if (error instanceof AuthenticationError) return messages.wrong;
  if (error instanceof DomainError && error.reason === 'RATE_LIMITED') return messages.tooOften;
  return `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`;
}

/** Renders the field of a new password. */
export function renderNewPasswordField(messages: PageMessages, label = messages.password): Markup {
  const { min, max } = PASSWORD_LENGTH;
  return html`<label>${label}<input type="password" name="password" autocomplete="new-password" minlength="${String(min)}" maxlength="${String(max)}" required></label>
    <p class="soft">${messages.passwordHint(min)}</p>`;
}

/** Renders the field of the user's name. */
export function renderNameField(messages: PageMessages, name: string): Markup {
  return html`<label>${messages.name}<input name="name" value="${name}" autocomplete="name" maxlength="200" required></label>`;
}

/** Validates a new password; undefined if it is valid. */
export function findPasswordProblem(messages: PageMessages, password: string): string | undefined {
  const { min, max } = PASSWORD_LENGTH;
  if (password.length >= min && password.length <= max) return undefined;
  return messages.passwordProblem(min, max);
}

/** Renders a link to the console, which asks for sign-in if necessary. */
export function renderConsoleLink({ config }: Pick<ApiContext, 'config'>, messages: PageMessages): Markup {
  return html`<p><a href="${config.publicUrl}/">${messages.toConsole}</a></p>`;
}

/** Renders the error above a form that is shown again. */
export function renderAlert(problem: string): Markup {
  return problem ? html`<p class="bad" role="alert">${problem}</p>` : html``;
}
