import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import * as oauth from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { createPerson, getPublicUrl, type Person, startExtraApi } from '../support/identity.ts';
import * as flow from '../support/oauth.ts';
import { credentials, getFormAction, getIssuer, getOAuthError, grantConsent, REDIRECT } from '../support/oauth.ts';
import { createClientAddress, findProfileApi } from '../support/profile-api.ts';

const SCOPE = 'openid email offline_access project:view task:view';

let world: World;
let tenant: Tenant;
let issuer: URL;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  issuer = getIssuer(world.stack);
});
afterAll(() => world.close());

/** Registers a client in the tenant's project. */
async function register(body: object = {}, owner: Client = tenant.owner, project = tenant.project): Promise<Json> {
  const response = await owner.post(`${project}/oauth_client`, { name: 'Test client', ...body });
  if (response.status !== 200) throw new Error(response.text);
  return response.body;
}

const codeClient = (body: object = {}) => register({ redirect_uris: [REDIRECT], ...body });

const configure = (client: Json, auth?: oauth.ClientAuth) => flow.discoverIssuer(issuer, client, auth);

const bearer = (token: string) => new Client(world.stack.baseUrl, token);

const raw = (path: string, fields: Record<string, string>, headers?: Record<string, string>) =>
  flow.postForm(issuer, path, fields, headers);

const clientToken = (client: Json, scope?: string) => flow.requestClientToken(issuer, client, scope);

describe('client credentials', () => {
  it('are exchanged for a token with exactly the fields of the specification', async () => {
    const client = await register();
    const response = await raw('token', {
      grant_type: 'client_credentials',
      ...credentials(client),
      scope: 'offline_access',
    });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      access_token: expect.stringMatching(/^[\w-]{40,}$/),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'offline_access',
    });
    expect(response.headers.get('cache-control')).toContain('no-store');
  });

  it('without a scope get the scopes that their client is restricted to, or an empty one', async () => {
    const asked = async (client: Json) => {
      const { body } = await raw('token', { grant_type: 'client_credentials', ...credentials(client) });
      return [body.scope, (await bearer(body.access_token).get('/whoami')).body.scopes];
    };
    expect(await asked(await register())).toEqual(['', null]);
    expect(await asked(await register({ scopes: 'task:view openid' }))).toEqual(['task:view', ['task:view']]);
  });

  it('can be sent as a multipart form, which is read like any other', async () => {
    const client = await register();
    const send = async (fields: Record<string, string | Blob>) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.append(name, value);
      const response = await fetch(`${issuer.href}/oauth2/token`, { method: 'POST', body });
      return { status: response.status, body: (await response.json()) as Json };
    };
    const fields = { grant_type: 'client_credentials', ...credentials(client), scope: 'offline_access' };
    const good = await send(fields);
    expect(good).toMatchObject({ status: 200, body: { token_type: 'Bearer', scope: 'offline_access' } });
    expect((await bearer(good.body.access_token).get('/whoami')).body.client_id).toBe(client.client_id);
    const wrong = await send({ ...fields, client_secret: 'wrong' });
    expect(wrong).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    const invalidValues: Record<string, string | Blob>[] = [{ file: new Blob(['x']) }, { scope: 'x'.repeat(60_000) }];
    for (const invalid of invalidValues)
      expect(await send({ ...fields, ...invalid })).toMatchObject({ status: 413, body: { error: 'invalid_request' } });
  });

  it.each([
    ['form fields', oauth.ClientSecretPost()],
    ['HTTP Basic', oauth.ClientSecretBasic()],
  ])('are accepted as %s, whichever method the client was registered with', async (_name, auth) => {
    const client = await register({ token_endpoint_auth_method: 'client_secret_basic' });
    const tokens = await oauth.clientCredentialsGrant(await configure(client, auth), { scope: 'offline_access' });
    expect(tokens.scope).toBe('offline_access');
    expect((await bearer(tokens.access_token).get('/whoami')).status).toBe(200);
  });

  it('act as their project: editor there, viewer of the organization, no access elsewhere', async () => {
    const client = await register();
    const api = bearer((await clientToken(client, 'offline_access')).access_token);
    expect((await api.get('/whoami')).body).toEqual({
      kind: 'client_credentials',
      subject: `project:${tenant.projectId}`,
      user_id: null,
      email: null,
      name: 'Test client',
      system_role: null,
      client_id: client.client_id,
      api_key_id: null,
      scopes: null,
      org_id: tenant.orgId,
      project_id: tenant.projectId,
      client: { org_id: tenant.orgId, project_id: tenant.projectId },
    });
    expect((await api.post(tenant.project, { name: 'Test' })).status).toBe(200);
    const prompts = { system_prompt: 'Be kind.', user_prompt: 'Hi {name}.' };
    const task = { name: 'Made by a client', enabled: true, llm_model_id: 'scripted', ...prompts };
    expect((await api.post(`${tenant.project}/task`, task)).body.revisions).toMatchObject([
      { created_by: tenant.projectId, created_by_type: 'project' },
    ]);
    expect((await api.get(`/org/${tenant.orgId}`)).status).toBe(200);
    const refused = await api.post(`/org/${tenant.orgId}`, { contact_email: 'a@example.com' });
    expect(refused.status).toBe(403);
    expect(refused.body.detail.permissionCheckFailedError).toEqual({
      subject: { type: 'project', id: tenant.projectId },
      resource: { type: 'organization', id: tenant.orgId },
      permission: 'edit',
    });
    const other = await world.tenant();
    expect((await api.get(other.project)).status).toBe(403);
    expect((await api.get('/user')).status).toBe(403);
    expect((await api.post(`${tenant.project}/api_key`, { name: 'x' })).status).toBe(403);
  });

  it('are restricted by a permission scope, even if the role would allow more', async () => {
    const client = await register();
    const api = bearer((await clientToken(client, 'offline_access project:view')).access_token);
    expect((await api.get('/whoami')).body.scopes).toEqual(['project:view']);
    expect((await api.get(tenant.project)).status).toBe(200);
    const refused = await api.post(tenant.project, { name: 'Test' });
    expect(refused.status).toBe(403);
    expect(refused.body.detail.reason).toBe('PERMISSION_CHECK_FAILED');
  });

  it('of a restricted client never grant more, also without a requested scope', async () => {
    const client = await register({ scopes: 'project:view offline_access' });
    const api = bearer((await clientToken(client)).access_token);
    expect((await api.get(tenant.project)).status).toBe(200);
    expect((await api.post(tenant.project, { name: 'Test' })).status).toBe(403);
    const wider = await raw('token', {
      grant_type: 'client_credentials',
      ...credentials(client),
      scope: 'project:edit',
    });
    expect([wider.status, wider.body.error]).toEqual([400, 'invalid_scope']);
  });

  it('with an unknown scope get no scopes', async () => {
    const config = await configure(await register());
    expect(await getOAuthError(oauth.clientCredentialsGrant(config, { scope: 'task:veiw' }))).toBe('invalid_scope');
  });

  it('with a wrong secret, of an unknown client or of another type of client are rejected alike', async () => {
    const client = await register();
    const web = await codeClient();
    const attempts = [
      { client_id: client.client_id, client_secret: 'wrong' },
      { client_id: randomUUID(), client_secret: client.client_secret },
      { client_id: 'no-uuid', client_secret: client.client_secret },
      { client_id: client.client_id, client_secret: web.client_secret },
    ];
    const responses = await Promise.all(
      attempts.map((fields) => raw('token', { grant_type: 'client_credentials', ...fields })),
    );
    expect(responses.map((response) => response.status)).toEqual([401, 401, 401, 401]);
    expect(new Set(responses.map((response) => JSON.stringify(response.body))).size).toBe(1);
    const kind = await raw('token', { grant_type: 'client_credentials', ...credentials(web) });
    expect([kind.status, kind.body.error]).toEqual([400, 'invalid_request']);
  });

  it('decide no approval', async () => {
    const key = `oauth-${randomUUID()}`;
    await world.model.script(key, [{ tool_calls: [{ name: 'calculator', arguments: { expression: '1+1' } }] }]);
    const agent = await tenant.owner.post(`${tenant.project}/task-agent`, {
      name: key,
      instruction: 'Help.',
      llm_model_id: 'scripted',
      approval_policy: { rules: [{ tool: 'calculator', mode: 'always' }] },
    });
    const path = `${tenant.project}/task-agent/${agent.body.id}`;
    const run = await tenant.owner.post(`${path}/run`, { message: `Go ${world.model.marker(key)}` });
    const request = run.body.approval_requests[0];
    const api = bearer((await clientToken(await register(), 'offline_access')).access_token);
    const shown = await api.get(`${path}/approval-request/${request.id}`);
    expect(shown.body.can_decide).toEqual({ allowed: false, reason: 'NOT_A_PERSON' });
    for (const decision of ['approve', 'reject']) {
      const refused = await api.post(`${path}/approval-request/${request.id}/${decision}`, {});
      expect(refused.status, refused.text).toBe(403);
      expect(refused.body.detail.reason).toBe('PERMISSION_CHECK_FAILED');
    }
    expect((await tenant.owner.get(`${path}/approval-request/${request.id}`)).body.status).toBe('pending');
  });
});

describe('a redirect on an IP loopback host that is registered without a port', () => {
  const REGISTERED = [
    'http://127.0.0.1/callback',
    'http://[::1]/cb',
    'http://127.0.0.1:9000/fixed',
    'http://localhost/cb',
  ];

  it.each(['http://127.0.0.1:51004/callback', 'http://127.0.0.1/callback', 'http://[::1]:1024/cb'])(
    'lets a native client receive responses at %s',
    async (redirect_uri) => {
      const client = await codeClient({ redirect_uris: REGISTERED, token_endpoint_auth_method: 'none' });
      const config = await configure(client, oauth.None());
      const { tokens, back } = await flow.obtainTokens(config, await createPerson(world), SCOPE, { redirect_uri });
      expect(back.href.startsWith(redirect_uri)).toBe(true);
      expect(tokens.access_token).toEqual(expect.any(String));
    },
  );

  it('accepts no other address', async () => {
    const client = await codeClient({ redirect_uris: REGISTERED, token_endpoint_auth_method: 'none' });
    const config = await configure(client, oauth.None());
    const someone = await createPerson(world);
    for (const redirect_uri of [
      'http://127.0.0.1:51004/other',
      'http://127.0.0.1:51004/callback/',
      'http://127.0.0.1:51004/callback?x=1',
      'http://127.0.0.1:51004/callback#x',
      'http://127.0.0.1:51004/../callback',
      'http://127.0.0.1:0/callback',
      'http://127.0.0.1:65536/callback',
      'http://127.0.0.1:080/callback',
      'http://127.0.0.1:/callback',
      'http://127.0.0.1:51004@evil.example/callback',
      'http://x@127.0.0.1:51004/callback',
      'http://127.0.0.1.evil.example:51004/callback',
      'http://127.0.0.2:51004/callback',
      'http://127.1:51004/callback',
      'https://127.0.0.1:51004/callback',
      'http://localhost:51004/callback',
      'http://[::1]:51004/callback',
      'http://[::ffff:127.0.0.1]:51004/callback',
      'http://localhost:51004/cb',
      'http://127.0.0.1:9001/fixed',
      'http://127.0.0.1/fixed',
    ]) {
      const { page } = await flow.startCodeFlow(config, someone, SCOPE, { redirect_uri });
      expect(page.status, redirect_uri).toBe(400);
    }
  });
});

describe('a token', () => {
  it('that has expired returns a 401 with the exact body', async () => {
    const token = (await clientToken(await register())).access_token;
    expect((await bearer(token).get('/whoami')).status).toBe(200);
    await sql`update oauth_records set expires_at = now() - interval '1 second' where key = sha256(${token}::bytea)`.execute(
      world.db,
    );
    const refused = await bearer(token).get('/whoami');
    expect(refused.status).toBe(401);
    expect(refused.body).toEqual({ error: { code: 401, status: 'Unauthorized', message: expect.any(String) } });
    expect(refused.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('is stored as a hash only', async () => {
    const client = await register();
    const token = (await clientToken(client)).access_token;
    const { rows } = await sql<{
      row: string;
    }>`select r::text as row from oauth_records r where client_id = ${client.id}`.execute(world.db);
    expect(rows.length).toBe(1);
    expect(rows[0]?.row).not.toContain(token);
    const kept = await sql<{ row: string }>`select c::text as row from oauth_clients c where id = ${client.id}`.execute(
      world.db,
    );
    expect(kept.rows[0]?.row).not.toContain(client.client_secret);
  });

  it('ends with its client, with the secret that requested it, and with the project', async () => {
    const client = await register();
    const path = `${tenant.project}/oauth_client/${client.id}`;
    const first = (await clientToken(client)).access_token;
    const rotated = (await tenant.owner.post(`${path}/client_secret`)).body;
    expect((await bearer(first).get('/whoami')).status).toBe(401);
    expect((await raw('token', { grant_type: 'client_credentials', ...credentials(client) })).status).toBe(401);
    const second = (await clientToken(rotated)).access_token;
    expect((await tenant.owner.delete(path)).status).toBe(200);
    expect((await bearer(second).get('/whoami')).status).toBe(401);
    expect((await raw('token', { grant_type: 'client_credentials', ...credentials(rotated) })).status).toBe(401);

    const lost = await world.tenant();
    const theirs = await register({}, lost.owner, lost.project);
    const third = (await clientToken(theirs)).access_token;
    await world.db.updateTable('projects').set({ deleted_at: new Date() }).where('id', '=', lost.projectId).execute();
    expect((await bearer(third).get('/whoami')).status).toBe(401);
    expect((await raw('token', { grant_type: 'client_credentials', ...credentials(theirs) })).status).toBe(401);
  });

  it('is revoked by its client and by no other, and the response is the same', async () => {
    const [client, other] = [await register(), await register()];
    const token = (await clientToken(client)).access_token;
    await raw('revoke', { token, ...credentials(other) });
    expect((await bearer(token).get('/whoami')).status).toBe(200);
    await oauth.tokenRevocation(await configure(client), token);
    expect((await bearer(token).get('/whoami')).status).toBe(401);
  });

  it('revoked at one process is rejected by another at once', async () => {
    const beside = await startExtraApi(world.stack, { PUBLIC_URL: getPublicUrl(world.stack) });
    try {
      const client = await register();
      const token = (await clientToken(client)).access_token;
      const there = new Client(beside.origin, token);
      expect((await there.get('/whoami')).status).toBe(200);
      await raw('revoke', { token, ...credentials(client) });
      expect((await there.get('/whoami')).status).toBe(401);
    } finally {
      await beside.stop();
    }
  });

  it('is introspected within its project only', async () => {
    const client = await register();
    const token = (await clientToken(client, 'task:view')).access_token;
    const about = await oauth.tokenIntrospection(await configure(client), token);
    expect(about).toMatchObject({
      active: true,
      client_id: client.client_id,
      scope: 'task:view',
      project_id: tenant.projectId,
      org_id: tenant.orgId,
    });
    expect(await oauth.tokenIntrospection(await configure(await register()), token)).toMatchObject({ active: true });
    const lost = await world.tenant();
    const foreign = await configure(await register({}, lost.owner, lost.project));
    expect(await oauth.tokenIntrospection(foreign, token)).toEqual({ active: false });
  });
});

describe('the discovery documents', () => {
  it('exist at all of their locations and contain working addresses', async () => {
    const host = getPublicUrl(world.stack);
    const places = [
      `${host}/auth/.well-known/openid-configuration`,
      `${host}/auth/.well-known/oauth-authorization-server`,
      `${host}/.well-known/oauth-authorization-server/auth`,
    ];
    const documents = await Promise.all(places.map(async (place) => (await fetch(place)).json() as Promise<Json>));
    for (const document of documents) {
      expect(document).toMatchObject({
        issuer: `${host}/auth`,
        token_endpoint: `${host}/auth/oauth2/token`,
        authorization_endpoint: `${host}/auth/oauth2/auth`,
        revocation_endpoint: `${host}/auth/oauth2/revoke`,
        introspection_endpoint: `${host}/auth/oauth2/introspect`,
        code_challenge_methods_supported: ['S256'],
        response_types_supported: ['code'],
      });
    }
    const keys = (await (await fetch(documents[0].jwks_uri)).json()) as Json;
    expect(keys.keys[0]).not.toHaveProperty('d');
  });
});

const begin = (config: oauth.Configuration, who: Person, extra?: Record<string, string>) =>
  flow.startCodeFlow(config, who, SCOPE, extra);

const tokensFor = async (client: Json, who: Person, extra?: Record<string, string>) =>
  flow.obtainTokens(await configure(client), who, SCOPE, extra);

describe('the authorization code flow', () => {
  it('requires sign-in, shows the client and its scopes, and issues a token restricted to the granted scopes', async () => {
    const client = await codeClient({ name: 'Report <b>builder</b>' });
    const who = await createPerson(world);
    await world.db
      .insertInto('role_grants')
      .values({
        resource_type: 'project',
        resource_id: tenant.projectId,
        subject_type: 'user',
        subject_id: who.id,
        role: 'editor',
      })
      .execute();
    const config = await configure(client);
    const { verifier, state, page } = await begin(config, who);
    expect(page.text).toContain('Report &lt;b&gt;builder&lt;/b&gt; wants you to sign in');
    const fields = { email: who.email, password: who.password };
    const asked = await who.browser.follow(await who.browser.submit(getFormAction(page.text, 'sign-in'), fields));
    expect(asked.text).toContain('Let Report &lt;b&gt;builder&lt;/b&gt; act for you?');
    for (const scope of SCOPE.split(' ').filter((name) => name !== 'offline_access'))
      expect(asked.text).toContain(`<code>${scope}</code>`);
    expect(asked.text).not.toMatch(/<script|<b>builder/);
    expect(asked.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(asked.headers.get('x-frame-options')).toBe('DENY');
    const back = await who.browser.follow(await who.browser.submit(getFormAction(asked.text, 'consent'), {}));
    const checks = { pkceCodeVerifier: verifier, expectedState: state };
    const tokens = await oauth.authorizationCodeGrant(config, new URL(back.location ?? ''), checks);
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600, refresh_token: expect.any(String) });
    const api = bearer(tokens.access_token);
    expect((await api.get('/whoami')).body).toMatchObject({
      kind: 'authorization_code',
      subject: `user:${who.id}`,
      client_id: client.client_id,
      email: who.email,
      scopes: ['email', 'project:view', 'task:view'],
    });
    expect((await api.get('/user')).status).toBe(403);
    expect((await api.get(`${tenant.project}/task`)).status).toBe(200);
    expect((await api.post(tenant.project, { name: 'Test' })).status).toBe(403);
    expect((await who.browser.get('/api/v1/user')).status).toBe(200);
  });

  it('returns a denial to the client', async () => {
    const who = await createPerson(world);
    const config = await configure(await codeClient());
    const { state, verifier, page } = await begin(config, who);
    const back = await who.browser.follow(await who.browser.submit(getFormAction(page.text, 'refuse'), {}));
    const checks = { pkceCodeVerifier: verifier, expectedState: state };
    expect(await getOAuthError(oauth.authorizationCodeGrant(config, new URL(back.location ?? ''), checks))).toBe(
      'access_denied',
    );
  });

  it('requires PKCE, also from a client with a secret, and accepts only the right verifier', async () => {
    const who = await createPerson(world);
    const client = await codeClient();
    const config = await configure(client);
    const url = oauth.buildAuthorizationUrl(config, { redirect_uri: REDIRECT, scope: SCOPE, state: 'x' });
    const without = await who.browser.follow(await who.browser.get(url.href));
    expect(new URL(without.location ?? '').searchParams.get('error')).toBe('invalid_request');
    const lax = await configure(await codeClient({ pkce_required: false }));
    const plain = oauth.buildAuthorizationUrl(lax, { redirect_uri: REDIRECT, scope: SCOPE, state: 'x' });
    expect((await who.browser.follow(await who.browser.get(plain.href))).location).toBeUndefined();
    const { state, page } = await begin(config, who);
    const back = await grantConsent(who, page);
    const checks = { pkceCodeVerifier: oauth.randomPKCECodeVerifier(), expectedState: state };
    expect(await getOAuthError(oauth.authorizationCodeGrant(config, new URL(back.location ?? ''), checks))).toBe(
      'invalid_grant',
    );
  });

  it('serves a public client with PKCE alone', async () => {
    const client = await codeClient({ token_endpoint_auth_method: 'none' });
    expect(client.client_secret).toBeNull();
    const config = await oauth.discovery(issuer, client.client_id, undefined, oauth.None(), {
      execute: [oauth.allowInsecureRequests],
      algorithm: 'oauth2',
    });
    const who = await createPerson(world);
    const { verifier, state, page } = await begin(config, who);
    const back = await grantConsent(who, page);
    const tokens = await oauth.authorizationCodeGrant(config, new URL(back.location ?? ''), {
      pkceCodeVerifier: verifier,
      expectedState: state,
    });
    expect((await bearer(tokens.access_token).get('/whoami')).body.user_id).toBe(who.id);
  });

  it.each([
    ['a longer path', `${REDIRECT}/more`],
    ['a query', `${REDIRECT}?a=b`],
    ['another case', 'https://client.example.com/Callback'],
    ['a host below', 'https://x.client.example.com/callback'],
    ['another scheme', 'http://client.example.com/callback'],
    ['a port', 'https://client.example.com:8443/callback'],
    ['a way up', 'https://client.example.com/x/../callback'],
    ['a user name', 'https://client.example.com@evil.example/callback'],
  ])('redirects nobody to an address that almost matches: %s', async (_name, redirect) => {
    const who = await createPerson(world);
    const { page } = await begin(await configure(await codeClient()), who, { redirect_uri: redirect });
    expect(page.status).toBe(400);
    expect(page.location).toBeUndefined();
    expect(page.text).toContain('redirect_uri');
  });

  it('rejects a replayed code, and revokes what the code had granted', async () => {
    const { config, tokens, back, verifier, state } = await tokensFor(await codeClient(), await createPerson(world));
    expect((await bearer(tokens.access_token).get('/whoami')).status).toBe(200);
    const checks = { pkceCodeVerifier: verifier, expectedState: state };
    expect(await getOAuthError(oauth.authorizationCodeGrant(config, back, checks))).toBe('invalid_grant');
    expect((await bearer(tokens.access_token).get('/whoami')).status).toBe(401);
    expect(await getOAuthError(oauth.refreshTokenGrant(config, tokens.refresh_token ?? ''))).toBe('invalid_grant');
  });

  it('has exactly one winner if ten requests use a code concurrently', async () => {
    const who = await createPerson(world);
    const config = await configure(await codeClient());
    const { verifier, state, page } = await begin(config, who);
    const back = new URL((await grantConsent(who, page)).location ?? '');
    const checks = { pkceCodeVerifier: verifier, expectedState: state };
    const race = await Promise.allSettled(
      Array.from({ length: 10 }, () => oauth.authorizationCodeGrant(config, back, checks)),
    );
    expect(race.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
  });

  it('is bound to the browser that started it, once a user signed in there', async () => {
    const [who, thief] = [await createPerson(world), await createPerson(world)];
    await who.signIn();
    const { page } = await begin(await configure(await codeClient()), who);
    await thief.signIn();
    for (const step of ['consent', 'refuse']) {
      const stolen = await thief.browser.submit(getFormAction(page.text, step), {});
      expect(stolen.status, step).toBe(400);
    }
  });

  it('stores nothing of a request before sign-in, whatever its method', async () => {
    const client = await codeClient();
    const config = await configure(client);
    const kept = async () => {
      const { rows } = await sql<{ rows: number }>`select count(*)::int as rows from oauth_records
        where model in ('Interaction', 'Session') and payload::text like ${`%${client.id}%`}`.execute(world.db);
      return rows[0]?.rows;
    };
    const who = await createPerson(world);
    for (const extra of [{}, { prompt: 'login' }, { prompt: 'consent' }, { prompt: 'none' }, { max_age: '0' }])
      await begin(config, who, extra as Record<string, string>);
    const long = await begin(config, who, { state: 'y'.repeat(3000) });
    expect(long.page.text).toContain('wants you to sign in');
    expect([await kept(), who.browser.cookies().size]).toEqual([0, 0]);
    const { page } = await begin(config, who);
    expect((await grantConsent(who, page)).location).toMatch(/[?&]code=/);
  });

  it('requires the password once if the client requests it, also from a signed-in user', async () => {
    const who = await createPerson(world);
    const config = await configure(await codeClient());
    const { page } = await begin(config, who, { prompt: 'login' });
    const typed = { email: who.email, password: who.password };
    const wrong = await who.browser.submit(getFormAction(page.text, 'sign-in'), { ...typed, password: 'wrong' });
    expect([wrong.status, wrong.text.includes('is wrong')]).toEqual([401, true]);
    const next = await who.browser.follow(await who.browser.submit(getFormAction(wrong.text, 'sign-in'), typed));
    expect(next.text).toContain('act for you?');
    const again = await begin(config, who, { prompt: 'login' });
    expect(again.page.text).toContain('wants you to sign in');
    expect((await grantConsent(who, again.page)).location).toMatch(/[?&]code=/);
  });

  it('continues by itself at the sign-in page if the browser has signed in meanwhile', async () => {
    const who = await createPerson(world);
    const { page } = await begin(await configure(await codeClient()), who);
    await who.signIn();
    const place = getFormAction(page.text, 'sign-in').replace(/\/sign-in$/, '');
    expect((await who.browser.follow(await who.browser.get(place))).text).toContain('act for you?');
  });

  it.each(['garbage', Buffer.from('client_id=nobody').toString('base64url')])(
    'has no sign-in page without a valid request: %j',
    async (text) => {
      const response = await (await createPerson(world)).browser.get(`/auth/request/${text}`);
      expect(response.status).toBe(400);
      expect(response.text).toContain('This application is not registered here.');
    },
  );

  it('has a rate limit per client network', async () => {
    const narrow = await findProfileApi('limited');
    const from = { redirect: 'manual', headers: { 'x-forwarded-for': createClientAddress() } } as const;
    const path = `/auth/oauth2/auth?client_id=${(await codeClient()).id}&response_type=code&redirect_uri=${REDIRECT}`;
    const statuses = [];
    for (let n = 0; n < 4; n++) statuses.push((await fetch(narrow + path, from)).status);
    expect(statuses).toEqual([303, 303, 303, 429]);
    const spelt = await fetch(narrow + path.replace('oauth2/auth', 'oauth2/AUTH'), from);
    expect(spelt.status).toBe(429);
    expect((await fetch(`${narrow}/auth/oauth2/jwks`)).status).toBe(200);
  });

  it('rejects a form of another site', async () => {
    const who = await createPerson(world);
    await who.signIn();
    const { page } = await begin(await configure(await codeClient()), who);
    const foreign = await who.browser.submit(
      getFormAction(page.text, 'consent'),
      {},
      { origin: 'https://evil.example' },
    );
    expect(foreign.status).toBe(403);
  });

  it('forgets the user once the browser is signed out of the product', async () => {
    const who = await createPerson(world);
    const client = await codeClient();
    await tokensFor(client, who);
    await who.browser.post('/identity/sign-out', {});
    const { page } = await begin(await configure(client), who);
    expect(page.text).toContain('wants you to sign in');
  });

  it('never grants an unknown scope', async () => {
    const who = await createPerson(world);
    const { page } = await begin(await configure(await codeClient()), who, { scope: 'task:veiw' });
    expect(new URL(page.location ?? '').searchParams.get('error')).toBe('invalid_scope');
  });
});

describe('a refresh token', () => {
  it('is exchanged for new tokens, different each time', async () => {
    const { config, tokens } = await tokensFor(await codeClient(), await createPerson(world));
    const next = await oauth.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(next.refresh_token).not.toBe(tokens.refresh_token);
    expect((await bearer(next.access_token).get('/whoami')).status).toBe(200);
    const narrower = await oauth.refreshTokenGrant(config, next.refresh_token ?? '', { scope: 'task:view' });
    expect((await bearer(narrower.access_token).get('/whoami')).body.scopes).toEqual(['task:view']);
    expect(
      await getOAuthError(oauth.refreshTokenGrant(config, narrower.refresh_token ?? '', { scope: 'task:edit' })),
    ).toBe('invalid_scope');
  });

  it('that was stolen and used revokes the complete family when it is used again', async () => {
    const { config, tokens } = await tokensFor(await codeClient(), await createPerson(world));
    const thief = await oauth.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(await getOAuthError(oauth.refreshTokenGrant(config, tokens.refresh_token ?? ''))).toBe('invalid_grant');
    expect(await getOAuthError(oauth.refreshTokenGrant(config, thief.refresh_token ?? ''))).toBe('invalid_grant');
    for (const token of [tokens.access_token, thief.access_token])
      expect((await bearer(token).get('/whoami')).status).toBe(401);
  });

  it('cannot be used by another client, and ends with its own', async () => {
    const client = await codeClient();
    const { config, tokens } = await tokensFor(client, await createPerson(world));
    const other = await configure(await codeClient());
    expect(await getOAuthError(oauth.refreshTokenGrant(other, tokens.refresh_token ?? ''))).toBe('invalid_grant');
    await tenant.owner.delete(`${tenant.project}/oauth_client/${client.id}`);
    expect(await getOAuthError(oauth.refreshTokenGrant(config, tokens.refresh_token ?? ''))).toBe('invalid_client');
    expect((await bearer(tokens.access_token).get('/whoami')).status).toBe(401);
  });

  it('is revoked together with its access token', async () => {
    const { config, tokens } = await tokensFor(await codeClient(), await createPerson(world));
    await oauth.tokenRevocation(config, tokens.refresh_token ?? '');
    expect((await bearer(tokens.access_token).get('/whoami')).status).toBe(401);
  });
});
