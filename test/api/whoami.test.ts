import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { createPerson, getPublicUrl, startExtraApi } from '../support/identity.ts';
import { countStatements, type StatementCounter } from '../support/statements.ts';

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
});
afterAll(() => world.close());

/** A client-credentials token of a separate client. */
async function clientToken(scope: string): Promise<{ client: Json; token: string }> {
  const client = (await tenant.owner.post(`${tenant.project}/oauth_client`, { name: 'Importer' })).body;
  const fields = {
    grant_type: 'client_credentials',
    client_id: client.client_id,
    client_secret: client.client_secret,
    scope,
  };
  const response = await fetch(`${getPublicUrl(world.stack)}/auth/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  });
  const body = (await response.json()) as Json;
  return { client, token: body.access_token };
}

describe('whoami', () => {
  it('returns the principal, origin and scopes of an API key', async () => {
    const key = (await tenant.owner.post(`${tenant.project}/api_key`, { name: 'CI', scopes: ['task:run'] })).body;
    const response = await new Client(world.stack.baseUrl, key.value).get('/whoami');
    expect(response.body).toEqual({
      kind: 'api_key',
      subject: `user:${tenant.userId}`,
      user_id: tenant.userId,
      email: null,
      name: 'Owner',
      system_role: 'platform_administrator',
      client_id: null,
      api_key_id: key.id,
      scopes: ['task:run'],
      org_id: tenant.orgId,
      project_id: tenant.projectId,
      client: null,
    });
  });

  it('returns the signed-in user to a browser', async () => {
    const who = await createPerson(world);
    await who.signIn();
    expect(JSON.parse((await who.browser.get('/api/v1/whoami')).text)).toEqual({
      kind: 'user_session',
      subject: `user:${who.id}`,
      user_id: who.id,
      email: who.email,
      name: 'Ada',
      system_role: null,
      client_id: null,
      api_key_id: null,
      scopes: null,
      org_id: null,
      project_id: null,
      client: null,
    });
  });

  it('returns the project and organization of a client', async () => {
    const { client, token } = await clientToken('task:view');
    expect((await new Client(world.stack.baseUrl, token).get('/whoami')).body).toMatchObject({
      kind: 'client_credentials',
      subject: `project:${tenant.projectId}`,
      user_id: null,
      name: 'Importer',
      client_id: client.client_id,
      scopes: ['task:view'],
      org_id: tenant.orgId,
      project_id: tenant.projectId,
      client: { org_id: tenant.orgId, project_id: tenant.projectId },
    });
  });
});

describe('authentication and authorization', () => {
  /** Statements that read credentials or permissions; the last use of a key is stored later, once a minute. */
  const isAccessQuery = (text: string) =>
    /api_keys|user_sessions|oauth_records|oauth_clients|role_grants/.test(text) && !/^update "api_keys"/.test(text);

  let counter: StatementCounter;
  let api: Awaited<ReturnType<typeof startExtraApi>>;

  beforeAll(async () => {
    counter = await countStatements(world.stack.databaseUrl);
    api = await startExtraApi(world.stack, { DATABASE_URL: counter.url });
  });
  afterAll(async () => {
    await api.stop();
    await counter.close();
  });

  it('use one statement for every type of credential, the first time and later', async () => {
    const who = await createPerson(world, api.origin);
    await who.signIn();
    await world.db
      .insertInto('role_grants')
      .values({
        resource_type: 'project',
        resource_id: tenant.projectId,
        subject_type: 'user',
        subject_id: who.id,
        role: 'viewer',
      })
      .execute();
    const { token } = await clientToken('offline_access');
    const ask = (path: string) => ({
      'an API key': () => new Client(api.origin, tenant.key).get(path),
      'an access token': () => new Client(api.origin, token).get(path),
      'a session': () => who.browser.get(`/api/v1${path}`),
    });
    for (const path of ['/whoami', tenant.project]) {
      for (const [name, request] of Object.entries(ask(path))) {
        for (const time of ['first', 'second']) {
          counter.take();
          expect((await request()).status, `${name} at ${path}`).toBe(200);
          expect(counter.take().filter(isAccessQuery), `${name} at ${path}, the ${time} time`).toHaveLength(1);
        }
      }
    }
  });

  it('use one statement to reject unknown or forbidden requests, apart from later records', async () => {
    const outsider = (await world.tenant()).key;
    for (const [key, status] of [
      ['hf_unknown', 401],
      ['an-unknown-token', 401],
      [outsider, 403],
    ] as const) {
      counter.take();
      expect((await new Client(api.origin, key).get(tenant.project)).status).toBe(status);
      const asks = counter.take().filter((text) => text.trim().startsWith('with who as'));
      expect(asks, key).toHaveLength(1);
    }
  });
});
