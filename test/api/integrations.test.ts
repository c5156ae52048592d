import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CIPHERTEXT_PATTERN } from '../../src/platform/keyring.ts';
import { startReceiver } from '../support/agents.ts';
import { type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { findProfileApi } from '../support/profile-api.ts';
import { authorize, beginAuthorization, giveConsent, makeIntegration, openAccount } from '../support/services.ts';
import { type Account, SERVICE_CLIENT } from '../support/services-server.ts';

let world: World;
let tenant: Tenant;
let path: string;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  path = `${tenant.project}/integration`;
});
afterAll(() => world.close());

const SERVICES = [
  'github',
  'google_calendar',
  'google_docs',
  'google_gmail',
  'google_sheets',
  'google_slides',
  'notion',
  'slack',
];

/** A small API with an OpenAPI document. */
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://shop.example.com/api' }],
  paths: {
    '/orders': {
      get: { operationId: 'listOrders', summary: 'Lists orders', responses: { 200: { description: 'ok' } } },
      post: { operationId: 'createOrder', summary: 'Makes an order', responses: { 200: { description: 'ok' } } },
    },
  },
};

const read = async (id: string, query = ''): Promise<Json> => (await tenant.owner.get(`${path}/${id}${query}`)).body;
const auth = async (id: string): Promise<Json> => (await tenant.owner.get(`${path}/${id}/auth`)).body;
const toolIds = (record: Json): string[] => record.available_tools.map((tool: Json) => tool.id);
const stored = async (id: string) =>
  (await sql`select id from connection_credentials where id = ${id}`.execute(world.db)).rows.length;

describe('the integration catalog', () => {
  it('lists every service by type, with its settings and its tools', async () => {
    const { results } = (await tenant.owner.get(`${path}/catalog`)).body;
    expect(results.map((entry: Json) => entry.type)).toEqual([...SERVICES.slice(0, 7), 'openapi', 'slack']);
    for (const { type, auth_type, configured, missing_settings, available_tools } of results) {
      expect({ auth_type, configured, missing_settings }, type).toEqual({
        auth_type: type === 'openapi' ? 'credential' : 'oauth',
        configured: true,
        missing_settings: [],
      });
      if (type === 'openapi') continue;
      expect(available_tools.length, type).toBeGreaterThanOrEqual(4);
      for (const effects of [true, false])
        expect(
          available_tools.some((tool: Json) => tool.side_effects === effects),
          type,
        ).toBe(true);
    }
    const page = (await tenant.owner.get(`${path}/catalog?page_limit=5`)).body;
    const rest = (await tenant.owner.get(`${path}/catalog?cursor=${page.pagination.next_cursor}`)).body;
    expect([...page.results, ...rest.results]).toEqual(results);
  });

  it('lists the missing settings of a service that the installation has no client for, and rejects its authorization', async () => {
    const origin = await findProfileApi('impatient');
    const ask = async (method: string, below: string) => {
      const headers = { authorization: `Bearer ${tenant.key}` };
      const response = await fetch(`${origin}/api/v1${path}${below}`, { method, headers });
      return { status: response.status, body: (await response.json()) as Json };
    };
    const { results } = (await ask('GET', '/catalog')).body;
    const missing = Object.fromEntries(results.map((entry: Json) => [entry.type, entry.missing_settings]));
    expect(missing).toMatchObject({
      github: ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
      google_gmail: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
      notion: [],
      openapi: [],
      slack: ['SLACK_CLIENT_ID', 'SLACK_CLIENT_SECRET'],
    });
    const { id } = await makeIntegration(tenant, 'google_gmail');
    expect((await ask('GET', `/${id}/auth`)).body).toMatchObject({
      configured: false,
      what_to_do: expect.stringContaining('GOOGLE_CLIENT_ID'),
    });
    const code = 'INTEGRATION_NOT_CONFIGURED';
    expect(await ask('POST', `/${id}/authorize`)).toMatchObject({
      status: 409,
      body: { detail: { code, reason: code, message: expect.stringContaining('GOOGLE_CLIENT_SECRET') } },
    });
  });
});

describe('an integration', () => {
  it('is created for a service, needs authorization, and is listed newest first with its enabled tools', async () => {
    const one = await makeIntegration(tenant, 'github');
    const other = await makeIntegration(tenant, 'github', { name: 'Shop', config: { enabled_tools: ['get_issue'] } });
    expect(one).toMatchObject({
      type: 'github',
      name: 'GitHub',
      status: 'needs_authorization',
      account: null,
      scopes: [],
      config: { enabled_tools: null },
    });
    expect(toolIds(one)).toContain('create_issue');
    expect(other.available_tools).toEqual([
      {
        id: 'get_issue',
        name: 'shop__get_issue',
        description: expect.any(String),
        description_code: 'tool_github_get_issue',
        side_effects: false,
        enabled: true,
      },
    ]);
    expect(await read(one.id)).toEqual(one);
    const all = await read(other.id, '?include_disabled_tools=true');
    expect(toolIds(all)).toEqual(toolIds(one));
    expect(all.available_tools.filter((tool: Json) => tool.enabled).map((tool: Json) => tool.id)).toEqual([
      'get_issue',
    ]);
    expect((await tenant.owner.get(path)).body.results.slice(0, 2)).toEqual([other, one]);
    const listed = (await tenant.owner.get(`${path}?include_disabled_tools=true&page_limit=1`)).body;
    expect(listed.results).toEqual([all]);
  });

  it('can change its name and enabled tools; tool names stay, and an update without changes leaves no trace', async () => {
    const made = await makeIntegration(tenant, 'slack');
    const change = async (body: object) => (await tenant.owner.post(`${path}/${made.id}`, body)).body;
    const before = made.available_tools[0].name;
    expect(await change({ name: 'Team', config: { enabled_tools: ['list_channels'] } })).toMatchObject({
      name: 'Team',
      config: { enabled_tools: ['list_channels'] },
      available_tools: [{ id: 'list_channels', name: before }],
    });
    const none = await change({ config: { enabled_tools: [] } });
    expect(none.available_tools).toEqual([]);
    expect(toolIds(await change({ config: { enabled_tools: null } }))).toEqual(toolIds(made));
    await change({ name: 'Team', config: { enabled_tools: null } });
    const { results } = (await tenant.owner.get(`${tenant.project}/audit_event?resource_id=${made.id}`)).body;
    expect(results.map((event: Json) => event.event_type)).toEqual([
      'integration.updated',
      'integration.updated',
      'integration.updated',
      'integration.created',
    ]);
  });

  it.each<[object, (string | number)[]]>([
    [{ type: 'github', config: { enabled_tools: ['nothing'] } }, ['enabled_tools', 0]],
    [{ type: 'github', config: { base_url: 'https://a.example' } }, ['base_url']],
    [{ type: 'github', config: { document: DOCUMENT } }, ['document']],
    [{ type: 'github', config: { document_url: 'https://a.example' } }, ['document_url']],
    [{ type: 'github', config: { credential: { kind: 'none' } } }, ['credential']],
    [{ type: 'openapi' }, ['document']],
    [{ type: 'openapi', config: { document: DOCUMENT, document_url: 'https://a.example' } }, ['document']],
    [{ type: 'openapi', config: { document: 'openapi: [' } }, ['document']],
    [{ type: 'openapi', config: { document: { swagger: '2.0' } } }, ['document']],
    [{ type: 'openapi', config: { document: DOCUMENT, base_url: 'ftp://a.example' } }, ['base_url']],
    [{ type: 'openapi', config: { document: { ...DOCUMENT, servers: [] } } }, ['base_url']],
    [{ type: 'openapi', config: { document: DOCUMENT, enabled_tools: ['nothing'] } }, ['enabled_tools', 0]],
    [{ type: 'openapi', config: { document_url: 'http://10.0.0.1/openapi.json' } }, ['document_url']],
    [{ type: 'openapi', config: { document: DOCUMENT, credential: { kind: 'bearer' } } }, ['credential', 'value']],
    [
      { type: 'openapi', config: { document: DOCUMENT, credential: { kind: 'header', name: 'a b', value: 'x' } } },
      ['credential', 'name'],
    ],
    [
      { type: 'openapi', config: { document: DOCUMENT, credential: { kind: 'bearer', value: 'a\nb' } } },
      ['credential', 'value'],
    ],
    [
      { type: 'openapi', config: { document: DOCUMENT, credential: { kind: 'none', value: 'x' } } },
      ['credential', 'value'],
    ],
    [
      {
        type: 'openapi',
        config: { document: DOCUMENT, credential: { kind: 'basic', username: 'a:b', password: 'c' } },
      },
      ['credential', 'username'],
    ],
  ])('is rejected as %j, by field, and nothing is stored', async (body, field) => {
    const name = randomUUID();
    const refused = await tenant.owner.post(path, { ...body, name });
    expect(refused).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'config', ...field] }] } });
    const { results } = (await tenant.owner.get(path)).body;
    expect(results.filter((row: Json) => row.name === name)).toEqual([]);
  });

  it('of an unknown type returns a 422 that lists the known types', async () => {
    const refused = await tenant.owner.post(path, { type: 'gopher' });
    expect(refused).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'type'] }] } });
    expect(refused.text).toContain('google_sheets');
  });

  it('is deleted with its token, which is revoked at the service, and then returns 404', async () => {
    const { id } = await makeIntegration(tenant, 'notion');
    const account = await openAccount();
    await authorize(tenant, id, account);
    expect((await tenant.owner.delete(`${path}/${id}`)).body).toMatchObject({ id, deleted: true });
    for (const answer of [
      await tenant.owner.get(`${path}/${id}`),
      await tenant.owner.get(`${path}/${id}/auth`),
      await tenant.owner.post(`${path}/${id}/authorize`),
      await tenant.owner.delete(`${path}/${id}`),
    ])
      expect(answer).toMatchObject({ status: 404, body: { detail: { reason: 'RESOURCE_NOT_FOUND' } } });
    expect(await stored(id)).toBe(0);
    expect((await account.requests()).at(-1)).toMatchObject({ method: 'POST', path: '/v1/oauth/revoke' });
  });
});

describe('an integration with an OpenAPI document', () => {
  it('has a disabled tool for each operation, and never shows its key', async () => {
    const key = `key-canary-${randomUUID()}`;
    const credential = { kind: 'header', name: 'X-Shop-Key', value: key };
    const created = await tenant.owner.post(path, { type: 'openapi', config: { document: DOCUMENT, credential } });
    expect(created.body).toMatchObject({
      name: 'Shop',
      status: 'authorized',
      config: {
        base_url: 'https://shop.example.com/api',
        document_url: null,
        title: 'Shop',
        credential: { kind: 'header', name: 'X-Shop-Key' },
        enabled_tools: null,
      },
      available_tools: [],
    });
    const { id } = created.body;
    const all = await read(id, '?include_disabled_tools=true');
    expect(all.available_tools.map((tool: Json) => [tool.side_effects, tool.enabled])).toEqual([
      [false, false],
      [true, false],
    ]);
    const [first] = toolIds(all);
    const enabled = await tenant.owner.post(`${path}/${id}`, { config: { enabled_tools: [first] } });
    expect(toolIds(enabled.body)).toEqual([first]);
    const audited = await tenant.owner.get(`${tenant.project}/audit_event/export?resource_id=${id}`);
    for (const { text } of [created, enabled, audited, await tenant.owner.get(path)]) expect(text).not.toContain(key);
  });

  it('can be loaded from one address and called at another, with a username and password', async () => {
    const place = await startReceiver({ body: JSON.stringify(DOCUMENT) });
    const credential = { kind: 'basic', username: 'shop', password: 'pw-canary-1' };
    const config = { document_url: `${place.url}/openapi.json`, base_url: 'https://api.example.com/v2/', credential };
    const made = await tenant.owner.post(path, { type: 'openapi', config });
    await place.close();
    expect(made.body.config).toMatchObject({
      document_url: `${place.url}/openapi.json`,
      base_url: 'https://api.example.com/v2',
      credential: { kind: 'basic', name: 'shop' },
    });
    expect(made.text).not.toContain('pw-canary-1');
    const one = `${path}/${made.body.id}`;
    const back = await tenant.owner.post(one, { ...made.body, name: 'Called back' });
    expect([back.status, back.body]).toMatchObject([200, { name: 'Called back', config: made.body.config }]);
    expect(await stored(made.body.id)).toBe(1);
    for (const elsewhere of [
      { base_url: 'https://evil.example.com' },
      { document_url: null },
      { document: DOCUMENT },
    ]) {
      const [field] = Object.keys(elsewhere);
      const moved = await tenant.owner.post(one, { config: elsewhere });
      expect([moved.status, moved.body.detail]).toMatchObject([422, [{ loc: ['body', 'config', field] }]]);
    }
  });

  it('has no OAuth to start; disconnecting deletes its key, and another key authorizes it again', async () => {
    const credential = { kind: 'query', name: 'key', value: 'key-canary-2' };
    const { id } = await makeIntegration(tenant, 'openapi', { config: { document: DOCUMENT, credential } });
    expect(await tenant.owner.post(`${path}/${id}/authorize`)).toMatchObject({
      status: 409,
      body: { detail: { reason: 'INTEGRATION_HAS_NO_OAUTH' } },
    });
    expect((await tenant.owner.post(`${path}/${id}/disconnect`)).body.status).toBe('disconnected');
    expect(await stored(id)).toBe(0);
    expect((await auth(id)).what_to_do).toContain('credential');
    const next = { kind: 'bearer', value: 'key-canary-3' };
    const changed = await tenant.owner.post(`${path}/${id}`, { config: { credential: next } });
    expect(changed.body).toMatchObject({ status: 'authorized', config: { credential: { kind: 'bearer' } } });
    expect(await stored(id)).toBe(1);
    await tenant.owner.post(`${path}/${id}`, { config: { credential: { kind: 'none' } } });
    expect(await stored(id)).toBe(0);
    expect(await read(id)).toMatchObject({ status: 'authorized' });
  });
});

describe('authorizing an integration', () => {
  const ACCOUNTS: Readonly<Record<string, (name: string) => string>> = {
    github: (name) => name,
    notion: (name) => `${name}@notion.example`,
    slack: (name) => name,
  };

  it.each(SERVICES)(
    '%s requests it as the service requires, and shows who authorized and what was granted',
    async (type) => {
      const { id } = await makeIntegration(tenant, type);
      const account = await openAccount();
      const url = await beginAuthorization(tenant, id);
      const asked = url.searchParams.get(type === 'slack' ? 'user_scope' : 'scope') ?? '';
      const scopes = asked.split(/[ ,]/).filter(Boolean);
      const comma = ['github', 'slack'].includes(type);
      expect(asked).toBe(scopes.join(comma ? ',' : ' '));
      expect(url.searchParams.has('code_challenge')).toBe(!['slack', 'notion'].includes(type));
      const came = await tenant.owner.get(await giveConsent(url, account));
      const shown = ACCOUNTS[type]?.(account.name) ?? `${account.name}@google.example`;
      expect(came).toMatchObject({ status: 200, body: { id, status: 'authorized', account: shown, scopes } });
      expect(await auth(id)).toMatchObject({
        status: 'authorized',
        account: shown,
        authorized_by: tenant.userId,
        authorized_at: expect.any(String),
        configured: true,
        what_to_do: null,
      });
      const everywhere = [came.text, JSON.stringify(await read(id)), JSON.stringify(await auth(id))].join();
      for (const canary of ['at-canary', 'rt-canary', SERVICE_CLIENT.secret]) expect(everywhere).not.toContain(canary);
      const { rows } = await sql<{
        sealed: string;
      }>`select sealed from connection_credentials where id = ${id}`.execute(world.db);
      expect(rows[0]?.sealed).toMatch(CIPHERTEXT_PATTERN);
    },
  );

  it('redirects the browser to redirect_to, only to a path of this server, with the result', async () => {
    const { id } = await makeIntegration(tenant, 'github');
    for (const redirect_to of ['https://evil.example/', '//evil.example', 'javascript:alert(1)']) {
      const refused = await tenant.owner.post(`${path}/${id}/authorize?redirect_to=${encodeURIComponent(redirect_to)}`);
      expect(refused, redirect_to).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['query', 'redirect_to'] }] },
      });
    }
    const query = `?redirect_to=${encodeURIComponent('/settings?tab=2')}`;
    const go = async (account: Account) => {
      const callback = await giveConsent(await beginAuthorization(tenant, id, query), await openAccount(account));
      const headers = { authorization: `Bearer ${tenant.key}` };
      const response = await fetch(tenant.owner.url(callback), { redirect: 'manual', headers });
      expect(response.status).toBe(303);
      return new URL(response.headers.get('location') ?? '');
    };
    const well = await go({});
    expect(well.pathname + well.search).toBe(`/settings?tab=2&integration_id=${id}`);
    const denied = await go({ denies: 'access_denied' });
    expect(Object.fromEntries(denied.searchParams)).toMatchObject({
      tab: '2',
      integration_id: id,
      error: 'access_denied',
    });
    expect((await read(id)).status).toBe('authorized');
  });

  it.each<[string, Account, string, string]>([
    [
      'github',
      { tokenAnswer: { body: { error: 'bad_verification_code' } } },
      'bad_verification_code',
      'an error in a 200',
    ],
    [
      'github',
      { tokenAnswer: { body: 'error=incorrect_client_credentials' } },
      'incorrect_client_credentials',
      'a form',
    ],
    ['slack', { tokenAnswer: { body: { ok: false, error: 'invalid_code' } } }, 'invalid_code', 'ok: false in a 200'],
    ['notion', { tokenAnswer: { status: 400, body: { error: 'invalid_grant' } } }, 'invalid_grant', 'an error'],
    ['notion', { tokenAnswer: { body: '<html>Hello</html>' } }, 'invalid_answer', 'a web page'],
    ['google_docs', { tokenAnswer: { body: {} } }, 'invalid_answer', 'no token at all'],
    ['google_docs', { tokenAnswer: { body: [] } }, 'invalid_answer', 'a list'],
    ['google_docs', { tokenAnswer: { status: 503, body: 'later' } }, 'invalid_answer', 'nothing for now'],
    [
      'google_docs',
      { tokenAnswer: { status: 302, headers: { location: 'http://127.0.0.1:9/' } } },
      'invalid_answer',
      'a redirect',
    ],
    ['google_docs', { tokenAnswer: { bytes: 5_000_000 } }, 'unreachable', 'five megabytes'],
    [
      'google_docs',
      { scope: 'https://www.googleapis.com/auth/userinfo.email' },
      'scopes_missing',
      'too little granted',
    ],
    ['slack', { scope: 'chat:write' }, 'scopes_missing', 'too little granted'],
  ])('%s explains the failure if the service responds with %j, and stores nothing', async (type, script, code) => {
    const { id } = await makeIntegration(tenant, type);
    const callback = await giveConsent(await beginAuthorization(tenant, id), await openAccount(script));
    const failed = await tenant.owner.get(callback);
    expect(failed).toMatchObject({
      status: 400,
      body: { detail: { reason: 'AUTHORIZATION_FAILED', authorizationFailedError: { code } } },
    });
    expect(await read(id)).toMatchObject({ status: 'failed', account: null, scopes: [] });
    expect((await auth(id)).what_to_do).toContain(failed.body.detail.message);
    expect(await stored(id)).toBe(0);
    await authorize(tenant, id, await openAccount());
  });

  it('accepts deviating responses: tokens as a form, numbers as strings, no scopes', async () => {
    for (const tokenAnswer of [
      { body: 'access_token=gho_1&scope=repo%2Cread%3Aorg&token_type=bearer' },
      { body: { access_token: 'gho_2', token_type: 'Bearer', expires_in: '28800', refresh_token: '', scope: null } },
      { body: { access_token: 'gho_3', id_token: 'x.y.z', expires_in: 0 } },
    ]) {
      const { id } = await makeIntegration(tenant, 'github');
      const came = await authorize(tenant, id, await openAccount({ tokenAnswer }));
      expect(came).toMatchObject({ account: null, scopes: ['repo', 'read:org'] });
    }
  });

  it('is limited to the person who started it, once; without a state or a code it returns 422', async () => {
    const { id } = await makeIntegration(tenant, 'github');
    const account = await openAccount();
    const callback = await giveConsent(await beginAuthorization(tenant, id), account);
    const unknown = { status: 400, body: { detail: { reason: 'UNKNOWN_AUTHORIZATION' } } };
    const outsider = await world.tenant();
    const colleague = await tenant.member({ project: 'owner' });
    expect(await outsider.owner.get(callback)).toMatchObject(unknown);
    expect(await colleague.get(callback)).toMatchObject(unknown);
    expect(await tenant.owner.get('/integration/callback?state=x&code=y')).toMatchObject(unknown);
    expect((await tenant.owner.get('/integration/callback?state=x')).body.detail[0].loc).toEqual(['query', 'code']);
    expect((await tenant.owner.get('/integration/callback?code=x')).body.detail[0].loc).toEqual(['query', 'state']);
    expect(await account.requests()).toEqual([]);
    const [one, other] = await Promise.all([tenant.owner.get(callback), tenant.owner.get(callback)]);
    expect([one.status, other.status].toSorted()).toEqual([200, 400]);
    expect(await tenant.owner.get(callback)).toMatchObject(unknown);
    const headers = { accept: 'text/html', authorization: `Bearer ${tenant.key}` };
    const late = await fetch(tenant.owner.url(callback), { redirect: 'manual', headers });
    const redirect = new URL(late.headers.get('location') ?? '');
    expect([late.status, redirect.pathname, redirect.searchParams.get('error')]).toEqual([
      303,
      '/connected',
      'UNKNOWN_AUTHORIZATION',
    ]);
  });

  it('rejects a response of another service', async () => {
    const { id } = await makeIntegration(tenant, 'google_docs');
    const account = await openAccount();
    const callback = await giveConsent(await beginAuthorization(tenant, id), account);
    const failed = await tenant.owner.get(`${callback}&iss=${encodeURIComponent('https://evil.example')}`);
    expect(failed).toMatchObject({ status: 400, body: { detail: { reason: 'AUTHORIZATION_FAILED' } } });
    expect(await account.requests()).toEqual([]);
  });

  it('requires permission at its end: a person who lost it, or a deleted integration, authorizes nothing', async () => {
    const editor = await tenant.member({ org: 'member' });
    const { id } = await makeIntegration(tenant, 'github');
    const roles = `${path}/${id}/iam/members/user:${editor.userId}`;
    await tenant.owner.post(roles, { add: ['editor'] });
    const account = await openAccount();
    const callback = await giveConsent(await beginAuthorization(tenant, id, '', editor), account);
    await tenant.owner.post(roles, { remove_all: true });
    const failed = (code: string) => ({ status: 400, body: { detail: { authorizationFailedError: { code } } } });
    expect(await editor.get(callback)).toMatchObject(failed('not_permitted'));
    const again = await giveConsent(await beginAuthorization(tenant, id), account);
    await tenant.owner.delete(`${path}/${id}`);
    expect(await tenant.owner.get(again)).toMatchObject(failed('not_found'));
    expect(await account.requests()).toEqual([]);
  });

  it('again replaces the previous authorization; on failure the previous one stays', async () => {
    const { id } = await makeIntegration(tenant, 'slack');
    const [first, second] = [await openAccount(), await openAccount()];
    await authorize(tenant, id, first);
    const broken = await openAccount({ tokenAnswer: { body: { ok: false, error: 'fatal_error' } } });
    await tenant.owner.get(await giveConsent(await beginAuthorization(tenant, id), broken));
    expect(await read(id)).toMatchObject({ status: 'authorized', account: first.name });
    await authorize(tenant, id, second);
    expect(await read(id)).toMatchObject({ status: 'authorized', account: second.name });
    expect(await stored(id)).toBe(1);
  });

  it('is rejected for clients, which are no persons', async () => {
    const { id } = await makeIntegration(tenant, 'github');
    const client = await tenant.owner.post(`${tenant.project}/oauth_client`, { name: 'Robot' });
    const { client_id, client_secret } = client.body;
    const token = await fetch(`${world.stack.baseUrl.replace('127.0.0.1', 'localhost')}/auth/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id,
        client_secret,
        scope: 'offline_access',
      }),
    });
    const { access_token } = (await token.json()) as { access_token: string };
    const headers = { authorization: `Bearer ${access_token}` };
    const asked = await fetch(tenant.owner.url(`${path}/${id}/authorize`), { method: 'POST', headers });
    expect(asked.status).toBe(403);
  });
});

describe('disconnecting an integration', () => {
  it('deletes the tokens, revokes them at the service, and explains what to do', async () => {
    const { id } = await makeIntegration(tenant, 'github');
    const account = await openAccount();
    await authorize(tenant, id, account);
    const gone = await tenant.owner.post(`${path}/${id}/disconnect`);
    expect(gone.body).toMatchObject({ status: 'disconnected', account: null, scopes: [] });
    expect(await auth(id)).toMatchObject({ status: 'disconnected', authorized_by: null, authorized_at: null });
    expect((await auth(id)).what_to_do_code).toBe('authorize_integration');
    expect(await stored(id)).toBe(0);
    const last = (await account.requests()).at(-1);
    expect(last).toMatchObject({ method: 'DELETE', path: `/applications/${SERVICE_CLIENT.id}/token` });
    const requests = (await account.requests()).length;
    expect((await tenant.owner.post(`${path}/${id}/disconnect`)).body).toEqual(gone.body);
    expect(await account.requests()).toHaveLength(requests);
    await authorize(tenant, id, account);
  });

  it('revokes nothing while another integration uses the same account, because one revocation may end both', async () => {
    const account = await openAccount();
    const sheets = await makeIntegration(tenant, 'google_sheets');
    const mail = await makeIntegration(tenant, 'google_gmail');
    for (const { id } of [sheets, mail]) await authorize(tenant, id, account);
    const revocations = async () => (await account.requests()).filter((request) => request.path === '/revoke').length;
    await tenant.owner.post(`${path}/${sheets.id}/disconnect`);
    expect(await revocations()).toBe(0);
    await tenant.owner.post(`${path}/${mail.id}/disconnect`);
    expect(await revocations()).toBe(1);
  });
});
