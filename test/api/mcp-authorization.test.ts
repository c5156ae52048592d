import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startAuthorization } from '../../src/connections/mcp-servers/oauth/authorize.ts';
import { createGuardedClient } from '../../src/platform/http/guarded-client.ts';
import { type AuthScript, type AuthServer, startAuthServer } from '../support/auth-server.ts';
import { type ApiResponse, type Client, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { createPerson, getPublicUrl } from '../support/identity.ts';
import { type ScriptedMcpServer, startMcpServer } from '../support/mcp-server.ts';

let world: World;
let tenant: Tenant;
let servers: string;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  servers = `${tenant.project}/task_mcp_server`;
});
afterAll(() => world.close());

/** An MCP server that requires tokens of an authorization server, both created for one test. */
async function guarded(script: Partial<AuthScript> = {}): Promise<{ mcp: ScriptedMcpServer; auth: AuthServer }> {
  const [mcp, auth] = await Promise.all([startMcpServer(), startAuthServer(script)]);
  onTestFinished(async () => {
    await mcp[Symbol.asyncDispose]();
    await auth[Symbol.asyncDispose]();
  });
  auth.protect(mcp);
  return { mcp, auth };
}

async function make({ url }: ScriptedMcpServer, fields: object = {}): Promise<Json> {
  const response = await tenant.owner.post(servers, { name: 'Guarded', server_url: url, ...fields });
  if (response.status !== 200) throw new Error(response.text);
  return response.body;
}

/** Requests a page of the product as a browser, with the credential of a client. */
const goBack = (client: Client, back: URL): Promise<ApiResponse> =>
  client.get(back.href.slice(back.href.indexOf('/task_mcp_server/')));

const reauthorize = async ({ id }: Json, query = '') => {
  const response = await tenant.owner.post(`${servers}/${id}/reauthorize${query}`);
  if (response.status !== 200) throw new Error(response.text);
  return response.body.authorization_url as string;
};

/** Authorizes an existing server. */
async function authorize(server: Json, auth: AuthServer): Promise<ApiResponse> {
  return goBack(tenant.owner, await auth.consent(await reauthorize(server)));
}

const failed = { status: 400, body: { detail: { reason: 'MCP_AUTHORIZATION_FAILED' } } };

describe('a server that requires a person’s authorization', () => {
  it('is authorized before creation: discovery returns where, and then lists its tools', async () => {
    const { mcp, auth } = await guarded();
    const asked = await tenant.owner.post(`${servers}/discover`, { server_url: mcp.url });
    expect(asked.body).toMatchObject({ auth_required: true, tools: [] });
    const back = await auth.consent(asked.body.authorization_url);
    expect(back.href).toContain(`${getPublicUrl(world.stack)}/api/v1/task_mcp_server/callback?`);
    expect(auth.registrations).toMatchObject([{ redirect_uris: [back.href.split('?')[0]] }]);
    const ended = await goBack(tenant.owner, back);
    expect(ended.body).toMatchObject({ task_mcp_server_id: null, auth_session_id: expect.any(String) });
    const { auth_session_id } = ended.body;
    const given = { server_url: mcp.url, auth_session_id };
    expect((await tenant.owner.post(`${servers}/discover`, given)).body).toMatchObject({ tools: [{ name: 'echo' }] });
    const made = await make(mcp, { auth_session_id });
    expect(made).toMatchObject({ auth_type: 'oauth', auth_status: 'authorized', auth_message: null, tool_count: 1 });
    const again = await tenant.owner.post(servers, { name: 'Twice', ...given });
    expect(again).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'auth_session_id'] }] } });
    expect((await tenant.owner.post(`${servers}/${made.id}/refresh`)).body).toMatchObject({
      auth_status: 'authorized',
    });
  });

  it('is authorized in the browser, which returns to the page that it started from', async () => {
    const { mcp, auth } = await guarded();
    const at = (redirect: string) =>
      `${servers}/authorize?${new URLSearchParams({ server_url: mcp.url, redirect_to: redirect })}`;
    const sent = await browse(at('/console/servers?tab=mcp'));
    expect(sent.status).toBe(302);
    const back = await auth.consent(sent.headers.get('location') ?? '');
    const landed = new URL((await browse(back.href)).headers.get('location') ?? '');
    expect(landed.href).toContain(`${getPublicUrl(world.stack)}/console/servers?tab=mcp&auth_session_id=`);
    const auth_session_id = landed.searchParams.get('auth_session_id');
    expect(await make(mcp, { auth_session_id })).toMatchObject({ auth_status: 'authorized' });
    const plain = await tenant.owner.get(at('/console'));
    expect(plain).toMatchObject({ status: 200, body: { authorization_url: expect.stringContaining(auth.origin) } });
    for (const redirect of ['https://elsewhere.example.com/', '//elsewhere.example.com', 'javascript:alert(1)'])
      expect((await tenant.owner.get(at(redirect))).body.detail[0].loc).toEqual(['query', 'redirect_to']);
  });

  it('is contacted for a page of another site only after the person confirms it', async () => {
    const { mcp, auth } = await guarded();
    const who = await createPerson(world);
    await tenant.letIn(who.id);
    await tenant.owner.post(`${tenant.project}/iam/members/user:${who.id}`, { add: ['editor'] });
    await who.signIn();
    const path = `/api/v1${servers}/authorize?${new URLSearchParams({ server_url: mcp.url })}`;
    const from = (site: string, accept: string) =>
      who.browser.request('GET', path, { headers: { 'sec-fetch-site': site, accept } });
    const page = await from('cross-site', 'text/html');
    expect([page.status, page.location]).toEqual([200, undefined]);
    expect(page.text).toContain(new URL(mcp.url).host);
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    for (const site of ['cross-site', 'same-site', 'none'])
      expect((await from(site, 'application/json')).status).toBe(403);
    expect([mcp.requests, auth.exchanges]).toEqual([[], []]);
    const link = /href="([^"]*authorize[^"]*)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&');
    expect(link).toBe(path);
    const sent = await from('same-origin', 'text/html');
    expect([sent.status, sent.location?.startsWith(auth.origin)]).toEqual([302, true]);
  });

  it('can be reauthorized after creation; an update also accepts an earlier authorization', async () => {
    const { mcp, auth } = await guarded();
    const made = await make(mcp);
    expect(made).toMatchObject({ auth_type: 'oauth', auth_status: 'needs_authorization', tool_count: 0 });
    expect(made.auth_message).toContain('reauthorize');
    expect((await authorize(made, auth)).body).toEqual({ task_mcp_server_id: made.id, auth_session_id: null });
    const read = async () => (await tenant.owner.get(`${servers}/${made.id}`)).body;
    expect(await read()).toMatchObject({ auth_status: 'authorized', auth_message: null, tool_count: 1 });
    auth.revoke();
    expect((await tenant.owner.post(`${servers}/${made.id}/refresh`)).body).toMatchObject({
      auth_status: 'needs_authorization',
      changes: null,
    });
    const asked = await tenant.owner.post(`${servers}/discover`, { server_url: mcp.url });
    const ended = await goBack(tenant.owner, await auth.consent(asked.body.authorization_url));
    const { auth_session_id } = ended.body;
    const edited = await tenant.owner.post(`${servers}/${made.id}`, { auth_session_id });
    expect(edited.body).toMatchObject({ auth_status: 'authorized' });
    const events = (await tenant.owner.get(`${tenant.project}/audit_event?resource_id=${made.id}`)).body.results;
    expect(events.map((event: Json) => event.event_type)).toContain('task_mcp_server.authorized');
  });

  it('reports an authorization failure to the browser on the page that it returns to', async () => {
    const { mcp, auth } = await guarded();
    const made = await make(mcp);
    const url = await reauthorize(made, '?redirect_to=/console');
    auth.script.refuses = 'access_denied';
    const landed = new URL((await browse((await auth.consent(url)).href)).headers.get('location') ?? '');
    expect(landed.pathname).toBe('/console');
    expect(landed.searchParams.get('error')).toBe('MCP_AUTHORIZATION_FAILED');
    expect(landed.searchParams.get('error_description')).toContain('access_denied');
    auth.script.registers = false;
    const query = new URLSearchParams({ server_url: mcp.url, redirect_to: '/console' });
    const begun = await browse(`${servers}/authorize?${query}`);
    expect(new URL(begun.headers.get('location') ?? '').searchParams.get('error_description')).toContain('client_id');
    expect(await tenant.owner.get(`${servers}/authorize?${query}`)).toMatchObject(failed);
  });

  it('is authorized with a client that an editor entered if it supports no registration', async () => {
    const client_secret = `canary-${randomUUID()}`;
    const { mcp, auth } = await guarded({ registers: false, clients: { ours: client_secret } });
    const made = await make(mcp, { client_id: 'ours', client_secret: 'wrong' });
    expect(made.client_id).toBe('ours');
    expect(await authorize(made, auth)).toMatchObject(failed);
    const edited = await tenant.owner.post(`${servers}/${made.id}`, { client_secret });
    expect(edited.text).not.toContain(client_secret);
    expect((await authorize(made, auth)).status).toBe(200);
    const read = await tenant.owner.get(`${servers}/${made.id}`);
    expect(read.body).toMatchObject({ auth_status: 'authorized', client_id: 'ours' });
    const alone = await tenant.owner.post(servers, { name: 'Alone', server_url: mcp.url, client_secret: 'x' });
    expect(alone).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'client_secret'] }] } });
  });

  it('redirects nobody to an address without https, except for permitted private ones', async () => {
    const { mcp, auth } = await guarded();
    const made = await make(mcp);
    for (const authorizeAt of [
      'http://auth.example.com/authorize',
      'http://10.0.0.1/authorize',
      'javascript:alert(1)',
    ]) {
      auth.script.authorizeAt = authorizeAt;
      expect(await tenant.owner.post(`${servers}/${made.id}/reauthorize`), authorizeAt).toMatchObject(failed);
    }
  });
});

describe('the OAuth callback', () => {
  it('works once, and only for the person who started the authorization', async () => {
    const { mcp, auth } = await guarded();
    const made = await make(mcp);
    const back = await auth.consent(await reauthorize(made));
    const colleague = await tenant.member({ org: 'owner' });
    const outsider = (await world.tenant()).owner;
    for (const other of [colleague, outsider]) expect(await goBack(other, back)).toMatchObject(failed);
    const foreign = new URL(back);
    foreign.searchParams.set('state', 'x'.repeat(43));
    expect(await goBack(tenant.owner, foreign)).toMatchObject(failed);
    expect(auth.exchanges).toEqual([]);
    expect((await goBack(tenant.owner, back)).status).toBe(200);
    expect(await goBack(tenant.owner, back)).toMatchObject(failed);
    const late = new URL((await browse(back.href)).headers.get('location') ?? '');
    expect([late.pathname, late.searchParams.get('error')]).toEqual(['/connected', 'MCP_AUTHORIZATION_FAILED']);
    expect(auth.exchanges.length).toBe(1);
    for (const missing of ['code', 'state']) {
      const cut = new URL(back);
      cut.searchParams.delete(missing);
      expect(await goBack(tenant.owner, cut)).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['query', missing] }] },
      });
    }
  });

  it('accepts only the issuer that the authorization started at, if the response names one', async () => {
    const { mcp, auth } = await guarded();
    const made = await make(mcp);
    for (const iss of ['https://elsewhere.example.com', auth.origin]) {
      const back = await auth.consent(await reauthorize(made));
      back.searchParams.set('iss', iss);
      const response = await goBack(tenant.owner, back);
      expect(response.status, iss).toBe(iss === auth.origin ? 200 : 400);
    }
    expect(auth.exchanges.length).toBe(1);
  });

  it('fails for a person who may no longer edit the server', async () => {
    const { mcp, auth } = await guarded();
    const editor = await tenant.member({ org: 'member', project: 'editor' });
    const made = (await editor.post(servers, { name: 'Theirs', server_url: mcp.url })).body;
    const { authorization_url } = (await editor.post(`${servers}/${made.id}/reauthorize`)).body;
    const back = await auth.consent(authorization_url);
    await tenant.owner.post(`${tenant.project}/iam/members/user:${editor.userId}`, { remove_all: true });
    expect(await goBack(editor, back)).toMatchObject(failed);
    const read = await tenant.owner.get(`${servers}/${made.id}`);
    expect(read.body).toMatchObject({ auth_status: 'needs_authorization' });
  });

  it('makes an authorization available to its owner only, for its server only', async () => {
    const { mcp, auth } = await guarded();
    const other = await startMcpServer();
    onTestFinished(() => other[Symbol.asyncDispose]());
    const asked = await tenant.owner.post(`${servers}/discover`, { server_url: mcp.url });
    const ended = await goBack(tenant.owner, await auth.consent(asked.body.authorization_url));
    const { auth_session_id } = ended.body;
    const colleague = await tenant.member({ org: 'owner' });
    const foreign = await world.tenant();
    const refused = { status: 422, body: { detail: [{ loc: ['body', 'auth_session_id'] }] } };
    const elsewhere = { name: 'Elsewhere', server_url: other.url, auth_session_id };
    const here = { ...elsewhere, server_url: mcp.url };
    expect(await tenant.owner.post(servers, elsewhere)).toMatchObject(refused);
    expect(await colleague.post(servers, here)).toMatchObject(refused);
    expect(await foreign.owner.post(`${foreign.project}/task_mcp_server`, here)).toMatchObject(refused);
    const both = await tenant.owner.post(servers, { ...here, api_key: 'x' });
    expect(both).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'api_key'] }] } });
    expect((await tenant.owner.post(servers, here)).body).toMatchObject({ auth_status: 'authorized' });
  });

  it.each([
    ['an error with status 200', 200, { error: 'invalid_grant', error_description: 'No.' }],
    ['an error', 400, { error: 'invalid_grant' }],
    ['no tokens', 200, { token_type: 'Bearer', refresh_token: 'canary-token' }],
    ['a token that is none', 200, { access_token: { canary: 'canary-token' }, token_type: 'Bearer' }],
    ['an error that is none', 200, { error: { canary: 'canary-token' } }],
    ['its own failure', 500, { detail: 'canary-token' }],
  ])('returns a clear error if the authorization server responds to the code with %s', async (_what, status, body) => {
    const { mcp, auth } = await guarded({ token: () => ({ status, body }) });
    const made = await make(mcp);
    const refused = await authorize(made, auth);
    expect(refused).toMatchObject(failed);
    expect(refused.text).not.toContain('canary-token');
    // The code was used and cannot be used again.
    expect(auth.exchanges.length).toBe(1);
    const read = await tenant.owner.get(`${servers}/${made.id}`);
    expect(read.body).toMatchObject({ auth_status: 'needs_authorization' });
  });
});

describe('the tokens of a server', () => {
  it('are refreshed once for concurrent requests, and an expired one is never sent to the server', async () => {
    const { mcp, auth } = await guarded({ expiresIn: 0 });
    const made = await make(mcp);
    expect((await authorize(made, auth)).status).toBe(200);
    // All tokens so far were issued as expired; the next one is valid for long.
    const before = auth.refreshes();
    auth.script.expiresIn = 3600;
    const refresh = () => tenant.owner.post(`${servers}/${made.id}/refresh`);
    for (const response of await Promise.all([refresh(), refresh(), refresh()]))
      expect(response.body).toMatchObject({ auth_status: 'authorized' });
    expect(auth.refreshes()).toBe(before + 1);
  });

  it('appear in no response, and are deleted with their server', async () => {
    const { mcp, auth } = await guarded();
    const made = await make(mcp);
    await authorize(made, auth);
    const used = mcp.requests.flatMap(({ headers }) => headers.authorization?.split(' ')[1] ?? []);
    expect(used.length).toBeGreaterThan(0);
    const responses = [
      await tenant.owner.get(`${servers}/${made.id}`),
      await tenant.owner.post(`${servers}/${made.id}/refresh`),
      await tenant.owner.get(`${tenant.project}/audit_event?resource_id=${made.id}`),
      await tenant.owner.delete(`${servers}/${made.id}`),
    ];
    for (const { status, text } of responses) {
      expect(status).toBe(200);
      for (const token of used) expect(text).not.toContain(token);
    }
    const held = await world.db
      .selectFrom('connection_credentials as c')
      .innerJoin('mcp_server_states as s', 's.credential_id', 'c.id')
      .select('c.id')
      .where('s.server_id', '=', made.id)
      .execute();
    expect(held).toEqual([]);
  });
});

describe('this installation, as a client of authorization servers', () => {
  it.each([
    ['https://holdfast.example.com', 'https://holdfast.example.com/public/mcp-client.json', 0],
    ['http://holdfast.example.com', expect.not.stringContaining('/'), 1],
  ])('at %s has the client id %s if metadata documents are supported', async (publicUrl, clientId, registered) => {
    const { mcp, auth } = await guarded({ takesAddresses: true });
    const allowPrivateAddresses = ['127.0.0.1'];
    const ctx = {
      http: createGuardedClient({ allowPrivate: allowPrivateAddresses }),
      config: { publicUrl, allowPrivateAddresses },
    };
    const { url } = await startAuthorization(ctx, mcp.url, undefined, undefined);
    expect(url.searchParams.get('client_id')).toEqual(clientId);
    expect(url.searchParams.get('code_challenge_method')).toBe('S256');
    expect(url.searchParams.get('resource')).toBe(mcp.url);
    expect(auth.registrations.length).toBe(registered);
  });

  it('is described publicly at its metadata address', async () => {
    const response = await fetch(`${world.stack.baseUrl}/public/mcp-client.json`);
    expect(await response.json()).toMatchObject({
      redirect_uris: [`${getPublicUrl(world.stack)}/api/v1/task_mcp_server/callback`],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
    });
  });
});

/** Requests a page as the owner's browser, without following redirects. */
function browse(address: string): Promise<Response> {
  const url = address.startsWith('http') ? address : `${world.stack.baseUrl}/api/v1${address}`;
  const headers = { accept: 'text/html,*/*;q=0.8', authorization: `Bearer ${tenant.key}` };
  return fetch(url, { redirect: 'manual', headers });
}
