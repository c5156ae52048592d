import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import * as oauth from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../src/identity/api-keys.ts';
import { Browser } from '../support/browser.ts';
import { Client, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { createPerson, type Person } from '../support/identity.ts';
import { waitForStoredMails } from '../support/mail-server.ts';
import * as flow from '../support/oauth.ts';
import { getFormAction, getIssuer, getOAuthError, grantConsent, REDIRECT } from '../support/oauth.ts';

const SCOPE = 'openid email project:view task:view';

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
});
afterAll(() => world.close());

const OTHER = 'https://other.example.com/callback';
const pathOf = (client: Json) => `${tenant.project}/oauth_client/${client.id}`;
const configure = (client: Json) => flow.discoverIssuer(getIssuer(world.stack), client);
const begin = (config: oauth.Configuration, who: Person, extra?: Record<string, string>) =>
  flow.startCodeFlow(config, who, SCOPE, extra);
const grantedTokens = (config: oauth.Configuration, who: Person) => flow.obtainTokens(config, who, SCOPE);
const bearer = (token: string) => new Client(world.stack.baseUrl, token);

async function register(body: object = {}): Promise<Json> {
  const made = await tenant.owner.post(`${tenant.project}/oauth_client`, {
    name: 'Reports',
    redirect_uris: [REDIRECT],
    ...body,
  });
  if (made.status !== 200) throw new Error(made.text);
  return made.body;
}

/** A client that a person authorized, with its tokens. */
async function granted(who: Person, body: object = {}) {
  const client = await register(body);
  const { config, tokens } = await grantedTokens(await configure(client), who);
  return { client, config, tokens };
}

/** Whether access and refresh tokens still work. The check uses up the refresh token. */
async function alive({ config, tokens }: { config: oauth.Configuration; tokens: oauth.TokenEndpointResponse }) {
  const access = (await bearer(tokens.access_token).get('/whoami')).status === 200;
  const refresh = await oauth.refreshTokenGrant(config, tokens.refresh_token ?? '').then(
    () => true,
    () => false,
  );
  return [access, refresh];
}

/** Whether an authorization request returns the consent page. */
async function isAsked(client: Json, who: Person): Promise<boolean> {
  const { page } = await begin(await configure(client), who);
  return page.text.includes('act for you?');
}

describe('a consent', () => {
  it.each([
    ['a redirect address is added', { redirect_uris: [REDIRECT, OTHER] }],
    ['a redirect address is replaced', { redirect_uris: [OTHER] }],
    ['the client is called otherwise', { name: 'Payroll' }],
    ['a grant type is added', { grant_types: ['authorization_code', 'refresh_token', 'client_credentials'] }],
    ['a grant type is taken away', { grant_types: ['authorization_code'] }],
    ['PKCE is no longer needed', { pkce_required: false }],
    ['a scope is taken away', { scopes: 'openid email project:view' }],
  ])('ends with all of its tokens when %s', async (_what, change) => {
    const who = await createPerson(world);
    const given = await granted(who);
    expect((await tenant.owner.post(pathOf(given.client), change)).status).toBe(200);
    expect(await alive(given)).toEqual([false, false]);
    expect(JSON.parse((await who.browser.get('/api/v1/user/grant')).text)).toEqual([]);
  });

  it('does not apply to an address that was added later, and neither does a code issued for it', async () => {
    const who = await createPerson(world);
    const { client, config } = await granted(who);
    const { verifier, state, page } = await begin(config, who);
    const back = page.location === undefined ? await grantConsent(who, page) : page;
    await tenant.owner.post(pathOf(client), { redirect_uris: [REDIRECT, OTHER] });
    const checks = { pkceCodeVerifier: verifier, expectedState: state };
    expect(await getOAuthError(oauth.authorizationCodeGrant(config, new URL(back.location ?? ''), checks))).toBe(
      'invalid_grant',
    );
    const next = await begin(await configure(client), who, { redirect_uri: OTHER });
    expect(next.page.location).toBeUndefined();
    expect(next.page.text).toContain(`You will be redirected to ${new URL(OTHER).origin}`);
  });

  it('is requested on a page that shows the client’s own profile', async () => {
    const who = await createPerson(world);
    await who.signIn();
    const { page } = await begin(await configure(await register({ profile: 'Reads <b>invoices</b>' })), who);
    expect(page.text).toContain('Its description: “Reads &lt;b&gt;invoices&lt;/b&gt;”');
    const plain = await begin(await configure(await register()), who);
    expect(plain.page.text).not.toContain('It says of itself');
    const hidden = await tenant.owner.post(`${tenant.project}/oauth_client`, { profile: 'a\u202eb' });
    expect([hidden.status, hidden.body.detail[0].loc]).toEqual([422, ['body', 'profile']]);
  });

  it('stays if the client changes nothing that was consented to', async () => {
    const who = await createPerson(world);
    const given = await granted(who, { redirect_uris: [REDIRECT, OTHER] });
    const same = { name: 'Reports', redirect_uris: [OTHER, REDIRECT], profile: 'robot', scopes: null };
    expect((await tenant.owner.post(pathOf(given.client), same)).status).toBe(200);
    expect(await alive(given)).toEqual([true, true]);
  });

  it('that is revoked by a new address keeps the tokens that the client requested for itself', async () => {
    const client = await register({ grant_types: ['authorization_code', 'client_credentials'] });
    const own = await oauth.clientCredentialsGrant(await configure(client), { scope: 'offline_access' });
    await tenant.owner.post(pathOf(client), { redirect_uris: [OTHER] });
    expect((await bearer(own.access_token).get('/whoami')).status).toBe(200);
  });

  it('to a page that was open while the client changed is void; the page then shows the current state', async () => {
    const who = await createPerson(world);
    await who.signIn();
    const client = await register();
    const { page } = await begin(await configure(client), who);
    await tenant.owner.post(pathOf(client), { name: 'Payroll', redirect_uris: [REDIRECT, OTHER] });
    const late = await who.browser.submit(getFormAction(page.text, 'consent'), {});
    expect([late.status, late.text.includes('has just changed'), late.text.includes('Let Payroll act')]).toEqual([
      409,
      true,
      true,
    ]);
    const { rows } = await sql`select from oauth_records where model = 'Grant' and client_id = ${client.id}`.execute(
      world.db,
    );
    expect(rows).toEqual([]);
    const back = await who.browser.follow(await who.browser.submit(getFormAction(late.text, 'consent'), {}));
    expect(back.location).toMatch(/[?&]code=/);
  });

  it('given while the client changes is either seen by the change or rejected', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => createPerson(world)));
    for (const [n, who] of people.entries()) {
      await who.signIn();
      const client = await register();
      const { page } = await begin(await configure(client), who);
      await Promise.all([
        who.browser.submit(getFormAction(page.text, 'consent'), {}),
        tenant.owner.post(pathOf(client), { redirect_uris: [REDIRECT, `${OTHER}/${n}`] }),
      ]);
      expect(await isAsked(client, who)).toBe(true);
    }
  });
});

describe('a person’s authorized clients', () => {
  const listOf = async (who: Person) => JSON.parse((await who.browser.get('/api/v1/user/grant')).text);
  const withdraw = (who: Person, id: string, origin = who.browser.origin) =>
    who.browser.request('DELETE', `/api/v1/user/grant/${id}`, { headers: { origin } });

  it('are listed newest first, each once, and to nobody else', async () => {
    const [who, other] = [await createPerson(world), await createPerson(world)];
    await other.signIn();
    const first = await granted(who, { name: 'First' });
    const second = await granted(who, { name: 'Second' });
    await grantedTokens(first.config, { ...who, browser: new Browser(who.browser.origin) });
    const shown = await listOf(who);
    expect(shown).toEqual([
      expect.objectContaining({ client_id: second.client.id, client_name: 'Second' }),
      {
        client_id: first.client.id,
        client_name: 'First',
        organization: expect.any(String),
        project: 'Test',
        scopes: ['email', 'offline_access', 'openid', 'project:view', 'task:view'],
        granted: expect.stringMatching(/Z$/),
      },
    ]);
    expect(await listOf(other)).toEqual([]);
  });

  it('are revoked by them, once: access, refreshing and the consent end at once', async () => {
    const [who, other] = [await createPerson(world), await createPerson(world)];
    const given = await granted(who);
    const kept = await granted(who);
    await other.signIn();
    expect((await withdraw(other, given.client.id)).status).toBe(404);
    expect((await withdraw(who, given.client.id, 'https://evil.example')).status).toBe(403);
    expect((await withdraw(who, 'x')).status).toBe(400);
    expect((await withdraw(who, randomUUID())).status).toBe(404);
    const tries = await Promise.all([1, 2, 3].map(() => withdraw(who, given.client.id)));
    expect(tries.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
    expect(await alive(given)).toEqual([false, false]);
    expect(await alive(kept)).toEqual([true, true]);
    expect((await listOf(who)).map((grant: Json) => grant.client_id)).toEqual([kept.client.id]);
    expect(await isAsked(given.client, who)).toBe(true);
    const events = await tenant.owner.get(
      `${tenant.project}/audit_event?event_type=oauth_client.grant_withdrawn&resource_id=${given.client.id}`,
    );
    expect(events.body.results).toEqual([expect.objectContaining({ actor_user_id: who.id })]);
  });

  it('are not available to a restricted credential, nor to a client itself', async () => {
    const who = await createPerson(world);
    const { client, tokens } = await granted(who, {
      grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
    });
    const own = await oauth.clientCredentialsGrant(await configure(client), { scope: 'offline_access' });
    const scopes = ['project:view'];
    const key = await createApiKey(world.db, { ...tenant, userId: who.id, name: 'cut down', scopes });
    for (const token of [tokens.access_token, own.access_token, key.value]) {
      expect((await bearer(token).get('/user/grant')).status).toBe(403);
      expect((await bearer(token).delete(`/user/grant/${client.id}`)).status).toBe(403);
    }
    const whole = await createApiKey(world.db, { ...tenant, userId: who.id, name: 'whole', scopes: null });
    expect((await bearer(whole.value).get('/user/grant')).body).toHaveLength(1);
  });

  it.each([
    [true, [false, false]],
    [false, [true, true]],
  ])('leave, when they choose a new password and say %j to revocation, %j', async (wish, left) => {
    const who = await createPerson(world);
    const given = await granted(who);
    await who.browser.post('/identity/request-password-reset', { email: who.email });
    const [mail = ''] = await waitForStoredMails(world.stack.dataDir, who.email);
    const token = /reset-password\?token=([\w-]+)/.exec(mail)?.[1];
    expect((await who.browser.get(`/auth/reset-password?token=${token}`)).text).toContain('name="withdraw_grants"');
    const body = { token, password: `new ${randomUUID()}`, withdraw_grants: wish };
    expect((await who.browser.post('/identity/reset-password', body)).status).toBe(200);
    expect(await alive(given)).toEqual(left);
  });
});
