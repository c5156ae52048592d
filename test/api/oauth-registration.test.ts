import { sql } from 'kysely';
import * as oauth from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweep } from '../../src/identity/sweep.ts';
import { makeTask } from '../support/agents.ts';
import { type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { createPerson, getOpenApiOrigin, getPublicUrl, type Person } from '../support/identity.ts';
import { connectMcp } from '../support/mcp-endpoint.ts';
import { discoverIssuer, grantConsent, obtainTokens, REDIRECT, startCodeFlow } from '../support/oauth.ts';

let world: World;
let tenant: Tenant;
let person: Person;
let origin: string;

const SCOPE = 'task:run';
const METADATA = { client_name: 'Chat\u202e app', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' };
const toResource = () => `${origin}/mcp/${tenant.projectId}`;
const configure = ({ client_id }: Json) => discoverIssuer(new URL(`${origin}/auth`), { client_id }, oauth.None());

async function register(metadata: unknown = METADATA, at = origin) {
  const response = await fetch(`${at}/auth/oauth2/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof metadata === 'string' ? metadata : JSON.stringify(metadata),
  });
  const body = (await response.json().catch(() => undefined)) as Json;
  return { status: response.status, headers: response.headers, body };
}

beforeAll(async () => {
  world = openWorld();
  origin = getOpenApiOrigin(world.stack);
  tenant = await world.tenant();
  person = await createPerson(world, origin);
  await tenant.letIn(person.id);
  await tenant.owner.post(`${tenant.project}/iam/members/user:${person.id}`, { add: ['editor'] });
  await makeTask(tenant, { name: 'Sum up', exposed_to_agents: true });
});
afterAll(() => world.close());

describe('dynamic client registration', () => {
  it('is closed by default', async () => {
    const closed = getPublicUrl(world.stack);
    expect((await register(METADATA, closed)).status).toBe(404);
    const metadata = await (await fetch(`${closed}/auth/.well-known/openid-configuration`)).json();
    expect(metadata).not.toHaveProperty('registration_endpoint');
  });

  it('registers a public client, whatever it requests beyond that', async () => {
    const metadata = (await (await fetch(`${origin}/auth/.well-known/openid-configuration`)).json()) as Json;
    expect(metadata.registration_endpoint).toBe(`${origin}/auth/oauth2/register`);
    const registered = await register({
      ...METADATA,
      token_endpoint_auth_method: 'client_secret_post',
      grant_types: ['authorization_code', 'client_credentials', 'refresh_token'],
      scope: 'project:delete',
      org_id: tenant.orgId,
      project_id: tenant.projectId,
      pkce_required: false,
    });
    expect(registered).toMatchObject({ status: 201 });
    expect(registered.headers.get('cache-control')).toBe('no-store');
    expect(registered.body).toEqual({
      client_id: expect.stringMatching(/^dcr-/),
      client_id_issued_at: expect.any(Number),
      client_name: 'Chat app',
      redirect_uris: [REDIRECT],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    });
    const event = await world.db
      .selectFrom('audit_events')
      .select(['event_type', 'project_id', 'actor_type'])
      .where('resource_id', '=', registered.body.client_id.slice('dcr-'.length))
      .executeTakeFirst();
    expect(event).toEqual({ event_type: 'oauth_client.registered', project_id: null, actor_type: 'anonymous' });
  });

  it.each([
    ['no redirect URI', { ...METADATA, redirect_uris: [] }, 'invalid_redirect_uri'],
    ['an insecure redirect URI', { ...METADATA, redirect_uris: ['http://evil.example.com/'] }, 'invalid_redirect_uri'],
    ['a script as redirect URI', { ...METADATA, redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    [
      'an invisible redirect URI',
      { ...METADATA, redirect_uris: ['https://a.example.com/\u00e9'] },
      'invalid_redirect_uri',
    ],
    ['a NUL character', { ...METADATA, client_name: 'a\u0000' }, 'invalid_client_metadata'],
    ['too many redirect URIs', { ...METADATA, redirect_uris: Array(11).fill(REDIRECT) }, 'invalid_redirect_uri'],
    ['grant types without users', { ...METADATA, grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
    ['response types without code', { ...METADATA, response_types: ['token'] }, 'invalid_client_metadata'],
    ['a name that is none', { ...METADATA, client_name: 7 }, 'invalid_client_metadata'],
    ['an array', [METADATA], 'invalid_client_metadata'],
    ['no JSON', '{', 'invalid_client_metadata'],
  ])('refuses %s in the form of the standard', async (_what, metadata, error) => {
    const refused = await register(metadata);
    expect(refused).toMatchObject({ status: 400, body: { error, error_description: expect.any(String) } });
  });

  it.each([
    'javascript:alert(1)//a.b',
    'javascript://client/%0aalert(1)',
    'JavaScript://client/',
    'data:text/html,x',
    'data://client/x',
    'file:///etc/passwd',
    'ms-msdt:/id',
    'intent://client/#Intent',
    'http:com.example.app',
    'https:/client.example.com',
    'cursor:callback',
    'cursor://',
    'cursor://host\\@evil.example.com/',
    'cursor://user@host/',
    'com.example.app:/callback#part',
  ])('refuses the redirect URI %s', async (uri) => {
    const refused = await register({ ...METADATA, redirect_uris: [uri] });
    expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_redirect_uri' } });
  });

  it('lets a user connect the client to one MCP server, with PKCE, and with nothing else', async () => {
    const { body: client } = await register();
    const config = await configure(client);
    const { page } = await startCodeFlow(config, person, SCOPE);
    expect(new URL(page.location ?? '').searchParams.get('error')).toBe('invalid_target');
    const plain = oauth.buildAuthorizationUrl(config, {
      redirect_uri: REDIRECT,
      scope: SCOPE,
      resource: toResource(),
      state: 's',
    });
    const refused = await person.browser.follow(await person.browser.get(plain.href));
    expect(new URL(refused.location ?? '').searchParams.get('error')).toBe('invalid_request');
    const { tokens } = await obtainTokens(config, person, SCOPE, { resource: toResource() });
    await using mcp = await connectMcp(toResource(), tokens.access_token);
    expect(await mcp.names()).toEqual(['Sum_up', 'get_run']);
    const api = await fetch(`${origin}/api/v1/whoami`, { headers: { authorization: `Bearer ${tokens.access_token}` } });
    expect(api.status).toBe(401);
    const outsider = await createPerson(world, origin);
    const other = await startCodeFlow(config, outsider, SCOPE, { resource: toResource() });
    const denied = await grantConsent(outsider, other.page);
    expect(new URL(denied.location ?? '').searchParams.get('error')).toBe('access_denied');
  });

  it('grants the scopes of the MCP server to a client that requests none', async () => {
    const { body: client } = await register();
    const config = await configure(client);
    const { tokens } = await obtainTokens(config, person, '', { resource: toResource() });
    const metadata = (await (
      await fetch(`${origin}/.well-known/oauth-protected-resource/mcp/${tenant.projectId}`)
    ).json()) as Json;
    const offered = metadata.scopes_supported.filter((scope: string) => scope !== 'offline_access');
    expect(tokens.scope?.split(' ').toSorted()).toEqual(offered.toSorted());
    await using mcp = await connectMcp(toResource(), tokens.access_token);
    expect(await mcp.names()).toEqual(['Sum_up', 'get_run']);
    const refreshed = await oauth.refreshTokenGrant(config, tokens.refresh_token ?? '', { resource: toResource() });
    expect(refreshed.scope).toBe(tokens.scope);
    const all = await obtainTokens(config, person, metadata.scopes_supported.join(' '), { resource: toResource() });
    expect(all.tokens.scope?.split(' ')).toEqual(expect.arrayContaining(offered));
  });

  it('redirects to the scheme of a native application, with PKCE only', async () => {
    const redirect_uri = 'cursor://anysphere.cursor-mcp/oauth/callback';
    const { status, body: client } = await register({
      client_name: 'Editor',
      redirect_uris: [redirect_uri, 'com.example.app:/callback', 'http://127.0.0.1/callback'],
    });
    expect([status, client.redirect_uris[0]]).toEqual([201, redirect_uri]);
    const config = await configure(client);
    const flow = await startCodeFlow(config, person, '', { resource: toResource(), redirect_uri });
    expect(flow.page.text).toContain('Editor (cursor:)');
    expect(flow.page.headers.get('content-security-policy')).toContain("form-action 'self' cursor:;");
    const back = await grantConsent(person, flow.page);
    expect(back.location).toMatch(/^cursor:\/\/anysphere\.cursor-mcp\/oauth\/callback\?code=/);
    const checks = { pkceCodeVerifier: flow.verifier, expectedState: flow.state };
    const tokens = await oauth.authorizationCodeGrant(config, new URL(back.location ?? ''), checks);
    await using mcp = await connectMcp(toResource(), tokens.access_token);
    expect(await mcp.names()).toContain('Sum_up');
    const plain = new URL(flow.url);
    plain.searchParams.delete('code_challenge');
    plain.searchParams.delete('code_challenge_method');
    const refused = await person.browser.follow(await person.browser.get(plain.href));
    expect(new URL(refused.location ?? '').searchParams.get('error')).toBe('invalid_request');
    const other = new URL(flow.url);
    other.searchParams.set('redirect_uri', 'cursor://evil/oauth/callback');
    expect((await person.browser.get(other.href)).status).toBe(400);
  });

  it('is for a day unless a user connects the client', async () => {
    const [unused, connected, fresh] = [await register(), await register(), await register()].map(({ body }) => body);
    await obtainTokens(await configure(connected), person, SCOPE, { resource: toResource() });
    const ids = [unused, connected, fresh].map(({ client_id }) => client_id.slice('dcr-'.length) as string);
    const registrations = world.db.updateTable('oauth_registrations').where('id', 'in', ids.slice(0, 2));
    await registrations.set({ created: sql<Date>`now() - interval '25 hours'` }).execute();
    await sweep(world.db, (error) => expect(error).toBeUndefined());
    const left = world.db.selectFrom('oauth_registrations').select('id').where('id', 'in', ids);
    expect((await left.execute()).map(({ id }) => id).toSorted()).toEqual(ids.slice(1).toSorted());
    const url = `${origin}/auth/oauth2/auth?client_id=${unused.client_id}&response_type=code&redirect_uri=${REDIRECT}`;
    expect((await person.browser.get(url)).status).toBe(400);
  });

  it('shows the host of the redirect URI, and lists the connected client, which an editor can only delete', async () => {
    const { body: client } = await register({ ...METADATA, client_name: 'Holdfast support' });
    const config = await configure(client);
    const { page } = await startCodeFlow(config, person, SCOPE, { resource: toResource() });
    expect(page.text).toContain(`Holdfast support (${new URL(REDIRECT).host})`);
    const { tokens } = await obtainTokens(config, person, SCOPE, { resource: toResource() });
    const path = `${tenant.project}/oauth_client`;
    const { body } = await tenant.owner.get(path);
    const listed = body.results.find(({ client_id }: Json) => client_id === client.client_id);
    expect(listed).toMatchObject({ name: 'Holdfast support', registration: 'dynamic' });
    const refused = { status: 409, body: { detail: { reason: 'OAUTH_CLIENT_NOT_EDITABLE' } } };
    expect(await tenant.owner.post(`${path}/${listed.id}`, { name: 'Other' })).toMatchObject(refused);
    expect(await tenant.owner.post(`${path}/${listed.id}/client_secret`, {})).toMatchObject(refused);
    expect(await tenant.owner.delete(`${path}/${listed.id}`)).toMatchObject({ status: 200 });
    await expect(connectMcp(toResource(), tokens.access_token)).rejects.toThrow();
  });
});
