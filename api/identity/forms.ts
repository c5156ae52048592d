import type { FastifyReply, FastifyRequest } from 'fastify';
import { html, type Markup, type Page } from '../../src/identity/page.ts';
import { PASSWORD_LENGTH } from '../../src/identity/passwords.ts';
import type { ApiContext } from '../context.ts';

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

/** Asks for a password that is to be. */
export function newPasswordField(label: string): Markup {
  const { least, most } = PASSWORD_LENGTH;
  return html`<label>${label}<input type="password" name="password" autocomplete="new-password" minlength="${String(least)}" maxlength="${String(most)}" required></label>
    <p class="soft">At least ${String(least)} characters.</p>`;
}

/** Asks what somebody is called. */
export function nameField(name: string): Markup {
  return html`<label>Name<input name="name" value="${name}" autocomplete="name" maxlength="200" required></label>`;
}

/** What is wrong with a new password, if anything is. */
export function passwordProblem(password: string): string | undefined {
  const { least, most } = PASSWORD_LENGTH;
  if (password.length >= least && password.length <= most) return undefined;
  return `The password needs ${least} to ${most} characters.`;
}

/** Leads to the console, which asks to sign in where that has to be. */
export function onward({ config }: Pick<ApiContext, 'config'>): Markup {
  return html`<p><a href="${config.publicUrl}/">Go to the console</a></p>`;
}

/** What is wrong, where a form is shown again. */
export function alert(problem: string): Markup {
  return problem ? html`<p class="bad" role="alert">${problem}</p>` : html``;
}
