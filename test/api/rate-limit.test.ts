import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createApiKey } from '../../src/identity/api-keys.ts';
import { findFreePort } from '../../src/platform/local/ports.ts';
import { createClientCredential } from '../guards/credentials.ts';
import { Browser } from '../support/browser.ts';
import {
  type ApiResponse,
  Client,
  eventually,
  type Json,
  openWorld,
  type Tenant,
  type World,
} from '../support/client.ts';
import { createPerson, getPublicUrl } from '../support/identity.ts';
import { postMessage } from '../support/mcp-endpoint.ts';
import { Stack } from '../support/stack.ts';

/** Requests per minute; low enough that the refill during a test is negligible. */
const LIMIT = 60;

let stack: Stack;
let world: World;
let tenant: Tenant;
let ports: { here: string; there: string };

beforeAll(async () => {
  stack = await Stack.create(inject('servers'), 'rates', {
    RATE_LIMIT: String(LIMIT),
    RATE_LIMIT_PER_PERSON: String(2 * LIMIT),
    STREAMS_PER_CREDENTIAL: '2',
    STREAMS_PER_PERSON: '4',
    STREAMS_PER_PROJECT: '3',
    API_KEYS_PER_PERSON: '3',
    RECORDS_PER_PROJECT: '6',
    SESSIONS_PER_PERSON: '2',
  });
  const port = await findFreePort();
  await Promise.all([stack.startApi(), stack.startApi(port)]);
  world = openWorld(stack.info);
  tenant = await world.tenant();
  ports = { here: stack.info.baseUrl, there: `http://127.0.0.1:${port}` };
});
afterAll(async () => {
  await world.close();
  await stack.stop();
});

/** The same new credential at both API processes, of a new or an existing user. */
async function credential(of?: string) {
  const { orgId, projectId } = tenant;
  const userId = of ?? (await tenant.member({ org: 'owner' })).userId;
  const { id, value } = await createApiKey(world.db, { orgId, projectId, userId, name: 'limited', scopes: null });
  return { id, value, userId, here: new Client(ports.here, value), there: new Client(ports.there, value) };
}

/** Sends requests until one is rejected. Returns the number of accepted ones and the rejection. */
async function exhaust(client: Client): Promise<{ admitted: number; refusal: ApiResponse }> {
  for (let admitted = 0; ; admitted += 1) {
    const answer = await client.get('/whoami');
    if (answer.status !== 200) return { admitted, refusal: answer };
    expect(admitted).toBeLessThan(10 * LIMIT);
  }
}

describe('the rate limit of a credential', () => {
  it('returns a 429 with the time to retry, and every response shows the remaining requests', async () => {
    const { here } = await credential();
    const first = await here.get('/whoami');
    expect(first.headers.get('ratelimit-policy')).toBe(`"credential";q=${LIMIT};w=60`);
    expect(first.headers.get('ratelimit')).toMatch(/^"credential";r=59;t=\d+$/);
    const { admitted, refusal } = await exhaust(here);
    expect(admitted).toBeGreaterThanOrEqual(LIMIT - 1);
    expect(refusal).toMatchObject({ status: 429, body: { detail: { reason: 'RATE_LIMITED' } } });
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(refusal.headers.get('ratelimit')).toMatch(/^"credential";r=0;t=\d+$/);
    expect(refusal.headers.get('x-request-id')).not.toBeNull();
  });

  it('is shared by all API processes', async () => {
    const { here, there } = await credential();
    await exhaust(here);
    // The other process syncs with its first request; alone it would accept sixty.
    expect((await exhaust(there)).admitted).toBeLessThan(LIMIT / 2);
  });

  it('cannot be multiplied by another case of the scheme', async () => {
    const { value, here } = await credential();
    await exhaust(here);
    const statuses: number[] = [];
    for (let at = 0; at < LIMIT; at += 1) {
      const authorization = `${['bearer', 'BEARER', 'bEARER'][at % 3]} ${value}`;
      statuses.push((await new Client(ports.here, undefined).get('/whoami', { authorization })).status);
    }
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(LIMIT / 2);
  });

  it('also counts rejected requests', async () => {
    const { here } = await credential();
    const outsider = await world.tenant();
    const statuses: number[] = [];
    while (statuses.length < 3 * LIMIT && !statuses.includes(429))
      statuses.push((await here.get(outsider.project)).status);
    expect(new Set(statuses)).toEqual(new Set([403, 429]));
    expect(statuses.length).toBeGreaterThan(LIMIT);
  });

  it('is separate from that of others, and does not apply to health checks', async () => {
    const [one, other] = [await credential(), await credential()];
    await exhaust(one.here);
    expect((await other.here.get('/whoami')).status).toBe(200);
    const probes = await Promise.all(Array.from({ length: 2 * LIMIT }, () => one.here.get('/-/health')));
    expect(new Set(probes.map((probe) => probe.status))).toEqual(new Set([200]));
  });

  it('is neither counted nor stored for an unverified credential', async () => {
    const statuses = new Set<number>();
    for (let at = 0; at < 2 * LIMIT; at += 1)
      statuses.add((await new Client(ports.here, `hf_made_up_${at}`).get('/whoami')).status);
    expect([...statuses]).toEqual([401]);
    const { here, id } = await credential();
    await exhaust(here);
    // Earlier ones would be stored by the time this one is.
    const names = await eventually(stored, (all) => all.some((name) => name.endsWith(id)));
    const keys = await world.db.selectFrom('api_keys').select(['id', 'user_id']).execute();
    const proved = keys.flatMap((key) => [key.id, key.user_id]);
    expect(names.filter((name) => !proved.some((of) => name.endsWith(of)))).toEqual([]);
  });
});

describe('open streams', () => {
  it('are limited by credential and by project, and no longer count once closed', async () => {
    const one = await credential();
    const [other, third] = [await credential(one.userId), await credential(one.userId)];
    const { body: second } = await tenant.owner.post(`/org/${tenant.orgId}/project`, { name: 'Second' });
    const elsewhere = `/org/${tenant.orgId}/project/${second.id}`;
    const open = async ({ value }: { readonly value: string }, project = tenant.project) => {
      const closing = new AbortController();
      const response = await fetch(`${ports.here}/api/v1${project}/changes`, {
        headers: { authorization: `Bearer ${value}`, accept: 'text/event-stream' },
        signal: closing.signal,
      });
      return { response, close: () => closing.abort() };
    };
    const kept = [await open(one), await open(one)];
    const refused = await open(one);
    expect(refused.response.status).toBe(429);
    expect(((await refused.response.json()) as Json).detail).toMatchObject({
      reason: 'TOO_MANY_STREAMS',
      tooManyStreamsError: { of: 'credential', limit: 2 },
    });
    // Other requests still succeed, as do streams of another credential up to the project's limit.
    expect((await one.here.get(`${tenant.project}/changes`)).status).toBe(200);
    kept.push(await open(other));
    expect(kept.map(({ response }) => response.status)).toEqual([200, 200, 200]);
    const beyond = await open(other);
    expect([beyond.response.status, ((await beyond.response.json()) as Json).detail.tooManyStreamsError.of]).toEqual([
      429,
      'project',
    ]);
    // More credentials do not add streams for a person, in any process; another person has separate ones.
    kept.push(await open(third, elsewhere));
    const more = await open(third, elsewhere);
    expect([more.response.status, ((await more.response.json()) as Json).detail.tooManyStreamsError]).toEqual([
      429,
      { of: 'person', limit: 4 },
    ]);
    const another = await open(await credential(), elsewhere);
    expect(another.response.status).toBe(200);
    another.close();
    kept[0]?.close();
    await expect.poll(async () => (await keepOpen(open(other))).response.status).toBe(200);
    for (const { close } of [...kept, ...later]) close();
  });
});

it('calls of the MCP server with progress notifications count as open streams', async () => {
  const one = await credential();
  const closing = new AbortController();
  const url = `${ports.here}/mcp/${tenant.projectId}`;
  const headers = { authorization: `Bearer ${one.value}` };
  for (const _ of [1, 2]) {
    const open = { headers: { ...headers, accept: 'text/event-stream' }, signal: closing.signal };
    expect((await fetch(`${ports.here}/api/v1${tenant.project}/changes`, open)).status).toBe(200);
  }
  const call = (params: object) =>
    postMessage(url, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_run', ...params } }, headers);
  const refused = await call({ _meta: { progressToken: 1 } });
  expect([refused.status, refused.body.error.data]).toEqual([429, { reason: 'TOO_MANY_STREAMS' }]);
  expect((await call({})).status).toBe(200);
  closing.abort();
  await expect.poll(async () => (await call({ _meta: { progressToken: 1 } })).status).toBe(200);
});

it('1,000 sessions of one MCP client are stored nowhere and limited like other requests', async () => {
  const url = `${ports.here}/mcp/${tenant.projectId}`;
  const one = await credential();
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const opening = { jsonrpc: '2.0', id: 1, method: 'initialize', params };
  const open = () => postMessage(url, opening, { authorization: `Bearer ${one.value}` });
  const answers = (await Promise.all(Array.from({ length: 8 }, () => Array.fromAsync({ length: 125 }, open)))).flat();
  const [opened, refused] = [200, 429].map((status) => answers.filter((answer) => answer.status === status));
  expect([answers.length, (opened?.length ?? 0) + (refused?.length ?? 0)]).toEqual([1000, 1000]);
  expect(opened?.length).toBeLessThan(1.5 * LIMIT);
  expect(opened?.every(({ headers, body }) => body.result && !headers.has('mcp-session-id'))).toBe(true);
  expect(refused?.at(-1)?.body).toMatchObject({ jsonrpc: '2.0', error: { data: { reason: 'RATE_LIMITED' } } });
  expect(Number(refused?.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
  const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
  const other = await postMessage(url, list, { authorization: `Bearer ${(await credential()).value}` });
  expect(other.body.result.tools).toMatchObject([{ name: 'get_run' }]);
});

it('a person has one rate limit for all of their credentials, separate from other persons', async () => {
  const one = await credential();
  const more = [await credential(one.userId), await credential(one.userId)];
  const admitted = [(await exhaust(one.here)).admitted];
  for (const { here } of more) admitted.push((await exhaust(here)).admitted);
  // The refill during the test is negligible: of three credential limits two remain.
  expect(admitted.reduce((sum, many) => sum + many)).toBeLessThan(2.7 * LIMIT);
  expect((await (await credential()).here.get('/whoami')).status).toBe(200);
});

it('all clients that act as a project have one rate limit', async () => {
  const own = await world.tenant();
  let admitted = 0;
  for (let many = 0; many < 3; many += 1)
    admitted += (await exhaust((await createClientCredential(world, own)).client)).admitted;
  expect(admitted).toBeLessThan(2.7 * LIMIT);
});

describe('the number of stored records', () => {
  it('is limited per person and project for API keys, also under concurrency; a revoked key no longer counts', async () => {
    const own = await world.tenant();
    const viewer = await own.member({ project: 'viewer' });
    const path = `${own.project}/api_key`;
    const made = await Promise.all(['a', 'b', 'c', 'd'].map((name) => viewer.post(path, { name })));
    // The requesting session is the first one.
    expect(made.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409]);
    const refused = made.find(({ status }) => status === 409);
    expect(refused?.body.detail).toMatchObject({ reason: 'TOO_MANY_API_KEYS', tooManyApiKeysError: { limit: 3 } });
    const kept = made.find(({ status }) => status === 200);
    expect((await viewer.post(`${path}/${kept?.body.id}/revoke`)).status).toBe(200);
    expect((await viewer.post(path, { name: 'e' })).status).toBe(200);
    const other = await own.member({ project: 'viewer' });
    expect((await other.post(path, { name: 'a' })).status).toBe(200);
  });

  it('is limited per project for each type of record; a deleted record no longer counts', async () => {
    const own = await world.tenant();
    const make = (name: string) => own.owner.post(`${own.project}/reporting-groups`, { name });
    const made: ApiResponse[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) made.push(await make(name));
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await make('g')).toMatchObject({
      status: 409,
      body: { detail: { reason: 'TOO_MANY_RECORDS', tooManyRecordsError: { of: 'reporting groups', limit: 6 } } },
    });
    expect((await own.owner.post(`${own.project}/collection`, { title: 'Another kind' })).status).toBe(200);
    expect((await own.owner.delete(`${own.project}/reporting-groups/${made[0]?.body.id}`)).status).toBe(200);
    expect((await make('g')).status).toBe(200);
  });

  it('is limited per person for browser sessions: a new one ends the oldest', async () => {
    const { id, email, password } = await createPerson(world);
    const browsers = [1, 2, 3].map(() => new Browser(getPublicUrl(stack.info)));
    for (const browser of browsers)
      expect((await browser.post('/identity/sign-in', { email, password })).status).toBe(200);
    const responses = await Promise.all(browsers.map((browser) => browser.get('/api/v1/user')));
    expect(responses.map(({ status }) => status)).toEqual([401, 200, 200]);
    const left = await world.db.selectFrom('user_sessions').select('id').where('user_id', '=', id).execute();
    expect(left).toHaveLength(2);
  });
});

/** Streams opened by a poll. */
const later: { readonly close: () => void }[] = [];

async function keepOpen<T extends { readonly close: () => void }>(opening: Promise<T>): Promise<T> {
  const opened = await opening;
  later.push(opened);
  return opened;
}

async function stored(): Promise<string[]> {
  const { rows } = await sql<{ credential: string }>`select credential from rate_limits`.execute(world.db);
  return rows.map((row) => row.credential);
}
