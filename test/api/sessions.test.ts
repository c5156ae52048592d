import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../src/identity/api-keys.ts';
import { createSignInLink } from '../../src/identity/sign-in-links.ts';
import { createUser } from '../../src/identity/users.ts';
import { Browser } from '../support/browser.ts';
import { Client, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { createPerson, createSession, getPublicUrl } from '../support/identity.ts';

const SESSIONS = '/api/v1/user/session';
const PASSWORD = '/api/v1/user/password';

let world: World;
let tenant: Tenant;
let origin: string;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  origin = getPublicUrl(world.stack);
});
afterAll(() => world.close());

const listed = async (browser: Browser): Promise<Json[]> => JSON.parse((await browser.get(SESSIONS)).text).results;
const end = (browser: Browser, id: string, headers = { origin }) =>
  browser.request('DELETE', `${SESSIONS}/${id}`, { headers });
const signedIn = async (browser: Browser) => (await browser.get('/api/v1/whoami')).status === 200;

/** Signs a user in to one more browser without the password, which would cost 200 ms of CPU. */
async function enter(userId: string, userAgent = 'Browser'): Promise<Browser> {
  const browser = new Browser(origin);
  const link = await createSignInLink(world.db, userId);
  const response = await browser.post('/identity/sign-in-by-link', { link }, { 'user-agent': userAgent });
  if (response.status !== 200) throw new Error(response.text);
  return browser;
}

async function someone(name = 'Ada'): Promise<{ id: string; email: string; browser: Browser }> {
  const email = `${crypto.randomUUID()}@example.com`;
  const id = await createUser(world.db, { email, name, administrator: false });
  return { id, email, browser: await enter(id) };
}

describe('browser sessions of a user', () => {
  it('are listed with their place and start, without tokens, and ended one by one', async () => {
    const who = await someone();
    const second = await enter(who.id, 'Second browser');
    const sessions = await listed(who.browser);
    expect(sessions).toEqual([
      {
        id: expect.any(String),
        current: false,
        ip_address: expect.stringContaining('127.0.0.1'),
        user_agent: 'Second browser',
        created: expect.stringMatching(/Z$/),
        expires_at: expect.stringMatching(/Z$/),
      },
      expect.objectContaining({ current: true }),
    ]);
    expect((await listed(second)).map(({ current }) => current)).toEqual([true, false]);
    const ended = await end(who.browser, sessions[0]?.id);
    expect([ended.status, JSON.parse(ended.text)]).toEqual([200, sessions[0]]);
    expect([await signedIn(second), await signedIn(who.browser)]).toEqual([false, true]);
    expect((await end(who.browser, sessions[0]?.id)).status).toBe(404);
    expect(await listed(who.browser)).toEqual([sessions[1]]);
    expect((await end(who.browser, sessions[1]?.id)).status).toBe(200);
    expect(await signedIn(who.browser)).toBe(false);
  });

  it('of others are neither shown nor ended, nor any by a restricted credential or from another site', async () => {
    const [who, other] = [await someone(), await someone()];
    const [theirs] = await listed(other.browser);
    const foreign = await end(who.browser, theirs?.id);
    expect([foreign.status, JSON.parse(foreign.text).detail.reason]).toEqual([404, 'RESOURCE_NOT_FOUND']);
    expect((await end(other.browser, theirs?.id, { origin: 'https://elsewhere.example' })).status).toBe(403);
    const { orgId, projectId } = tenant;
    const key = async (scopes: string[] | null) => {
      const made = { orgId, projectId, userId: other.id, name: 'own', scopes };
      return new Client(world.stack.baseUrl, (await createApiKey(world.db, made)).value);
    };
    const [cut, whole] = [await key(['profile', 'email', 'project:view']), await key(null)];
    expect((await cut.get('/user/session')).status).toBe(403);
    expect((await cut.request('DELETE', `/user/session/${theirs?.id}`)).status).toBe(403);
    expect(await signedIn(other.browser)).toBe(true);
    expect((await whole.get('/user/session')).body.results).toEqual([{ ...theirs, current: false }]);
    expect((await whole.request('DELETE', `/user/session/${theirs?.id}`)).status).toBe(200);
    expect(await signedIn(other.browser)).toBe(false);
  });

  it('that expired are not listed, and one that two requests end is ended once', async () => {
    const who = await someone();
    const [own] = await listed(who.browser);
    const over = await createSession(world, who.id);
    await world.db
      .updateTable('user_sessions')
      .set({ expires_at: new Date(0) })
      .where('id', '=', over)
      .execute();
    expect(await listed(who.browser)).toEqual([own]);
    expect((await end(who.browser, over)).status).toBe(404);
    const other = await createSession(world, who.id);
    const both = await Promise.all([end(who.browser, other), end(who.browser, other)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  });
});

describe('a password', () => {
  it('can be changed by a user who knows it, which signs out all other browsers', async () => {
    const known = await createPerson(world);
    const who = { ...known, browser: await enter(known.id) };
    const second = await enter(who.id);
    const next = `next ${who.password}`;
    const wrong = await who.browser.post(PASSWORD, { current_password: 'not my password', password: next });
    expect([wrong.status, JSON.parse(wrong.text).detail]).toMatchObject([
      422,
      [{ loc: ['body', 'current_password'], code: 'wrong_password', params: {}, type: 'wrong_password' }],
    ]);
    expect((await who.browser.post(PASSWORD, { password: next })).status).toBe(422);
    expect((await who.browser.post(PASSWORD, { current_password: who.password, password: 'short' })).status).toBe(422);
    expect([await signedIn(second), await signedIn(who.browser)]).toEqual([true, true]);
    const changed = await who.browser.post(PASSWORD, { current_password: who.password, password: next });
    expect([changed.status, JSON.parse(changed.text)]).toEqual([200, { ended: 1 }]);
    expect([await signedIn(second), await signedIn(who.browser)]).toEqual([false, true]);
    const signIn = (password: string) => second.post('/identity/sign-in', { email: who.email, password });
    expect([(await signIn(who.password)).status, (await signIn(next)).status]).toEqual([401, 200]);
  });

  it('cannot be guessed from within a session: failures count like failed sign-ins', async () => {
    const known = await createPerson(world);
    const who = { ...known, browser: await enter(known.id) };
    const guesses: number[] = [];
    // The delay doubles each time: even on a slow machine one of the requests comes too early.
    while (guesses.at(-1) !== 429 && guesses.length < 16) {
      const body = { current_password: `guess ${guesses.length} of mine`, password: 'whatever it is' };
      guesses.push((await who.browser.post(PASSWORD, body)).status);
    }
    expect(guesses.length).toBeGreaterThan(6);
    expect(guesses).toEqual([...Array(guesses.length - 1).fill(422), 429]);
  });

  it('can be set without an old one by a user who has none, only in a browser, and only once concurrently', async () => {
    const { id, email, browser } = await someone('Linked');
    const browsers = [browser, await enter(id)];
    const { orgId, projectId } = tenant;
    const { value } = await createApiKey(world.db, { orgId, projectId, userId: id, name: 'own', scopes: null });
    const byKey = await new Client(world.stack.baseUrl, value).post('/user/password', { password: 'left behind me' });
    expect([byKey.status, byKey.body.detail.reason]).toEqual([403, 'PERMISSION_CHECK_FAILED']);
    const password = (n: number) => `password number ${n}`;
    const both = await Promise.all(browsers.map((browser, n) => browser.post(PASSWORD, { password: password(n) })));
    // The slower one is signed out by the faster one, or gets an error for the wrong old password.
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(both.every(({ status }) => [200, 401, 422].includes(status))).toBe(true);
    const winner = both.findIndex(({ status }) => status === 200);
    expect(await Promise.all(browsers.map(signedIn))).toEqual([winner === 0, winner === 1]);
    expect((await browser.post('/identity/sign-in', { email, password: password(winner) })).status).toBe(200);
  });
});
