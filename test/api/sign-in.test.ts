import { randomUUID } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Browser, type PageAnswer } from '../support/browser.ts';
import { eventually, openWorld, type World } from '../support/client.ts';
import { addressOf, person, startApiBeside } from '../support/identity.ts';
import { keptMails, type MailServer, startMailServer } from '../support/mail-server.ts';
import { MODEL_KEY, ProductProcess, Stack } from '../support/stack.ts';

let world: World;
let origin: string;
let smtp: MailServer;
let open: Awaited<ReturnType<typeof startApiBeside>>;

beforeAll(async () => {
  world = openWorld();
  origin = addressOf(world.stack);
  smtp = await startMailServer();
  open = await startApiBeside(world.stack, { SIGN_UP: 'open', SMTP_URL: smtp.url });
});
afterAll(async () => {
  await open.stop();
  await smtp.stop();
  await world.close();
});

const fresh = () => ({ email: `${randomUUID()}@example.com`, password: `secret ${randomUUID()}`, name: 'Grace' });

/** The newest mail to an address with this in its subject, as readable text. */
async function mailTo(address: string, subject: string): Promise<string> {
  const found = await eventually(
    async () => smtp.mails.findLast((mail) => mail.to === address && mail.text.includes(`Subject: ${subject}`)),
    (mail) => mail !== undefined,
  );
  return found?.text ?? '';
}

const tokenIn = (text: string) => decodeURIComponent(/\?token=([\w.%-]+)/.exec(text)?.[1] ?? '');

/** What a stranger can tell two answers by. */
const shape = (answer: PageAnswer) => ({
  status: answer.status,
  text: answer.text,
  headers: [...answer.headers.keys()].filter((name) => name !== 'date').toSorted(),
});

async function signedUp(browser: Browser) {
  const who = fresh();
  await browser.post('/identity/sign-up', who);
  const token = tokenIn(await mailTo(who.email, 'Confirm your address'));
  const verified = await browser.post('/identity/verify-address', { token });
  if (verified.status !== 200) throw new Error(verified.text);
  return who;
}

describe('signing up', () => {
  it('makes an account that works once the mailed link was confirmed', async () => {
    const browser = new Browser(open.origin);
    const who = fresh();
    expect((await browser.post('/identity/sign-up', who)).status).toBe(200);
    const early = await browser.post('/identity/sign-in', who);
    expect([early.status, JSON.parse(early.text).detail.reason]).toEqual([403, 'ADDRESS_NOT_VERIFIED']);
    const mail = await mailTo(who.email, 'Confirm your address');
    expect(mail).toMatch(/Content-Type: text\/plain/);
    expect(mail).toMatch(/Content-Type: text\/html/);
    const link = `/auth/verify?token=${encodeURIComponent(tokenIn(mail))}`;
    const shown = await browser.get(link);
    expect(shown.text).toContain('Confirm the address');
    expect((await browser.post('/identity/sign-in', who)).status).toBe(403);
    expect((await browser.submit('/auth/verify', { token: tokenIn(mail) })).status).toBe(200);
    const signed = await browser.post('/identity/sign-in', who);
    expect(signed.status).toBe(200);
    expect(JSON.parse(signed.text)).toMatchObject({ email: who.email, name: 'Grace', email_verified: true });
    const row = await world.db.selectFrom('users').selectAll().where('email', '=', who.email).executeTakeFirstOrThrow();
    expect(row.system_role).toBeNull();
  });

  it('answers alike for a new address, one that has an account, and one in capitals', async () => {
    const browser = new Browser(open.origin);
    const who = await signedUp(browser);
    const others = [fresh(), { ...fresh(), email: who.email }, { ...fresh(), email: who.email.toUpperCase() }];
    const answers = [];
    for (const other of others) answers.push(shape(await browser.post('/identity/sign-up', other)));
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    expect(await mailTo(who.email, 'You have an account already')).toContain('Nothing was changed');
    expect((await browser.post('/identity/sign-in', who)).status).toBe(200);
  });

  it('by default is for those who were invited, and looks the same to everybody else', async () => {
    const browser = new Browser(origin);
    const tenant = await world.tenant();
    const [invited, stranger] = [fresh(), fresh()];
    await world.db
      .insertInto('invites')
      .values({
        id: randomUUID(),
        org_id: tenant.orgId,
        email_address: invited.email,
        code_hash: Buffer.from(randomUUID()),
        created_by: tenant.userId,
        delivery_error: null,
        accepted_by: null,
        expires_at: sql<Date>`now() + interval '1 day'`,
      })
      .execute();
    const answers = [];
    for (const who of [invited, stranger]) answers.push(shape(await browser.post('/identity/sign-up', who)));
    expect(answers[1]).toEqual(answers[0]);
    const made = await world.db
      .selectFrom('users')
      .select('email')
      .where('email', 'in', [invited.email, stranger.email])
      .execute();
    expect(made).toEqual([{ email: invited.email }]);
    const [kept] = await keptMails(world.stack.dataDir, invited.email);
    expect(kept).toContain('Confirm your address');
  });

  it('can be closed', async () => {
    const closed = await startApiBeside(world.stack, { SIGN_UP: 'closed' });
    try {
      const answer = await new Browser(closed.origin).post('/identity/sign-up', fresh());
      expect([answer.status, JSON.parse(answer.text).detail.reason]).toEqual([403, 'SIGN_UP_CLOSED']);
    } finally {
      await closed.stop();
    }
  });

  it.each([
    ['a short password', { password: 'short' }, 'password'],
    ['a password that is far too long', { password: 'x'.repeat(129) }, 'password'],
    ['no address', { email: 'nobody' }, 'email'],
    ['a blank name', { name: '  ' }, 'name'],
  ])('with %s is a 422 that names the field', async (_what, wrong, name) => {
    const answer = await new Browser(open.origin).post('/identity/sign-up', { ...fresh(), ...wrong });
    expect(answer.status).toBe(422);
    expect(JSON.parse(answer.text).detail[0].loc).toEqual(['body', name]);
  });
});

describe('signing in', () => {
  it('sets one cookie that scripts and other sites do not get, and that the API takes', async () => {
    const who = await person(world);
    await who.signIn();
    const [[name, cookie] = ['', undefined], ...more] = [...who.browser.cookies()];
    expect([name, more]).toEqual(['holdfast.session_token', []]);
    expect(cookie?.attributes.toLowerCase()).toMatch(/httponly/);
    expect(cookie?.attributes.toLowerCase()).toMatch(/samesite=lax/);
    const me = await who.browser.get('/api/v1/whoami');
    expect(JSON.parse(me.text)).toMatchObject({ kind: 'user_session', user_id: who.id, scopes: null, org_id: null });
  });

  it('sets a cookie for https only where PUBLIC_URL is https, and says so to browsers', async () => {
    const who = await person(world);
    const secure = await startApiBeside(world.stack, { PUBLIC_URL: 'https://holdfast.example.com' });
    try {
      const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
      const body = JSON.stringify({ email: who.email, password: who.password });
      const answer = await fetch(`${secure.origin}/identity/sign-in`, { method: 'POST', headers, body });
      expect(answer.headers.getSetCookie()[0]).toMatch(/^__Secure-holdfast\.session_token=.*; Secure/i);
      expect(answer.headers.get('strict-transport-security')).toMatch(/max-age=/);
    } finally {
      await secure.stop();
    }
  });

  it('answers a wrong password and an unknown address alike', async () => {
    const who = await person(world);
    const wrong = await who.browser.post('/identity/sign-in', { email: who.email, password: 'not the password' });
    const unknown = await who.browser.post('/identity/sign-in', { email: fresh().email, password: 'not the password' });
    expect(wrong.status).toBe(401);
    expect(JSON.parse(wrong.text)).toEqual({
      error: { code: 401, status: 'Unauthorized', message: 'the address or the password is wrong' },
    });
    expect(shape(unknown)).toEqual(shape(wrong));
    expect(who.browser.cookies().size).toBe(0);
  });

  it('makes who guesses wait longer and longer, and nobody else', async () => {
    const proxied = await startApiBeside(world.stack, { TRUST_PROXY: '127.0.0.1/32,::1/128' });
    try {
      const who = await person(world, proxied.origin);
      const from = (address: string) => ({ 'x-forwarded-for': address });
      const guess = () =>
        who.browser.post('/identity/sign-in', { email: who.email, password: 'a guess' }, from('192.0.2.1'));
      const statuses = [];
      for (let n = 0; n < 6; n++) statuses.push((await guess()).status);
      expect(statuses).toEqual([401, 401, 401, 401, 401, 401]);
      const halted = await guess();
      expect(halted.status).toBe(429);
      expect(Number(halted.headers.get('retry-after'))).toBeGreaterThan(0);
      const right = { email: who.email, password: who.password };
      expect((await who.browser.post('/identity/sign-in', right, from('192.0.2.1'))).status).toBe(429);
      expect((await who.browser.post('/identity/sign-in', right, from('192.0.2.2'))).status).toBe(200);
      await sql`update sign_in_failures set failures = 30, blocked_until = now() - interval '1 second'`.execute(
        world.db,
      );
      await guess();
      const { rows } = await sql<{
        most: number;
      }>`select ceil(max(extract(epoch from blocked_until - now())))::int as most from sign_in_failures`.execute(
        world.db,
      );
      expect(rows[0]?.most).toBeLessThanOrEqual(900);
      await sql`update sign_in_failures set blocked_until = now() - interval '1 second'`.execute(world.db);
      expect((await who.browser.post('/identity/sign-in', right, from('192.0.2.1'))).status).toBe(200);
    } finally {
      await proxied.stop();
    }
  });

  it('is limited for each address of a client at each door', async () => {
    const narrow = await startApiBeside(world.stack, { SIGN_IN_RATE_LIMIT: '3', TRUST_PROXY: '127.0.0.1/32,::1/128' });
    try {
      const browser = new Browser(narrow.origin);
      const place = `192.0.2.${Math.floor(Math.random() * 200) + 10}`;
      const attempt = (path: string, body: object, from = place) =>
        browser.post(path, body, { 'x-forwarded-for': from });
      for (const [path, body] of [
        ['/identity/sign-in', { email: fresh().email, password: 'x' }],
        ['/identity/request-password-reset', { email: fresh().email }],
        ['/identity/verify-address', { token: 'x' }],
      ] as const) {
        const statuses = [];
        for (let n = 0; n < 4; n++) statuses.push((await attempt(path, body)).status);
        expect(statuses.slice(0, 3), path).not.toContain(429);
        expect(statuses[3], path).toBe(429);
        expect((await attempt(path, body, '198.51.100.7')).status, path).not.toBe(429);
      }
      const token = () =>
        browser.submit('/auth/oauth2/token', { grant_type: 'client_credentials' }, { 'x-forwarded-for': place });
      const answers = [];
      for (let n = 0; n < 4; n++) answers.push(await token());
      expect(answers.map((answer) => answer.status)).toEqual([400, 400, 400, 429]);
      expect(JSON.parse(answers[3]?.text ?? '')).toMatchObject({ error: 'temporarily_unavailable' });
    } finally {
      await narrow.stop();
    }
  });
});

describe('a browser that is signed in', () => {
  it('changes something only for pages of the product itself', async () => {
    const who = await person(world);
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

  it('is not one whose cookie was made up, altered or has expired', async () => {
    const who = await person(world);
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

  it('is signed out here, or everywhere', async () => {
    const who = await person(world);
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

describe('a forgotten password', () => {
  it('is replaced with the mailed link, once, and ends all sessions', async () => {
    const browser = new Browser(open.origin);
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

  it('is asked for with the same answer whether there is an account or not', async () => {
    const browser = new Browser(open.origin);
    const who = await signedUp(browser);
    const known = await browser.post('/identity/request-password-reset', { email: who.email });
    const unknown = await browser.post('/identity/request-password-reset', { email: fresh().email });
    expect(shape(unknown)).toEqual(shape(known));
  });

  it('link that is too old does nothing, and no link is kept as it was sent', async () => {
    const browser = new Browser(open.origin);
    const who = await signedUp(browser);
    await browser.post('/identity/request-password-reset', { email: who.email });
    const token = tokenIn(await mailTo(who.email, 'Choose a new password'));
    const kept = await sql<{ row: string }>`select v::text as row from user_verifications v`.execute(world.db);
    expect(kept.rows.map((row) => row.row).join()).not.toContain(token);
    await sql`update user_verifications set expires_at = now() - interval '1 second'`.execute(world.db);
    const late = await browser.post('/identity/reset-password', { token, password: `late ${randomUUID()}` });
    expect(late.status).toBe(400);
    expect((await browser.post('/identity/sign-in', who)).status).toBe(200);
  });
});

describe('the first user', () => {
  it('signs in with what dev.json says, which only its owner can read', async () => {
    const stack = await Stack.create(inject('servers'), 'first-user');
    const { databaseUrl, dataDir } = stack.info;
    const settings = {
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      MODELS_FILE: join(dataDir, 'models.yaml'),
      TEST_MODEL_KEY: MODEL_KEY,
    };
    const bootstrap = () => new ProductProcess('scripts/bootstrap.ts', settings, join(dataDir, 'bootstrap.log')).ended;
    await bootstrap();
    const file = join(dataDir, 'dev.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const dev = JSON.parse(readFileSync(file, 'utf8'));
    // A file of an earlier release has no password; the next start gives the user one and keeps the rest.
    writeFileSync(file, JSON.stringify({ ...dev, user_password: '' }));
    await bootstrap();
    const next = JSON.parse(readFileSync(file, 'utf8'));
    expect(next).toEqual({ ...dev, user_password: expect.stringMatching(/^[\w-]{20,}$/) });
    expect(next.user_password).not.toBe(dev.user_password);
    const api = await stack.startApi();
    try {
      const browser = new Browser(addressOf(stack.info));
      const signed = await browser.post('/identity/sign-in', { email: next.user_email, password: next.user_password });
      expect(signed.status, signed.text).toBe(200);
      const me = JSON.parse((await browser.get('/api/v1/whoami')).text);
      expect(me).toMatchObject({ kind: 'user_session', system_role: 'platform_administrator' });
      expect((await browser.get(`/api/v1/org/${next.org_id}/project/${next.project_id}`)).status).toBe(200);
    } finally {
      await api.stop();
    }
  });
});

describe('every answer', () => {
  it('carries headers that keep browsers from guessing, framing and telling', async () => {
    for (const path of [
      '/-/health',
      '/api/v1/whoami',
      '/auth/forgot-password',
      '/auth/.well-known/openid-configuration',
      '/nothing',
    ]) {
      const answer = await fetch(origin + path);
      expect(answer.headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(answer.headers.get('x-frame-options'), path).toBe('DENY');
      expect(answer.headers.get('referrer-policy'), path).toBe('same-origin');
      if (path.startsWith('/api/')) expect(answer.headers.get('cache-control'), path).toBe('no-store');
    }
  });

  it('is for pages of other origins only where CORS_ORIGINS names them', async () => {
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
    const configured = await startApiBeside(world.stack, { CORS_ORIGINS: 'https://app.example.com' });
    try {
      const allowed = await ask(configured.origin, 'https://app.example.com');
      expect(allowed.status).toBe(204);
      expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.example.com');
      expect(allowed.headers.get('access-control-allow-credentials')).toBeNull();
      expect(
        (await ask(configured.origin, 'https://evil.example')).headers.get('access-control-allow-origin'),
      ).toBeNull();
    } finally {
      await configured.stop();
    }
  });
});
