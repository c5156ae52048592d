import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as oauth from 'openid-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTask } from '../../support/agents.ts';
import { Client, type Json, openWorld, type Tenant, type World } from '../../support/client.ts';
import { createPerson, type Person, startExtraApi } from '../../support/identity.ts';
import { connectMcp } from '../../support/mcp-endpoint.ts';
import { discoverIssuer, grantConsent, obtainTokens, postForm, REDIRECT, startCodeFlow } from '../../support/oauth.ts';
import { describeWithRequirement } from '../../support/requirements.ts';

const OPENSSL = { met: hasOpenssl(), name: 'openssl' };
const SCOPE = 'task:run offline_access';

let world: World;
let tenant: Tenant;
let person: Person;
let api: Awaited<ReturnType<typeof startExtraApi>>;
let documents: Server;
let folder: string;
/** Fields that the metadata document adds, and the number of requests for it. */
let extra: Json = {};
let requests = 0;

function hasOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const toUrl = (name: string) => `https://localhost:${(documents.address() as AddressInfo).port}/${name}`;
const toResource = (at: Tenant = tenant) => `${api.origin}/mcp/${at.projectId}`;
const configure = (name: string) =>
  discoverIssuer(new URL(`${api.origin}/auth`), { client_id: toUrl(name) }, oauth.None());
const begin = async (name: string, params: Record<string, string>) =>
  (await startCodeFlow(await configure(name), person, SCOPE, params)).page;

describeWithRequirement(OPENSSL, 'a client with a metadata document', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'holdfast-tls-'));
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    const files = ['-keyout', key, '-out', cert, '-days', '2'];
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...files, ...subject], {
      stdio: 'ignore',
    });
    documents = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, ({ url = '' }, response) => {
      requests += 1;
      const document = {
        client_id: toUrl(url.slice(1)),
        client_name: 'Chat\u202e app',
        redirect_uris: [REDIRECT],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'none',
        ...extra,
      };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document));
    });
    await new Promise<void>((resolve) => documents.listen(0, '127.0.0.1', resolve));
    world = openWorld();
    tenant = await world.tenant();
    await makeTask(tenant, { name: 'Sum up', exposed_to_agents: true });
    api = await startExtraApi(world.stack, { NODE_EXTRA_CA_CERTS: cert });
    person = await createPerson(world, api.origin);
    await tenant.letIn(person.id);
    await tenant.owner.post(`${tenant.project}/iam/members/user:${person.id}`, { add: ['editor'] });
  });
  afterAll(async () => {
    await api?.stop();
    documents?.close();
    await world?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('needs no registration: its user sees its host, consents, and gets a token for one MCP server', async () => {
    const page = await begin('one', { resource: toResource() });
    expect(page.text).toContain(new URL(toUrl('one')).host);
    const { tokens } = await obtainTokens(await configure('one'), person, SCOPE, { resource: toResource() });
    await using mcp = await connectMcp(toResource(), tokens.access_token);
    expect(await mcp.names()).toEqual(['Sum_up', 'get_run']);
    expect(await new Client(api.origin, tokens.access_token).get('/whoami')).toMatchObject({ status: 401 });
    const refreshed = await oauth.refreshTokenGrant(await configure('one'), tokens.refresh_token ?? '');
    await using again = await connectMcp(toResource(), refreshed.access_token);
    expect(await again.names()).toContain('Sum_up');
    const listed = await tenant.owner.get(`${tenant.project}/oauth_client`);
    expect(listed.body.results).toMatchObject([{ client_id: toUrl('one'), registration: 'metadata_document' }]);
    const rows = await world.db
      .selectFrom('oauth_clients')
      .selectAll()
      .where('external_id', '=', toUrl('one'))
      .execute();
    expect(rows).toMatchObject([{ name: 'Chat app', project_id: tenant.projectId }]);
  });

  it('gets nothing without a resource, for a foreign project, or with its own grants', async () => {
    const getError = (location: string | undefined) => new URL(location ?? '').searchParams.get('error');
    expect(getError((await begin('two', {})).location)).toBe('invalid_target');
    const foreign = await world.tenant();
    const page = await begin('two', { resource: toResource(foreign) });
    expect(getError((await grantConsent(person, page)).location)).toBe('access_denied');
    const token = await postForm(new URL(`${api.origin}/auth`), 'token', {
      grant_type: 'client_credentials',
      client_id: toUrl('one'),
      resource: toResource(),
    });
    expect(token.status).toBe(400);
    const before = requests;
    for (const fields of [
      { grant_types: ['authorization_code', 'client_credentials'] },
      { token_endpoint_auth_method: 'client_secret_basic' },
      { client_id: toUrl('other') },
    ]) {
      extra = fields;
      const refused = await begin(`bad-${requests}`, { resource: toResource() });
      expect(refused.text).not.toContain('/consent"');
    }
    extra = {};
    expect(requests).toBeGreaterThan(before);
  });
});
