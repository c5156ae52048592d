import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '../../../src/identity/users.ts';
import { Browser } from '../../support/browser.ts';
import { type Json, openWorld, type Tenant, type World } from '../../support/client.ts';
import { createPerson, getOpenApiOrigin, getPublicUrl } from '../../support/identity.ts';
import { getInviteCode, waitForStoredMails } from '../../support/mail-server.ts';
import { createClientAddress, findProfileApi } from '../../support/profile-api.ts';

let world: World;
let origin: string;
let tenant: Tenant;

beforeAll(async () => {
  world = openWorld();
  origin = getPublicUrl(world.stack);
  tenant = await world.tenant();
});
afterAll(() => world.close());

const address = () => `${randomUUID()}@example.com`;
const PASSWORD = 'correct horse battery';

/** Opens an invite by the link of its mail. */
async function invitation(own: Tenant = tenant, email = address(), roles: string[] = []) {
  const { body } = await own.owner.post(`/org/${own.orgId}/invite`, { email_address: email, roles });
  const code = getInviteCode((await waitForStoredMails(world.stack.dataDir, email)).at(-1) ?? '');
  const link = `/auth/invite?org=${own.orgId}&code=${code}`;
  const send = (browser: Browser, step: string, fields: Record<string, string> = {}, headers = {}) =>
    browser.submit(link, { org: own.orgId, code, step, ...fields }, headers);
  return { id: body.id as string, email, code, link, send };
}

const getInviteStatus = async (id: string) =>
  (await world.db.selectFrom('invites').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;
const findUser = (email: string) =>
  world.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
const listRoles = async (userId: string) => {
  const rows = await world.db
    .selectFrom('role_grants')
    .select('role')
    .where('subject_id', '=', userId)
    .where('resource_id', '=', tenant.orgId)
    .execute();
  return rows.map((row) => row.role);
};
/** Types of the events that users caused on the tenant or on their own account. */
const listEventTypes = async (userId: string) => {
  const { rows } = await sql<{ event_type: string }>`
    select event_type from audit_events where actor_user_id = ${userId} order by id`.execute(world.db);
  return rows.map((row) => row.event_type);
};

describe('the page behind the link of an invite', () => {
  it('names the inviting organization, escaped and without scripts, and opening it changes nothing', async () => {
    const own = await world.tenant();
    const name = `<script>alert(1)</script> & "Sons" ${randomUUID()}`;
    await own.owner.post(`/org/${own.orgId}`, { name });
    const { link, id, email } = await invitation(own);
    const page = await new Browser(origin).get(link);
    expect(page.status).toBe(200);
    expect(page.text).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;Sons&quot;');
    expect(page.text).not.toContain('<script');
    expect(page.text).toContain(email);
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'/);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.text).toContain('Sign in and join');
    expect(page.text).toContain('Sign up and join');
    expect(await getInviteStatus(id)).toBe('pending');
  });

  it('lets a signed-in user join with one button, once', async () => {
    const { link, send, id, code } = await invitation(tenant, address(), ['viewer']);
    const who = await createPerson(world);
    await who.signIn();
    const page = await who.browser.get(link);
    expect(page.text).toContain(`You are signed in as ${who.email}`);
    expect(page.text).not.toContain('type="password"');
    const other = await send(who.browser, 'other');
    expect([other.status, other.text.includes('Sign in and join'), await getInviteStatus(id)]).toEqual([
      200,
      true,
      'pending',
    ]);
    const joined = await send(who.browser, 'accept');
    expect([joined.status, joined.text.includes('You are now a member')]).toEqual([200, true]);
    expect([await getInviteStatus(id), await listRoles(who.id)]).toEqual(['accepted', ['viewer']]);
    const events = await tenant.owner.get(
      `/org/${tenant.orgId}/audit_event?event_type=organization.joined&page_limit=1`,
    );
    expect(events.body.results[0]).toMatchObject({ actor_user_id: who.id, labels: { operation: 'page.invite' } });
    expect(JSON.stringify(events.body)).not.toContain(code);
    const again = await send(who.browser, 'accept');
    expect(again.status).toBe(400);
  });

  it('signs in a user with an account and lets them join', async () => {
    const { send, id } = await invitation();
    const who = await createPerson(world);
    const wrong = await send(who.browser, 'sign-in', { email: who.email, password: 'not the password' });
    expect([wrong.status, wrong.text.includes('The address or the password is wrong.')]).toEqual([401, true]);
    expect(await getInviteStatus(id)).toBe('pending');
    const joined = await send(who.browser, 'sign-in', { email: who.email, password: who.password });
    expect([joined.status, await getInviteStatus(id), await listRoles(who.id)]).toEqual([200, 'accepted', ['member']]);
    expect(JSON.parse((await who.browser.get('/api/v1/whoami')).text)).toMatchObject({ user_id: who.id });
  });

  it('signs up the invited address without another mail, joins and leaves the browser signed in', async () => {
    const { send, id, email } = await invitation(tenant, address(), ['editor']);
    const browser = new Browser(origin);
    const typed = { email: email.toUpperCase(), name: 'Grace', password: PASSWORD };
    const joined = await send(browser, 'sign-up', typed);
    expect(joined.status).toBe(200);
    const user = await findUser(email);
    expect(user).toMatchObject({ email_verified: true, name: 'Grace', system_role: null });
    expect([await getInviteStatus(id), await listRoles(user?.id ?? '')]).toEqual(['accepted', ['editor']]);
    expect(JSON.parse((await browser.get('/api/v1/whoami')).text)).toMatchObject({ user_id: user?.id });
    expect(await listEventTypes(user?.id ?? '')).toEqual(['organization.joined', 'user.signed_up', 'user.signed_in']);
    expect(await waitForStoredMails(world.stack.dataDir, email)).toHaveLength(1);
    const elsewhere = await new Browser(origin).post('/identity/sign-in', { email, password: PASSWORD });
    expect(elsewhere.status).toBe(200);
  });

  it('takes an unconfirmed account over from its creator', async () => {
    const { send, email } = await invitation();
    const own = 'the one of a squatter';
    const id = await createUser(world.db, { email, name: 'Squatter', administrator: false, password: own });
    await world.db.updateTable('users').set({ email_verified: false }).where('id', '=', id).execute();
    expect((await send(new Browser(origin), 'sign-in', { email, password: own })).status).toBe(401);
    const joined = await send(new Browser(origin), 'sign-up', { email, name: 'Ada', password: PASSWORD });
    expect(joined.status).toBe(200);
    expect(await findUser(email)).toMatchObject({ id, name: 'Ada', email_verified: true });
    const signIn = (password: string) => new Browser(origin).post('/identity/sign-in', { email, password });
    expect((await signIn(own)).status).toBe(401);
    expect((await signIn(PASSWORD)).status).toBe(200);
  });

  it('leaves an existing account with this address unchanged', async () => {
    const who = await createPerson(world);
    const { send, id } = await invitation(tenant, who.email);
    const answer = await send(new Browser(origin), 'sign-up', { email: who.email, name: 'Other', password: PASSWORD });
    expect([answer.status, answer.text.includes('Sign in instead.')]).toEqual([409, true]);
    expect([await getInviteStatus(id), (await findUser(who.email))?.name]).toEqual(['pending', 'Ada']);
    await who.signIn();
  });

  it('verifies no other address: that one needs its own mail, and the page reveals no accounts', async () => {
    const open = getOpenApiOrigin(world.stack);
    const { send, id } = await invitation();
    const [fresh, known] = [address(), (await createPerson(world)).email];
    const answers: Json[] = [];
    for (const email of [fresh, known])
      answers.push(await send(new Browser(open), 'sign-up', { email, name: 'Eve', password: PASSWORD }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[1].text).toBe(answers[0].text);
    expect(answers[0].headers.getSetCookie()).toEqual([]);
    expect((await waitForStoredMails(world.stack.dataDir, fresh))[0]).toContain('Confirm your address');
    expect([await getInviteStatus(id), await findUser(fresh)]).toEqual(['pending', undefined]);
    const early = await send(new Browser(open), 'sign-in', { email: fresh, password: PASSWORD });
    expect([early.status, await getInviteStatus(id)]).toEqual([401, 'pending']);
  });

  it('does not sign up users where sign-up is disabled', async () => {
    const { send, link, email } = await invitation();
    const browser = new Browser(await findProfileApi('impatient'));
    expect((await browser.get(link)).text).not.toContain('Sign up');
    expect((await send(browser, 'sign-up', { email, name: 'Ada', password: PASSWORD })).status).toBe(403);
    expect(await findUser(email)).toBeUndefined();
  });

  it.each([
    ['a short password', { password: 'short' }, 'The password needs 10 to 128 characters.'],
    ['no name', { name: ' ' }, 'Enter your name.'],
    ['no address', { email: 'nobody' }, 'This is not an email address.'],
  ])('keeps the input and names the problem with %s', async (_what, wrong, problem) => {
    const { send, email, id } = await invitation();
    const typed = { email, name: '"Ada" <b>', password: PASSWORD, ...wrong };
    const answer = await send(new Browser(origin), 'sign-up', typed);
    expect([answer.status, answer.text.includes(problem)]).toEqual([422, true]);
    expect(answer.text).not.toContain('<b>');
    expect([await getInviteStatus(id), await findUser(email)]).toEqual(['pending', undefined]);
  });

  it('is identical for every invalid code', async () => {
    const [used, old, gone] = [await invitation(), await invitation(), await invitation()];
    const who = await createPerson(world);
    await who.signIn();
    await used.send(who.browser, 'accept');
    await sql`update invites set expires_at = now() where id = ${old.id}`.execute(world.db);
    await tenant.owner.delete(`/org/${tenant.orgId}/invite/${gone.id}`);
    const other = await invitation(await world.tenant());
    const links = [used.link, old.link, gone.link, `/auth/invite?org=${tenant.orgId}&code=${other.code}`];
    links.push('/auth/invite', '/auth/invite?org=x&code=y', `/auth/invite?org=${randomUUID()}&code=${old.code}`);
    const pages = await Promise.all(links.map((link) => new Browser(origin).get(link)));
    expect(new Set(pages.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect([pages[0]?.status, pages[0]?.text.includes('This invitation does not work')]).toEqual([400, true]);
    expect((await old.send(who.browser, 'accept')).text).toBe(pages[0]?.text);
  });

  it('rejects requests from other sites, signed-out users and members', async () => {
    const { send, id, link } = await invitation();
    const who = await createPerson(world);
    await who.signIn();
    const foreign = await send(who.browser, 'accept', {}, { origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    expect((await send(new Browser(origin), 'accept')).status).toBe(401);
    const first = await invitation();
    await first.send(who.browser, 'accept');
    const again = await send(who.browser, 'accept');
    expect([again.status, again.text.includes('You are already a member')]).toEqual([409, true]);
    expect(await getInviteStatus(id)).toBe('pending');
    expect((await new Browser(origin).get(link)).status).toBe(200);
  });

  it('is rate limited per minute', async () => {
    const browser = new Browser(await findProfileApi('limited'));
    const headers = { 'x-forwarded-for': createClientAddress() };
    const statuses = [];
    for (let n = 0; n < 4; n++)
      statuses.push((await browser.request('GET', `/auth/invite?org=${randomUUID()}&code=x`, { headers })).status);
    expect(statuses).toEqual([400, 400, 400, 429]);
  });
});
