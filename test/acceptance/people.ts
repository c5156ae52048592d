import { randomUUID } from 'node:crypto';
import { type Holdfast, ok } from '../../client/index.ts';
import { Browser } from '../support/browser.ts';
import { eventually } from '../support/client.ts';
import { getInviteCode } from '../support/mail-server.ts';
import type { Service } from './service.ts';

/** A signed-in person. */
export interface Person {
  readonly client: Holdfast;
  readonly member: `user:${string}`;
}

/** Signs up a person, who joins the organization by an invite with this role. */
export async function inviteColleague(service: Service, org_id: string, role: string): Promise<Person> {
  const browser = new Browser(service.origin);
  const client = service.speaker({ fetch: (request) => fetchWithSession(browser, request) });
  const email = `${randomUUID()}@example.com`;
  const password = `secret ${randomUUID()}`;
  await ok(client.post('/identity/sign-up', { body: { email, name: 'Grace' } }));
  const token = await findInMail(service, email, (text) => findMailedToken(text, 'verify'));
  await ok(client.post('/identity/verify-address', { body: { token, password } }));
  await ok(client.post('/identity/sign-in', { body: { email, password } }));
  const params = { path: { org_id } };
  const body = { email_address: email, roles: [role] };
  await ok(service.client.post('/api/v1/org/{org_id}/invite', { params, body }));
  const code = await findInMail(service, email, getInviteCode);
  await ok(client.post('/api/v1/org/{org_id}/join', { params, body: { code } }));
  const { id } = await ok(client.get('/api/v1/user'));
  return { client, member: `user:${id}` };
}

/** Sends a request like a signed-in browser. */
export async function fetchWithSession(browser: Browser, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const headers = { ...Object.fromEntries(request.headers), origin: browser.origin };
  const body = await request.text();
  const answer = await browser.request(request.method, pathname + search, { headers, ...(body ? { body } : {}) });
  return new Response(answer.status === 204 ? null : answer.text, { status: answer.status, headers: answer.headers });
}

/** Returns the match in the first mail to an address that has one. */
export async function findInMail(service: Service, address: string, found: (text: string) => string): Promise<string> {
  const read = async () => (await service.mails(address)).map(found).find((one) => one !== '') ?? '';
  return eventually(read, (one) => one !== '');
}

/** Returns the token in a mail's link to a page whose name starts so. */
export function findMailedToken(text: string, page: string): string {
  const [, token = ''] = new RegExp(`/auth/${page}[\\w-]*\\?token=([\\w.%-]+)`).exec(text) ?? [];
  return decodeURIComponent(token);
}
