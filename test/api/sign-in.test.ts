import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '../../src/identity/passwords.ts';
import { endSessions } from '../../src/identity/sessions.ts';
import { createSignInLink } from '../../src/identity/sign-in-links.ts';
import { createUser, setPassword } from '../../src/identity/users.ts';
import { sha256 } from '../../src/platform/digest.ts';
import { Browser, type PageAnswer } from '../support/browser.ts';
import { eventually, openWorld, type World } from '../support/client.ts';
import { sendPlain } from '../support/http.ts';
import { createPerson, getOpenApiOrigin, getPublicUrl } from '../support/identity.ts';
import { getInviteCode, waitForStoredMails } from '../support/mail-server.ts';
import { findProfileApi } from '../support/profile-api.ts';
import { MAILS_PER_MAILBOX, PASSWORD_COST } from '../support/stack.ts';

let world: World;
let origin: string;
/** Sign-up is open, behind a proxy, for pages of another origin too, with few mails per mailbox. */
let open: string;
/** Sign-up is disabled, and browsers use https. */
let shut: string;
/** Rate limits of all endpoints are low. */
let narrow: string;

beforeAll(async () => {
  world = openWorld();
  origin = getPublicUrl(world.stack);
  [open, shut, narrow] = await Promise.all([
    findProfileApi('public'),
    findProfileApi('secure'),
    findProfileApi('limited'),
  ]);
});
afterAll(() => world.close());

/** Headers of a browser from the address before, as the product reports it. */
const AT_HOME = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };

const fresh = () => ({ email: `${randomUUID()}@example.com`, password: `secret ${randomUUID()}`, name: 'Grace' });

/** The newest mail to an address with this text in its subject, as readable text. */
async function mailTo(address: string, subject: string): Promise<string> {
  const found = await eventually(
    async () =>
      (await waitForStoredMails(world.stack.dataDir, address)).findLast((mail) => mail.includes(`Subject: ${subject}`)),
    (mail) => mail !== undefined,
  );
  return found ?? '';
}

/** The key under which the mails of a mailbox are counted. */
const mailName = (email: string) => `mail:${sha256(email).toString('base64url')}`;

const tokenIn = (text: string) => decodeURIComponent(/\?token=([\w.%-]+)/.exec(text)?.[1] ?? '');

/** The parts of a response that an outsider can compare. */
const shape = (response: PageAnswer) => ({
  status: response.status,
  text: response.text,
  headers: [...response.headers.keys()].filter((name) => name !== 'date').toSorted(),
});

async function signedUp(browser: Browser) {
  const who = fresh();
  const token = await signUpToken(browser, who);
  const verified = await browser.post('/identity/verify-address', { token, password: who.password });
  if (verified.status !== 200) throw new Error(verified.text);
  return who;
}

/** The token of each mail to an address, oldest first, once there are this many. */
async function tokensTo(address: string, many: number): Promise<string[]> {
  return (await waitForStoredMails(world.stack.dataDir, address, many)).map(tokenIn);
}

async function signUpToken(browser: Browser, who: { email: string; name: string }): Promise<string> {
  await browser.post('/identity/sign-up', who);
  return tokenIn(await mailTo(who.email, 'Confirm your address'));
}

/** Uses a token that permits setting a password. */
const use = (browser: Browser, operation: string, token: string | undefined, password = `new ${randomUUID()}`) =>
  browser.post(`/identity/${operation}`, { token, password });

/** Statuses of attempts, in ascending order. */
const statuses = (responses: readonly PageAnswer[]) => responses.map((response) => response.status).toSorted();

const userOf = (email: string) =>
  world.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();

describe('signing up', () => {
  it('creates an account after the mailed link was followed, with the password chosen there', async () => {
    const browser = new Browser(open);
    const who = fresh();
    expect((await browser.post('/identity/sign-up', who)).status).toBe(200);
    expect((await browser.post('/identity/sign-in', who)).status).toBe(401);
    const mail = await mailTo(who.email, 'Confirm your address');
    expect(mail).toMatch(/Content-Type: text\/plain/);
    expect(mail).toMatch(/Content-Type: text\/html/);
    const token = tokenIn(mail);
    const shown = await browser.get(`/auth/verify?token=${token}`);
    expect(shown.text).toContain('Confirm the address');
    expect(shown.text).toContain('value="Grace"');
    expect(await userOf(who.email)).toBeUndefined();
    const typed = { token, name: 'Grace "H"', password: who.password };
    const short = await browser.submit('/auth/verify', { ...typed, password: 'short' });
    expect([short.status, short.text.includes('value="Grace &quot;H&quot;"')]).toEqual([422, true]);
    for (const name of [' ', 'Ada\nSign in again', '\u202eadA', 'A\u00adda', 'Ada\u200b', '\u3164', 'Ada\ufe0f'])
      expect((await browser.submit('/auth/verify', { ...typed, name })).status).toBe(422);
    expect((await browser.submit('/auth/verify', typed)).status).toBe(200);
    const signed = await browser.post('/identity/sign-in', who);
    expect(signed.status).toBe(200);
    expect(JSON.parse(signed.text)).toMatchObject({ email: who.email, name: 'Grace "H"', email_verified: true });
    expect((await userOf(who.email))?.system_role).toBeNull();
    expect((await browser.get(`/auth/verify?token=${token}`)).status).toBe(400);
  });

  it('with another person’s address and a password grants nothing: the mailbox owner sets the password', async () => {
    const [attacker, owner] = [new Browser(open), new Browser(open)];
    const who = fresh();
    const own = `attacker ${randomUUID()}`;
    const token = await signUpToken(attacker, { ...who, ...{ password: own } });
    const bare = await owner.post('/identity/verify-address', { token });
    expect([bare.status, JSON.parse(bare.text).detail[0].loc]).toEqual([422, ['body', 'password']]);
    expect((await use(owner, 'verify-address', token, who.password)).status).toBe(200);
    expect((await attacker.post('/identity/sign-in', { email: who.email, password: own })).status).toBe(401);
    expect((await owner.post('/identity/sign-in', who)).status).toBe(200);
  });

  it('takes over an unconfirmed account of an earlier release, including its password', async () => {
    const browser = new Browser(open);
    const who = fresh();
    const own = `attacker ${randomUUID()}`;
    const id = await createUser(world.db, { email: who.email, name: 'Squatter', administrator: false, password: own });
    await world.db.updateTable('users').set({ email_verified: false }).where('id', '=', id).execute();
    const early = await browser.post('/identity/sign-in', { email: who.email, password: own });
    const unknown = await browser.post('/identity/sign-in', { email: fresh().email, password: own });
    expect(early.status).toBe(401);
    expect(shape(early)).toEqual(shape(unknown));
    expect((await use(browser, 'verify-address', await signUpToken(browser, who), who.password)).status).toBe(200);
    expect(await userOf(who.email)).toMatchObject({ id, name: 'Grace', email_verified: true });
    expect((await browser.post('/identity/sign-in', { email: who.email, password: own })).status).toBe(401);
    expect((await browser.post('/identity/sign-in', who)).status).toBe(200);
  });

  it('twice with one address keeps both: each link has its own data, and only one is used', async () => {
    const browser = new Browser(open);
    const who = fresh();
    await signUpToken(browser, who);
    await browser.post('/identity/sign-up', { ...who, name: 'Eve' });
    await tokensTo(who.email, 2);
    await browser.post('/identity/resend-verification', { email: who.email });
    const [first, second, third] = await tokensTo(who.email, 3);
    const names = [];
    for (const token of [first, second, third])
      names.push(/name="name" value="(\w+)"/.exec((await browser.get(`/auth/verify?token=${token}`)).text)?.[1]);
    expect(names).toEqual(['Grace', 'Eve', 'Eve']);
    expect((await use(browser, 'verify-address', second, who.password)).status).toBe(200);
    for (const token of [first, second, third]) expect((await use(browser, 'verify-address', token)).status).toBe(400);
    expect((await browser.post('/identity/sign-in', who)).status).toBe(200);
  });

  it('creates one account from links used concurrently, with the password of the winner', async () => {
    const browser = new Browser(open);
    const who = fresh();
    for (let n = 0; n < 3; n++) await browser.post('/identity/sign-up', who);
    const tokens = await tokensTo(who.email, 3);
    const tries = [...tokens, ...tokens].map((token, n) => ({ token, password: `password number ${n}` }));
    const responses = await Promise.all(tries.map((body) => browser.post('/identity/verify-address', body)));
    expect(statuses(responses)).toEqual([200, 400, 400, 400, 400, 400]);
    const won = tries[responses.findIndex((response) => response.status === 200)];
    const signed = await browser.post('/identity/sign-in', { email: who.email, password: won?.password });
    expect(signed.status).toBe(200);
  });

  it('fails after the link expires, or once sign-up is closed', async () => {
    const browser = new Browser(open);
    const [late, shut] = [fresh(), fresh()];
    const token = await signUpToken(browser, late);
    await world.db
      .updateTable('mailed_links')
      .set({ expires_at: sql<Date>`now() - interval '1 second'` })
      .where('email', '=', late.email)
      .execute();
    expect((await use(browser, 'verify-address', token)).status).toBe(400);
    const other = await signUpToken(browser, shut);
    expect((await use(new Browser(origin), 'verify-address', other)).status).toBe(400);
    expect([await userOf(late.email), await userOf(shut.email)]).toEqual([undefined, undefined]);
  });

  it('returns the same response for a new address, an existing account, and an address in upper case', async () => {
    const browser = new Browser(open);
    const who = await signedUp(browser);
    const others = [fresh(), { ...fresh(), email: who.email }, { ...fresh(), email: who.email.toUpperCase() }];
    const responses = [];
    for (const other of others) responses.push(shape(await browser.post('/identity/sign-up', other)));
    expect(responses[1]).toEqual(responses[0]);
    expect(responses[2]).toEqual(responses[0]);
    expect(await mailTo(who.email, 'You already have an account')).toContain('Nothing was changed');
    expect((await browser.post('/identity/sign-in', who)).status).toBe(200);
  });

  it('sends an invited address only the link of its invite, with the same response to outsiders', async () => {
    const browser = new Browser(origin);
    const tenant = await world.tenant();
    const [invited, outsider] = [fresh(), fresh()];
    await tenant.owner.post(`/org/${tenant.orgId}/invite`, { email_address: invited.email });
    const [first = ''] = await waitForStoredMails(world.stack.dataDir, invited.email);
    const responses = [];
    for (const who of [invited, outsider]) responses.push(shape(await browser.post('/identity/sign-up', who)));
    expect(responses[1]).toEqual(responses[0]);
    const [, again = ''] = await waitForStoredMails(world.stack.dataDir, invited.email, 2);
    expect(getInviteCode(again)).toMatch(/^[\w-]{43}$/);
    expect(getInviteCode(again)).toBe(getInviteCode(first));
    expect(again).not.toContain('/auth/verify');
    const links = await world.db
      .selectFrom('mailed_links')
      .select('email')
      .where('email', 'in', [invited.email, outsider.email])
      .execute();
    expect(links).toEqual([]);
    expect([await userOf(invited.email), await userOf(outsider.email)]).toEqual([undefined, undefined]);
  });

  it('is open by default to addresses of a domain that an organization has verified', async () => {
    const tenant = await world.tenant();
    const domain = `${randomUUID()}.example`;
    await sql`insert into organization_domains (id, org_id, domain, status, verification_token, created_by, verified_at)
      values (${randomUUID()}, ${tenant.orgId}, ${domain}, 'verified', 'x', ${tenant.userId}, now())`.execute(world.db);
    const browser = new Browser(origin);
    const who = { ...fresh(), email: `a@${domain}` };
    await browser.post('/identity/sign-up', who);
    const [mail = ''] = await waitForStoredMails(world.stack.dataDir, who.email);
    expect((await use(browser, 'verify-address', tokenIn(mail), who.password)).status).toBe(200);
    expect((await browser.post('/identity/sign-in', who)).status).toBe(200);
  });

  it('can be disabled', async () => {
    const body = JSON.stringify(fresh());
    const response = await fetch(`${shut}/identity/sign-up`, { method: 'POST', headers: AT_HOME, body });
    const { detail } = (await response.json()) as { detail: { reason: string } };
    expect([response.status, detail.reason]).toEqual([403, 'SIGN_UP_CLOSED']);
  });

  it.each([
    ['sign-up', 'no address', { email: 'nobody' }, 'email'],
    ['sign-up', 'a blank name', { name: '  ' }, 'name'],
    ['verify-address', 'a short password', { password: 'short' }, 'password'],
    ['verify-address', 'a password that is far too long', { password: 'x'.repeat(129) }, 'password'],
    ['verify-address', 'a blank name', { name: '  ' }, 'name'],
    ['reset-password', 'a wish that is neither yes nor no', { withdraw_grants: 'yes' }, 'withdraw_grants'],
  ])('%s with %s returns a 422 that names the field', async (operation, _what, wrong, name) => {
    const response = await new Browser(open).post(`/identity/${operation}`, {
      token: 'x',
      ...fresh(),
      ...wrong,
    });
    expect(response.status).toBe(422);
    expect(JSON.parse(response.text).detail[0].loc).toEqual(['body', name]);
  });
});

describe('an address that cannot sign in', () => {
  it('returns a 422 that names the field, wherever it is sent', async () => {
    const tenant = await world.tenant();
    const email = 'u|@hc7.h2uj.org';
    const organization = `/api/v1/org/${tenant.orgId}`;
    const places: [string, string, object][] = [
      ['/identity/sign-up', 'email', fresh()],
      ['/identity/sign-in', 'email', fresh()],
      ['/identity/resend-verification', 'email', {}],
      ['/identity/request-password-reset', 'email', {}],
      [`${organization}/invite`, 'email_address', {}],
      [organization, 'contact_email', {}],
    ];
    for (const [path, name, body] of places) {
      const response = await fetch(open + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${tenant.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...body, [name]: email }),
      });
      const { detail } = (await response.json()) as { detail: { loc: string[]; type: string }[] };
      expect([path, response.status, detail[0]?.loc, detail[0]?.type]).toEqual([path, 422, ['body', name], 'format']);
    }
  });
});

/** Guesses until a delay is required: one second after the sixth guess, doubled with each further one. */
async function untilHalted(guess: (n: number) => Promise<PageAnswer>): Promise<PageAnswer> {
  for (let n = 0; n < 12; n++) {
    const response = await guess(n);
    if (response.status === 429 && n >= 6) return response;
    expect(response.status).toBe(401);
  }
  throw new Error('nobody was halted');
}

describe('signing in', () => {
  it('sets one cookie that scripts and other sites cannot read, and that the API accepts', async () => {
    const who = await createPerson(world);
    await who.signIn();
    const [[name, cookie] = ['', undefined], ...more] = [...who.browser.cookies()];
    expect([name, more]).toEqual(['holdfast.session_token', []]);
    expect(cookie?.attributes.toLowerCase()).toMatch(/httponly/);
    expect(cookie?.attributes.toLowerCase()).toMatch(/samesite=lax/);
    const me = await who.browser.get('/api/v1/whoami');
    expect(JSON.parse(me.text)).toMatchObject({ kind: 'user_session', user_id: who.id, scopes: null, org_id: null });
  });

  it('sets a cookie that ends with the browser if it is not to be remembered', async () => {
    const lasting = async (wish: object) => {
      const { browser, email, password } = await createPerson(world);
      await browser.post('/identity/sign-in', { email, password, ...wish });
      return [...browser.cookies().values()].map(({ attributes }) => /max-age|expires/i.test(attributes));
    };
    expect(await lasting({})).toEqual([true]);
    expect(await lasting({ remember: true })).toEqual([true]);
    expect((await lasting({ remember: false })).includes(true)).toBe(false);
  });

  it('sets a secure cookie only if PUBLIC_URL is https, and informs browsers', async () => {
    const who = await createPerson(world);
    const body = JSON.stringify({ email: who.email, password: who.password });
    const response = await fetch(`${shut}/identity/sign-in`, { method: 'POST', headers: AT_HOME, body });
    expect(response.headers.getSetCookie()[0]).toMatch(/^__Secure-holdfast\.session_token=.*; Secure/i);
    expect(response.headers.get('strict-transport-security')).toMatch(/max-age=/);
  });

  it('returns the same response for a wrong password and an unknown address', async () => {
    const who = await createPerson(world);
    const wrong = await who.browser.post('/identity/sign-in', { email: who.email, password: 'not the password' });
    const unknown = await who.browser.post('/identity/sign-in', { email: fresh().email, password: 'not the password' });
    expect(wrong.status).toBe(401);
    expect(JSON.parse(wrong.text)).toEqual({
      error: { code: 401, status: 'Unauthorized', message: 'the address or the password is wrong' },
    });
    expect(shape(unknown)).toEqual(shape(wrong));
    expect(who.browser.cookies().size).toBe(0);
  });

  it('delays repeated guesses increasingly, and nobody else', async () => {
    const who = await createPerson(world, open);
    const from = (address: string) => ({ 'x-forwarded-for': address });
    const guess = () =>
      who.browser.post('/identity/sign-in', { email: who.email, password: 'a guess' }, from('192.0.2.1'));
    const halted = await untilHalted(guess);
    expect(Number(halted.headers.get('retry-after'))).toBeGreaterThan(0);
    // Failures of this test only: other tests fail to sign in meanwhile.
    const key = sha256(JSON.stringify([who.email, '192.0.2.1']));
    const set = (values: string) =>
      sql`update sign_in_failures set ${sql.raw(values)} where key = ${key}`.execute(world.db);
    await set(`blocked_until = blocked_until + interval '1 minute'`);
    const right = { email: who.email, password: who.password };
    expect((await who.browser.post('/identity/sign-in', right, from('192.0.2.1'))).status).toBe(429);
    expect((await who.browser.post('/identity/sign-in', right, from('192.0.2.2'))).status).toBe(200);
    await set(`failures = 30, blocked_until = now() - interval '1 second'`);
    await guess();
    const { rows } = await sql<{ pause: number }>`
      select extract(epoch from blocked_until - modified)::int as pause from sign_in_failures where key = ${key}`.execute(
      world.db,
    );
    expect(rows).toEqual([{ pause: 900 }]);
    await set(`blocked_until = now() - interval '1 second'`);
    expect((await who.browser.post('/identity/sign-in', right, from('192.0.2.1'))).status).toBe(200);
  });

  it('is limited per client address at each endpoint', async () => {
    const browser = new Browser(narrow);
    const place = `192.0.2.${Math.floor(Math.random() * 200) + 10}`;
    const attempt = (path: string, body: object, from = place) => browser.post(path, body, { 'x-forwarded-for': from });
    for (const [path, body] of [
      ['/identity/sign-in', { email: fresh().email, password: 'x' }],
      ['/identity/request-password-reset', { email: fresh().email }],
      ['/identity/verify-address', { token: 'x', password: 'long enough' }],
    ] as const) {
      const statuses = [];
      for (let n = 0; n < 4; n++) statuses.push((await attempt(path, body)).status);
      expect(statuses.slice(0, 3), path).not.toContain(429);
      expect(statuses[3], path).toBe(429);
      expect((await attempt(path, body, '198.51.100.7')).status, path).not.toBe(429);
    }
    const token = () =>
      browser.submit('/auth/oauth2/token', { grant_type: 'client_credentials' }, { 'x-forwarded-for': place });
    const responses = [];
    for (let n = 0; n < 4; n++) responses.push(await token());
    expect(responses.map((response) => response.status)).toEqual([400, 400, 400, 429]);
    expect(JSON.parse(responses[3]?.text ?? '')).toMatchObject({ error: 'temporarily_unavailable' });
  });
});

describe('an IPv6 client', () => {
  it('counts by its 64-bit network, and IPv4 in IPv6 counts as the IPv4 address', async () => {
    const browser = new Browser(narrow);
    const n = Math.floor(Math.random() * 0xffff).toString(16);
    const resets = async (addresses: string[]) => {
      const seen = [];
      for (const from of addresses) {
        const body = { email: fresh().email };
        seen.push((await browser.post('/identity/request-password-reset', body, { 'x-forwarded-for': from })).status);
      }
      return seen;
    };
    const near = [`2001:db8:${n}:1::1`, `2001:db8:${n}:1:ffff::2`, `2001:0DB8:${n}:0001:8::3`, `2001:db8:${n}:1::4`];
    expect(await resets([...near, `2001:db8:${n}:2::1`])).toEqual([200, 200, 200, 429, 200]);
    const last = Math.floor(Math.random() * 200) + 20;
    const [plain, mapped] = [`203.0.113.${last}`, `::ffff:203.0.113.${last}`];
    expect(await resets([plain, mapped, plain, mapped])).toEqual([200, 200, 200, 429]);
  });

  it('that guesses from many addresses of its network is delayed as one', async () => {
    const who = await createPerson(world, open);
    const attempt = (password: string, from: string) =>
      who.browser.post('/identity/sign-in', { email: who.email, password }, { 'x-forwarded-for': from });
    await untilHalted((n) => attempt('a guess', `2001:db8:aa:1::${n + 1}`));
    expect((await attempt(who.password, '2001:db8:aa:2::1')).status).toBe(200);
  });
});

describe('a signed-in browser', () => {
  it('can change data only from pages of the product itself', async () => {
    const who = await createPerson(world);
    await who.signIn();
    const change = (headers: Record<string, string>) =>
      who.browser.request('POST', '/api/v1/user', {
        body: JSON.stringify({ bio: 'changed' }),
        headers: { 'content-type': 'application/json', ...headers },
      });
    const foreign = [
      {},
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `${origin}.evil.example` },
      { origin, 'sec-fetch-site': 'cross-site' },
      { origin, 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of foreign as Record<string, string>[]) {
      const refused = await change(headers);
      expect([refused.status, JSON.parse(refused.text).detail.reason]).toEqual([403, 'CROSS_SITE_REQUEST']);
    }
    expect(JSON.parse((await who.browser.get('/api/v1/user')).text).bio).toBeNull();
    expect((await change({ origin })).status).toBe(200);
    expect((await change({ 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    expect(JSON.parse((await who.browser.get('/api/v1/user')).text).bio).toBe('changed');
  });

  it('has a cookie that is not forged, altered or expired', async () => {
    const who = await createPerson(world);
    await who.signIn();
    const value = who.browser.cookies().get('holdfast.session_token')?.value ?? '';
    const [token = '', signature = ''] = decodeURIComponent(value).split('.');
    const ask = (cookie: string) =>
      fetch(`${origin}/api/v1/whoami`, { headers: { cookie: `holdfast.session_token=${cookie}` } });
    expect((await ask(value)).status).toBe(200);
    const forged = [token, `${token}.`, `${token}.${'A'.repeat(44)}`, `${token}x.${signature}`, '%E0%A4%A', 'x.y'];
    for (const cookie of forged) expect((await ask(cookie)).status, cookie).toBe(401);
    await sql`update user_sessions set expires_at = now() - interval '1 second' where user_id = ${who.id}`.execute(
      world.db,
    );
    expect((await ask(value)).status).toBe(401);
  });

  it('can be signed out alone, or together with all others', async () => {
    const who = await createPerson(world);
    await who.signIn();
    const old = who.browser.cookies().get('holdfast.session_token')?.value ?? '';
    expect((await who.browser.post('/identity/sign-out', {})).status).toBe(200);
    expect(who.browser.cookies().size).toBe(0);
    expect(
      (await fetch(`${origin}/api/v1/whoami`, { headers: { cookie: `holdfast.session_token=${old}` } })).status,
    ).toBe(401);
    const elsewhere = new Browser(origin);
    await who.signIn();
    await elsewhere.post('/identity/sign-in', { email: who.email, password: who.password });
    const ended = await who.browser.post('/identity/sign-out-everywhere', { keep_this: true });
    expect(JSON.parse(ended.text)).toEqual({ ended: 1 });
    expect((await elsewhere.get('/api/v1/whoami')).status).toBe(401);
    expect((await who.browser.get('/api/v1/whoami')).status).toBe(200);
    await who.browser.post('/identity/sign-out-everywhere', {});
    expect((await who.browser.get('/api/v1/whoami')).status).toBe(401);
  });
});

describe('a sign-in link from `npm start`', () => {
  const minted = async () => {
    const who = await createPerson(world);
    return { ...who, link: await createSignInLink(world.db, who.id) };
  };
  const PLACE = '/identity/sign-in-by-link';

  it('signs the owner in once, and only on this machine', async () => {
    const { id, browser, link } = await minted();
    const outsider = (headers: Record<string, string>) => browser.post(PLACE, { link }, headers);
    const refusals = await Promise.all([
      outsider({ 'x-forwarded-for': '203.0.113.7' }),
      outsider({ forwarded: 'for=203.0.113.7' }),
      outsider({ origin: 'https://elsewhere.example' }),
      sendPlain('POST', world.stack.baseUrl + PLACE, { ...AT_HOME, host: 'rebound.example' }, JSON.stringify({ link })),
    ]);
    expect(refusals.map(({ status, text }) => [status, JSON.parse(text).detail.reason])).toEqual([
      [403, 'ONLY_ON_THIS_MACHINE'],
      [403, 'ONLY_ON_THIS_MACHINE'],
      [403, 'CROSS_SITE_REQUEST'],
      [403, 'ONLY_ON_THIS_MACHINE'],
    ]);
    const responses = await Promise.all([1, 2, 3].map(() => new Browser(origin).post(PLACE, { link })));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    const signedIn = responses.find(({ status }) => status === 200);
    expect(JSON.parse(signedIn?.text ?? '')).toMatchObject({ id });
    expect(signedIn?.headers.getSetCookie()[0]).toMatch(/^holdfast\.session_token=.*HttpOnly/);
    expect(JSON.parse((await browser.post(PLACE, { link })).text).detail.reason).toBe('INVALID_LINK');
  });

  it('expires, and is never stored as printed', async () => {
    const { id, browser, link } = await minted();
    const { rows } = await sql<{
      row: string;
    }>`select l::text as row from sign_in_links l where user_id = ${id}`.execute(world.db);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(link);
    await world.db
      .updateTable('sign_in_links')
      .set({ expires_at: new Date(0) })
      .where('user_id', '=', id)
      .execute();
    expect((await browser.post(PLACE, { link })).status).toBe(400);
    expect(browser.cookies().size).toBe(0);
  });
});

describe('a password that was hashed with another cost', () => {
  it('works, also in several browsers concurrently, and is rehashed with the current cost', async () => {
    const who = await createPerson(world);
    const account = world.db.selectFrom('user_accounts').selectAll().where('user_id', '=', who.id);
    const earlier = { password: await hashPassword(who.password, PASSWORD_COST + 1) };
    await world.db.updateTable('user_accounts').set(earlier).where('user_id', '=', who.id).execute();
    const { modified } = await account.executeTakeFirstOrThrow();
    const attempt = (password: string) => new Browser(origin).post('/identity/sign-in', { email: who.email, password });
    expect((await attempt('another one')).status).toBe(401);
    expect(await account.executeTakeFirst()).toMatchObject(earlier);
    expect(statuses(await Promise.all([attempt(who.password), attempt(who.password)]))).toEqual([200, 200]);
    expect(await account.executeTakeFirst()).toMatchObject({
      modified,
      password: expect.stringContaining(`$scrypt$ln=${PASSWORD_COST},`),
    });
    expect(statuses([await attempt(who.password), await attempt('another one')])).toEqual([200, 401]);
  });
});

describe('a forgotten password', () => {
  it('is reset once with the mailed link, which ends all sessions', async () => {
    const browser = new Browser(open);
    const who = await signedUp(browser);
    await browser.post('/identity/sign-in', who);
    expect((await browser.post('/identity/request-password-reset', { email: who.email })).status).toBe(200);
    const token = tokenIn(await mailTo(who.email, 'Choose a new password'));
    const password = `new ${randomUUID()}`;
    expect((await browser.get(`/auth/reset-password?token=${token}`)).text).toContain('autocomplete="new-password"');
    expect((await browser.submit('/auth/reset-password', { token, password: 'short' })).status).toBe(422);
    expect((await browser.submit('/auth/reset-password', { token, password })).status).toBe(200);
    expect((await browser.get('/api/v1/whoami')).status).toBe(401);
    expect((await browser.post('/identity/sign-in', who)).status).toBe(401);
    expect((await browser.post('/identity/sign-in', { ...who, password })).status).toBe(200);
    const again = await browser.post('/identity/reset-password', { token, password: `other ${randomUUID()}` });
    expect([again.status, JSON.parse(again.text).detail.reason]).toEqual([400, 'INVALID_LINK']);
  });

  it('gets the same response whether there is an account or not', async () => {
    const browser = new Browser(open);
    const who = await signedUp(browser);
    const known = await browser.post('/identity/request-password-reset', { email: who.email });
    const unknown = await browser.post('/identity/request-password-reset', { email: fresh().email });
    expect(shape(unknown)).toEqual(shape(known));
  });

  it('link expires, and is never stored as sent', async () => {
    const browser = new Browser(open);
    const who = await signedUp(browser);
    await browser.post('/identity/request-password-reset', { email: who.email });
    const token = tokenIn(await mailTo(who.email, 'Choose a new password'));
    const kept = await sql<{
      row: string;
    }>`select l::text as row from mailed_links l where email = ${who.email}`.execute(world.db);
    expect(kept.rows).toHaveLength(1);
    expect(kept.rows[0]?.row).not.toContain(token);
    await world.db
      .updateTable('mailed_links')
      .set({ expires_at: sql<Date>`now() - interval '1 second'` })
      .where('email', '=', who.email)
      .execute();
    expect((await use(browser, 'reset-password', token)).status).toBe(400);
    expect((await browser.post('/identity/sign-in', who)).status).toBe(200);
  });

  it('link ends all others once it is used; one of several concurrent ones wins', async () => {
    const browser = new Browser(open);
    const who = await signedUp(browser);
    for (let n = 0; n < 3; n++) await browser.post('/identity/request-password-reset', { email: who.email });
    const tokens = (await tokensTo(who.email, 4)).slice(1);
    const responses = await Promise.all([...tokens, ...tokens].map((token) => use(browser, 'reset-password', token)));
    expect(statuses(responses)).toEqual([200, 400, 400, 400, 400, 400]);
    for (const token of tokens) expect((await use(browser, 'reset-password', token)).status).toBe(400);
  });

  it('link works for no other purpose, and ends when the password changes in another way', async () => {
    const browser = new Browser(open);
    const who = await signedUp(browser);
    await browser.post('/identity/request-password-reset', { email: who.email });
    const token = tokenIn(await mailTo(who.email, 'Choose a new password'));
    expect((await use(browser, 'verify-address', token)).status).toBe(400);
    await setPassword(world.db, (await userOf(who.email))?.id ?? '', `changed ${randomUUID()}`);
    expect((await use(browser, 'reset-password', token)).status).toBe(400);
  });

  it('reset leaves no session for a concurrent sign-in with the old one', async () => {
    const who = await createPerson(world);
    const [set, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const changing = world.db.transaction().execute(async (trx) => {
      await setPassword(trx, who.id, `changed ${randomUUID()}`);
      await endSessions(trx, who.id, null);
      set.resolve();
      await commit.promise;
    });
    await set.promise;
    const signing = who.browser.post('/identity/sign-in', { email: who.email, password: who.password });
    const made = () => world.db.selectFrom('user_sessions').select('id').where('user_id', '=', who.id).execute();
    const halted = sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%"user_accounts"%for update%'`;
    await eventually(
      () => halted.execute(world.db),
      ({ rows }) => rows.length > 0,
    );
    commit.resolve();
    await changing;
    expect((await signing).status).toBe(401);
    expect([await made(), who.browser.cookies().size]).toEqual([[], 0]);
  });

  it('reset keeps API keys unless the user requests revocation', async () => {
    const tenant = await world.tenant();
    const browser = new Browser(open);
    const { email } = (await world.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', tenant.userId)
      .executeTakeFirstOrThrow()) as { email: string };
    const reset = async (fields: Record<string, string>, many: number) => {
      await browser.post('/identity/request-password-reset', { email });
      const token = (await tokensTo(email, many)).at(-1) ?? '';
      return browser.submit('/auth/reset-password', { token, password: `new ${randomUUID()}`, ...fields });
    };
    expect((await reset({}, 1)).status).toBe(200);
    expect((await tenant.owner.get('/whoami')).status).toBe(200);
    expect((await reset({ revoke_api_keys: 'true' }, 2)).status).toBe(200);
    expect((await tenant.owner.get('/whoami')).status).toBe(401);
  });
});

describe('mails to one mailbox', () => {
  it('are limited per hour across endpoints and processes, for known and unknown users', async () => {
    const browsers = [open, getOpenApiOrigin(world.stack)].map((at) => new Browser(at));
    const [known, unknown] = [await createPerson(world), fresh()];
    const paths = ['sign-up', 'request-password-reset', 'resend-verification'];
    const responses = new Map<string, unknown[]>();
    for (const { email } of [known, unknown]) {
      const tagged = email.replace('@', '+more@');
      for (const [n, path] of [...paths, ...paths, ...paths].entries()) {
        const body = { email: n % 2 ? email : tagged, name: 'Eve' };
        const response = await browsers[n % 2]?.post(`/identity/${path}`, body);
        responses.set(email, [...(responses.get(email) ?? []), response && shape(response)]);
      }
    }
    expect(responses.get(unknown.email)).toEqual(responses.get(known.email));
    const left = async ({ email }: { email: string }) => {
      const { rows } = await sql<{
        minutes: number;
      }>`select (extract(epoch from full_at - now()) / 60)::int as minutes
        from rate_limits where credential = ${mailName(email)}`.execute(world.db);
      return rows[0]?.minutes;
    };
    const spent = await eventually(
      async () => [await left(known), await left(unknown)],
      (minutes) => minutes.every((many) => many !== undefined && many >= 55),
    );
    expect(spent.filter((minutes = 0) => minutes > 60)).toEqual([]);
    await browsers[0]?.post('/identity/sign-up', { email: 'flush@example.com', name: 'Eve' });
    await mailTo('flush@example.com', 'Confirm your address');
    const sent = await waitForStoredMails(world.stack.dataDir, known.email.split('@')[0] ?? '');
    expect(sent.length).toBeLessThanOrEqual(MAILS_PER_MAILBOX);
    expect(sent.length).toBeGreaterThan(0);
  });
});

describe('every response', () => {
  it('has headers that prevent sniffing, framing and referrer leaks', async () => {
    for (const path of [
      '/-/health',
      '/api/v1/whoami',
      '/auth/forgot-password',
      '/auth/.well-known/openid-configuration',
      '/nothing',
    ]) {
      const response = await fetch(origin + path);
      expect(response.headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(response.headers.get('x-frame-options'), path).toBe('DENY');
      expect(response.headers.get('referrer-policy'), path).toBe('same-origin');
      if (path.startsWith('/api/')) expect(response.headers.get('cache-control'), path).toBe('no-store');
    }
  });

  it('is readable for pages of other origins only if CORS_ORIGINS lists them', async () => {
    const ask = (base: string, from: string) =>
      fetch(`${base}/api/v1/whoami`, {
        method: 'OPTIONS',
        headers: {
          origin: from,
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'authorization',
        },
      });
    const closed = await ask(origin, 'https://app.example.com');
    expect(closed.headers.get('access-control-allow-origin')).toBeNull();
    const allowed = await ask(open, 'https://app.example.com');
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.example.com');
    expect(allowed.headers.get('access-control-allow-credentials')).toBeNull();
    expect((await ask(open, 'https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
  });
});
