import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTask } from '../support/agents.ts';
import { Client, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { createPerson, getPublicUrl, type Person } from '../support/identity.ts';
import { connectMcp, postMessage, toEndpoint } from '../support/mcp-endpoint.ts';
import {
  credentials,
  discoverIssuer,
  getIssuer,
  grantConsent,
  obtainTokens,
  postForm,
  REDIRECT,
  startCodeFlow,
} from '../support/oauth.ts';

let world: World;
let tenant: Tenant;
let person: Person;
let client: Json;

const SCOPE = 'task:run task_agent:run';
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
const toResource = ({ projectId }: Pick<Tenant, 'projectId'>) => `${getPublicUrl(world.stack)}/mcp/${projectId}`;
const configure = () => discoverIssuer(getIssuer(world.stack), client);
const list = async (token: string, at: Pick<Tenant, 'projectId'> = tenant) =>
  (await postMessage(toEndpoint(world, at), LIST, { authorization: `Bearer ${token}` })).status;
const whoami = async (token: string) => (await new Client(world.stack.baseUrl, token).get('/whoami')).status;

/** Makes a person an editor of the tenant's project. */
async function admit(at: Tenant, who: Person): Promise<void> {
  await at.letIn(who.id);
  const added = await at.owner.post(`${at.project}/iam/members/user:${who.id}`, { add: ['editor'] });
  expect(added).toMatchObject({ status: 200 });
}

/** Returns the error with which the OAuth server leads a person back to the client. */
async function getRefusal(resource: string): Promise<string | null> {
  const { page } = await startCodeFlow(await configure(), person, SCOPE, { resource });
  const { location } = page.location === undefined ? await grantConsent(person, page) : page;
  return new URL(location ?? '').searchParams.get('error');
}

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  person = await createPerson(world);
  await admit(tenant, person);
  const made = await tenant.owner.post(`${tenant.project}/oauth_client`, { name: 'Chat', redirect_uris: [REDIRECT] });
  client = made.body;
  await makeTask(tenant, { name: 'Sum up', exposed_to_agents: true });
});
afterAll(() => world.close());

describe('an access token of a user for an MCP server', () => {
  it('works there with its scopes, also after a refresh, and nowhere else', async () => {
    const { config, tokens } = await obtainTokens(await configure(), person, SCOPE, { resource: toResource(tenant) });
    await using mcp = await connectMcp(toEndpoint(world, tenant), tokens.access_token);
    expect(await mcp.names()).toEqual(['Sum_up', 'get_run']);
    const other = await world.tenant();
    await admit(other, person);
    expect(await Promise.all([list(tokens.access_token, other), whoami(tokens.access_token)])).toEqual([401, 401]);
    const refreshed = await postForm(getIssuer(world.stack), 'token', {
      grant_type: 'refresh_token',
      ...credentials(client),
      refresh_token: tokens.refresh_token ?? '',
    });
    expect(refreshed).toMatchObject({ status: 200, body: { scope: SCOPE } });
    const { access_token: next } = refreshed.body;
    expect(await Promise.all([list(next), list(next, other), whoami(next)])).toEqual([200, 401, 401]);
    const models = await new Client(world.stack.baseUrl, next).get('/v1/models');
    expect(models).toMatchObject({ status: 401, body: { error: { code: 'invalid_api_key' } } });
    expect(config.serverMetadata().issuer).toBe(getIssuer(world.stack).href);
  });

  it('is no consent for the whole API, and the other way around', async () => {
    const who = await createPerson(world);
    await admit(tenant, who);
    const extra = { resource: toResource(tenant) };
    await obtainTokens(await configure(), who, SCOPE, extra);
    for (const params of [{}, extra]) {
      const { page } = await startCodeFlow(await configure(), who, SCOPE, params);
      expect(page.text).toContain('/consent"');
      const { tokens } = await obtainTokens(await configure(), who, SCOPE, params);
      const statuses = [await whoami(tokens.access_token), await list(tokens.access_token)];
      expect(statuses).toEqual(params === extra ? [401, 200] : [200, 401]);
    }
  });

  it('is not issued for a project that the user cannot see, nor for another resource', async () => {
    const other = await world.tenant();
    const missing = { projectId: crypto.randomUUID() };
    for (const at of [other, missing]) expect(await getRefusal(toResource(at))).toBe('access_denied');
    const wrong = ['https://other.example.com/mcp', `${toResource(tenant)}/more`, toResource(tenant).toUpperCase()];
    for (const resource of wrong) expect(await getRefusal(resource)).toBe('invalid_target');
  });
});

describe('a token of a client for an MCP server', () => {
  it('acts as its project there, and nowhere else', async () => {
    const made = await tenant.owner.post(`${tenant.project}/oauth_client`, {
      name: 'Bot',
      grant_types: ['client_credentials'],
    });
    const request = (resource?: string) =>
      postForm(getIssuer(world.stack), 'token', {
        grant_type: 'client_credentials',
        ...credentials(made.body),
        ...(resource === undefined ? {} : { resource }),
      });
    const { body } = await request(toResource(tenant));
    expect(await Promise.all([list(body.access_token), whoami(body.access_token)])).toEqual([200, 401]);
    const { access_token: general } = (await request()).body;
    expect(await Promise.all([list(general), whoami(general)])).toEqual([401, 200]);
    const refused = await postMessage(toEndpoint(world, tenant), LIST, { authorization: `Bearer ${general}` });
    expect(refused.body.error.message).toContain(`resource=${toResource(tenant)}`);
    expect(refused.headers.get('www-authenticate')).toContain('error="invalid_token"');
    expect(await request('https://other.example.com/mcp')).toMatchObject({
      status: 400,
      body: { error: 'invalid_target' },
    });
    const foreign = await world.tenant();
    const elsewhere = await request(toResource(foreign));
    expect(await list(elsewhere.body.access_token, foreign)).toBe(403);
  });
});
