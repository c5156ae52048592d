import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client, type Json, openWorld, type Tenant, type World } from '../support/client.ts';

const REDIRECT = 'https://client.example.com/callback';

let world: World;
let tenant: Tenant;
let clients: string;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  clients = `${tenant.project}/oauth_client`;
});
afterAll(() => world.close());

async function register(body: object = {}, by: Client = tenant.owner): Promise<Json> {
  const response = await by.post(clients, { name: 'Client', ...body });
  if (response.status !== 200) throw new Error(response.text);
  return response.body;
}

describe('a new OAuth client', () => {
  it('shows its secret once, and uses client credentials by default', async () => {
    const made = await register({ name: 'Importer', scopes: 'task:view offline_access task:view' });
    const { client_secret, ...shown } = made;
    expect(client_secret).toMatch(/^hfs_[\w-]{43}$/);
    expect(shown).toEqual({
      id: made.client_id,
      client_id: expect.any(String),
      project_id: tenant.projectId,
      name: 'Importer',
      profile: null,
      grant_types: ['client_credentials'],
      redirect_uris: [],
      scopes: 'task:view offline_access',
      pkce_required: true,
      pkce_challenge_method: 'S256',
      token_endpoint_auth_method: 'client_secret_basic',
      access_token_type: 'opaque',
      registration: 'editor',
      created: expect.stringMatching(/Z$/),
      modified: expect.stringMatching(/Z$/),
    });
    expect((await tenant.owner.get(`${clients}/${made.id}`)).body).toEqual(shown);
    const list = await tenant.owner.get(clients);
    expect(list.body.results[0]).toEqual(shown);
    expect(list.text).not.toContain(client_secret);
  });

  it('with redirect addresses uses the code flow', async () => {
    const made = await register({
      redirect_uris: [REDIRECT, 'http://127.0.0.1:9000/cb', 'http://localhost/cb', REDIRECT],
    });
    expect(made.grant_types).toEqual(['authorization_code', 'refresh_token']);
    expect(made.redirect_uris).toEqual([REDIRECT, 'http://127.0.0.1:9000/cb', 'http://localhost/cb']);
  });

  it('without a secret has none', async () => {
    const made = await register({ redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' });
    expect(made.client_secret).toBeNull();
    const native = await register({ redirect_uris: ['cursor://host/cb'], token_endpoint_auth_method: 'none' });
    expect(native.redirect_uris).toEqual(['cursor://host/cb']);
    const rotated = await tenant.owner.post(`${clients}/${made.id}/client_secret`);
    expect([rotated.status, rotated.body.detail.reason]).toEqual([409, 'OAUTH_CLIENT_HAS_NO_SECRET']);
  });

  it.each([
    ['a redirect that is not absolute', { redirect_uris: ['/callback'] }, ['redirect_uris', 0]],
    ['a redirect over http', { redirect_uris: [REDIRECT, 'http://client.example.com/cb'] }, ['redirect_uris', 1]],
    [
      'a redirect to a host that only begins like a loopback',
      { redirect_uris: ['http://localhost.evil.example/'] },
      ['redirect_uris', 0],
    ],
    ['a redirect with a fragment', { redirect_uris: [`${REDIRECT}#a`] }, ['redirect_uris', 0]],
    ['a redirect with a user name', { redirect_uris: ['https://a@client.example.com/'] }, ['redirect_uris', 0]],
    ['a redirect with a wildcard', { redirect_uris: ['https://*.example.com/'] }, ['redirect_uris', 0]],
    ['a redirect of another scheme', { redirect_uris: ['javascript:alert(1)'] }, ['redirect_uris', 0]],
    [
      'a redirect to an application of a client with a secret',
      { redirect_uris: ['cursor://host/cb'] },
      ['redirect_uris', 0],
    ],
    ['a redirect that is too long', { redirect_uris: [`${REDIRECT}/${'x'.repeat(2000)}`] }, ['redirect_uris', 0]],
    ['the code flow and no redirect', { grant_types: ['authorization_code'] }, ['redirect_uris']],
    ['redirects of no use', { grant_types: ['client_credentials'], redirect_uris: [REDIRECT] }, ['redirect_uris']],
    ['refreshing alone', { grant_types: ['refresh_token'] }, ['grant_types']],
    ['a grant type that is not offered', { grant_types: ['implicit'] }, ['grant_types', 0]],
    ['no grant type', { grant_types: [] }, ['grant_types']],
    ['client credentials and no secret', { token_endpoint_auth_method: 'none' }, ['token_endpoint_auth_method']],
    [
      'no secret and no PKCE',
      { redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none', pkce_required: false },
      ['pkce_required'],
    ],
    ['a plain challenge', { redirect_uris: [REDIRECT], pkce_challenge_method: 'plain' }, ['pkce_challenge_method']],
    ['an unknown scope', { scopes: 'task:view task:fly' }, ['scopes']],
    ['tokens of another type', { access_token_type: 'jwt' }, ['access_token_type']],
    ['a blank name', { name: ' ' }, ['name']],
  ])('with %s returns a 422 that names the field', async (_what, body, loc) => {
    const response = await tenant.owner.post(clients, { name: 'refused', ...body });
    expect(response.status, response.text).toBe(422);
    expect(response.body.detail[0].loc).toEqual(['body', ...loc]);
  });

  it('never gets more than the credential that creates, changes or opens it', async () => {
    const scopes = ['project:create_oauth_client', 'oauth_client:edit', 'task:view'];
    const key = (await tenant.owner.post(`${tenant.project}/api_key`, { name: 'cut down', scopes })).body;
    const cut = new Client(world.stack.baseUrl, key.value);
    expect((await cut.post(clients, { name: 'same', scopes: 'task:view offline_access' })).status).toBe(200);
    const wide = await register();
    const attempts = [
      cut.post(clients, { name: 'wider', scopes: 'task:view task:run' }),
      cut.post(clients, { name: 'any' }),
      cut.post(clients, { name: 'any too', scopes: 'offline_access' }),
      cut.post(`${clients}/${wide.id}`, { name: 'taken' }),
      cut.post(`${clients}/${wide.id}/client_secret`),
    ];
    for (const response of await Promise.all(attempts)) {
      expect(response.status, response.text).toBe(422);
      expect(response.body.detail[0].loc).toEqual(['body', 'scopes']);
    }
  });
});

describe('an editor of one OAuth client', () => {
  /** A user with that role on the client, and optionally one on the project. */
  async function somebody(role: string, client: Json, project?: string): Promise<Client> {
    const member = await tenant.member(project === undefined ? { org: 'member' } : { project });
    const path = `${clients}/${client.id}/iam/members/user:${member.userId}`;
    const given = await tenant.owner.post(path, { add: [role] });
    if (given.status !== 200) throw new Error(given.text);
    return member;
  }

  it.each([
    ['editor', undefined],
    ['owner', undefined],
    ['owner', 'viewer'],
    ['owner', 'task_creator'],
  ])('(%s there, %s of the project) does not become editor of the project through it', async (role, project) => {
    const narrow = await register({ scopes: 'task:view' });
    const code = await register({ redirect_uris: [REDIRECT] });
    const both = await register({
      grant_types: ['client_credentials', 'authorization_code', 'refresh_token'],
      redirect_uris: [REDIRECT],
    });
    const attempts: [Json, string, object][] = [
      [narrow, '/client_secret', {}],
      [narrow, '', { scopes: null }],
      [narrow, '', { scopes: 'task:view task:edit' }],
      [narrow, '', { scopes: 'offline_access' }],
      [narrow, '', { grant_types: ['authorization_code'], redirect_uris: [REDIRECT] }],
      [narrow, '', { grant_types: ['client_credentials', 'authorization_code'], redirect_uris: [REDIRECT] }],
      [code, '', { grant_types: ['client_credentials', 'authorization_code'] }],
      [code, '/client_secret', { grant_types: ['client_credentials'], redirect_uris: [] }],
      [both, '/client_secret', {}],
      [both, '', { grant_types: ['client_credentials'], redirect_uris: [] }],
    ];
    for (const [client, path, body] of attempts) {
      const by = await somebody(role, client, project);
      const response = await by.post(`${clients}/${client.id}${path}`, body);
      expect([response.status, response.body.detail?.reason], JSON.stringify(body)).toEqual([
        403,
        'PERMISSION_CHECK_FAILED',
      ]);
      expect(response.body.detail.permissionCheckFailedError).toMatchObject({
        resource: { type: 'project', id: tenant.projectId },
        permission: 'create_oauth_client',
      });
      const { client_secret: _secret, ...unchanged } = client;
      expect((await tenant.owner.get(`${clients}/${client.id}`)).body).toEqual(unchanged);
    }
  });

  it('can change what does not affect who can use the client', async () => {
    const [acting, code] = [await register({ scopes: 'task:view' }), await register({ redirect_uris: [REDIRECT] })];
    const same = { name: 'Renamed', scopes: 'task:view', grant_types: ['client_credentials'], profile: 'robot' };
    expect((await (await somebody('editor', acting)).post(`${clients}/${acting.id}`, same)).status).toBe(200);
    const by = await somebody('editor', code);
    expect((await by.post(`${clients}/${code.id}`, { scopes: 'task:view', pkce_required: false })).status).toBe(200);
    expect((await by.post(`${clients}/${code.id}/client_secret`)).status).toBe(200);
  });

  it('also needs the project permission as a scope of the credential', async () => {
    const client = await register({ scopes: 'task:view' });
    const scopes = ['oauth_client:edit', 'task:view'];
    const key = (await tenant.owner.post(`${tenant.project}/api_key`, { name: 'cut down', scopes })).body;
    const cut = new Client(world.stack.baseUrl, key.value);
    expect((await cut.post(`${clients}/${client.id}/client_secret`)).status).toBe(403);
    expect((await cut.post(`${clients}/${client.id}`, { name: 'Renamed' })).status).toBe(200);
  });

  it('reverts no concurrent change', async () => {
    const client = await register();
    const by = await somebody('editor', client);
    const path = `${clients}/${client.id}`;
    for (let n = 0; n < 10; n++) {
      await tenant.owner.post(path, { scopes: null });
      const renames = ['a', 'b', 'c'].map((name) => by.post(path, { name: `${name}${n}` }));
      const [narrowed] = await Promise.all([tenant.owner.post(path, { scopes: 'task:view' }), ...renames]);
      expect(narrowed.status).toBe(200);
      expect((await tenant.owner.get(path)).body.scopes).toBe('task:view');
    }
  });
});

describe('an OAuth client', () => {
  it('is updated field by field', async () => {
    const made = await register({ redirect_uris: [REDIRECT] });
    const path = `${clients}/${made.id}`;
    const changed = await tenant.owner.post(path, { name: 'Renamed', redirect_uris: ['https://other.example.com/'] });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      name: 'Renamed',
      redirect_uris: ['https://other.example.com/'],
      grant_types: made.grant_types,
    });
    expect(changed.body).not.toHaveProperty('client_secret');
    const cleared = await tenant.owner.post(path, { redirect_uris: [] });
    expect([cleared.status, cleared.body.detail[0].loc]).toEqual([422, ['body', 'redirect_uris']]);
    const turned = await tenant.owner.post(path, { redirect_uris: [], grant_types: ['client_credentials'] });
    expect(turned.body).toMatchObject({ redirect_uris: [], grant_types: ['client_credentials'] });
    const bare = await tenant.owner.post(path, {
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code'],
      redirect_uris: [REDIRECT],
    });
    expect([bare.status, bare.body.detail[0].loc]).toEqual([422, ['body', 'token_endpoint_auth_method']]);
  });

  it('gets another secret, with concurrent changes of its settings', async () => {
    const made = await register({ redirect_uris: [REDIRECT] });
    const rotated = await tenant.owner.post(`${clients}/${made.id}/client_secret`, { pkce_required: false });
    expect(rotated.status).toBe(200);
    expect(rotated.body.client_secret).toMatch(/^hfs_/);
    expect(rotated.body.client_secret).not.toBe(made.client_secret);
    expect(rotated.body.pkce_required).toBe(false);
  });

  it('is rejected once deleted', async () => {
    const made = await register();
    const path = `${clients}/${made.id}`;
    const removed = await tenant.owner.delete(path);
    expect([removed.status, removed.body.id]).toEqual([200, made.id]);
    for (const response of await Promise.all([
      tenant.owner.get(path),
      tenant.owner.delete(path),
      tenant.owner.post(path, { name: 'x' }),
      tenant.owner.post(`${path}/client_secret`),
    ])) {
      expect(response.status).toBe(404);
      expect(response.body.detail.resourceNotFoundError).toEqual({ field: 'oauth_client', value: made.id });
    }
    const ids = (await tenant.owner.get(clients)).body.results.map((item: Json) => item.id);
    expect(ids).not.toContain(made.id);
  });

  it('of another tenant is a 404 for every request', async () => {
    const made = await register();
    const other = await world.tenant();
    for (const id of [made.id, randomUUID()]) {
      expect((await other.owner.get(`${other.project}/oauth_client/${id}`)).status).toBe(404);
      expect((await other.owner.post(`${other.project}/oauth_client/${id}/client_secret`)).status).toBe(404);
    }
    expect((await other.owner.get(`${clients}/${made.id}`)).status).toBe(403);
  });

  it('is listed newest first and page by page', async () => {
    const lister = await world.tenant();
    const names = ['one', 'two', 'three'];
    for (const name of names) await lister.owner.post(`${lister.project}/oauth_client`, { name });
    const first = (await lister.owner.get(`${lister.project}/oauth_client?page_limit=2`)).body;
    expect(first.results.map((item: Json) => item.name)).toEqual(['three', 'two']);
    const rest = (
      await lister.owner.get(`${lister.project}/oauth_client?page_limit=2&cursor=${first.pagination.next_cursor}`)
    ).body;
    expect(rest.results.map((item: Json) => item.name)).toEqual(['one']);
    expect(rest.pagination).toEqual({ next_cursor: null, has_next: false, page_limit: 2 });
  });
});
