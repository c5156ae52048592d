import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getToolResults, makeAgent, play, type TestAgent } from '../support/agents.ts';
import { type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { type EchoApi, startEchoApi } from '../support/echo-api.ts';

let world: World;
let tenant: Tenant;
let api: EchoApi;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  api = await startEchoApi();
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await world.close();
});

const RESPONSES = { responses: { 200: { description: 'done' } } };
const documentOf = (paths: object, more: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '2' },
  paths,
  ...more,
});
const get = (more: object = {}) => ({ get: { ...RESPONSES, ...more } });
const post = (content: object) => ({ post: { ...RESPONSES, requestBody: { required: true, content } } });

/** An integration with all tools enabled, and an agent that may call them without approval. */
interface Scene {
  readonly integration: Json;
  readonly agent: TestAgent;
  /** Calls a tool. Returns the run and the result that the model received. */
  call(tool: string, args: object, session?: string): Promise<{ run: Json; result: string }>;
}

async function create(config: object): Promise<Json> {
  const made = await tenant.owner.post(`${tenant.project}/integration`, { type: 'openapi', config });
  if (made.status !== 200) throw new Error(made.text);
  return made.body;
}

async function scene(config: object): Promise<Scene> {
  const { id } = await create(config);
  const path = `${tenant.project}/integration/${id}`;
  const { body: all } = await tenant.owner.get(`${path}?include_disabled_tools=true`);
  const ids = all.available_tools.map((tool: Json) => tool.id);
  const { body: integration } = await tenant.owner.post(path, { config: { enabled_tools: ids } });
  const agent = await makeAgent(tenant, {
    integrations: [{ project_integration_id: id }],
    approval_policy: { default: 'never' },
  });
  const nameOf = (tool: string) => integration.available_tools.find((one: Json) => one.id === tool)?.name;
  return {
    integration,
    agent,
    async call(tool, args, session) {
      const { message, key } = await play(world, [
        { tool_calls: [{ name: nameOf(tool), arguments: args }] },
        { text: 'Done.' },
      ]);
      const run = await agent.run(message, session === undefined ? {} : { session_id: session });
      const [result = ''] = await getToolResults(world, key);
      return { run, result };
    },
  };
}

const last = () => api.received.at(-1);

describe('an operation whose description has invisible characters', () => {
  it('is stored without them', async () => {
    const schema = { type: 'string', title: 'Na\u200bme', description: 'The\u{e0041} name.' };
    const parameters = [{ name: 'name', in: 'query', schema }];
    const servers = [{ url: api.url }];
    const paths = { '/find': get({ operationId: 'find', summary: 'Fi\u00adnds.', parameters }) };
    const shop = await scene({ document: documentOf(paths, { servers }) });
    expect(shop.integration.available_tools).toMatchObject([{ id: 'find' }]);
    expect(shop.integration.config.left_out.operations).toBe(0);
    expect((await shop.call('find', { name: 'a' })).run.status).toBe('completed');
  });
});

describe('array parameters without an item type', () => {
  it('are offered with a schema that every provider accepts', async () => {
    const parameters = [{ name: 'Tags', in: 'query', schema: { type: 'array' } }];
    const servers = [{ url: api.url }];
    const shop = await scene({
      document: documentOf({ '/tagged': get({ operationId: 'tagged', parameters }) }, { servers }),
    });
    const { run } = await shop.call('tagged', { Tags: ['a', 'b'] });
    expect(run, run.error?.message).toMatchObject({ status: 'completed', output: 'Done.' });
    expect(last()?.path).toBe('/tagged?Tags=a&Tags=b');
  });
});

describe('operations with their own servers', () => {
  it('are called if they are at the origin of the API, and left out otherwise', async () => {
    const key = { kind: 'header', name: 'X-Key', value: 'secret-key-1' };
    const paths = {
      '/pets': get({ operationId: 'same', servers: [{ url: `${api.url}/v1` }] }),
      '/new': { ...get({ operationId: 'beside' }), servers: [{ url: `${api.url}/v2/` }] },
      '/rel': get({ operationId: 'relative', servers: [{ url: '/v3' }] }),
      '/one': get({ operationId: 'either', servers: [{ url: 'https://eu.example' }, { url: `${api.url}/eu` }] }),
      '/far': get({ operationId: 'far', servers: [{ url: 'https://files.example/v1' }] }),
      '/away': { ...get({ operationId: 'away', servers: [] }), servers: [{ url: 'https://files.example/v1' }] },
    };
    const shop = await scene({ document: documentOf(paths, { servers: [{ url: `${api.url}/v1` }] }), credential: key });
    for (const tool of ['same', 'beside', 'relative', 'either']) await shop.call(tool, {});
    expect(api.received.slice(-4).map(({ path, headers }) => [path, headers['x-key']])).toEqual(
      ['/v1/pets', '/v2/new', '/v3/rel', '/eu/one'].map((path) => [path, key.value]),
    );
    expect(shop.integration.config.left_out).toMatchObject({
      operations: 2,
      first: [
        {
          operation: 'GET /far',
          reason: expect.any(String),
          code: 'operation_origin_not_allowed',
          params: { origin: 'https://files.example' },
        },
        { operation: 'GET /away', code: 'operation_origin_not_allowed' },
      ],
    });
  });

  it('are called at their own server, with the credential, once allowed, and left out before', async () => {
    await using pay = await startEchoApi();
    const credential = { kind: 'bearer', value: 'secret-key-2' };
    const paths = {
      '/list': get({ operationId: 'list', servers: [{ url: api.url }] }),
      '/new': get({ operationId: 'news', servers: [{ url: api.url }] }),
      '/pay': {
        ...post({ 'application/json': { schema: { type: 'object' } } }),
        servers: [{ url: `${pay.url}/v1` }],
      },
    };
    const document = documentOf(paths);
    const unconfirmed = await scene({ document, credential });
    expect(unconfirmed.integration.config).toMatchObject({ base_url: api.url, left_out: { operations: 1 } });
    expect(unconfirmed.integration.available_tools).toMatchObject([{ origin: api.url }, { origin: api.url }]);

    const shop = await scene({ document, credential, allowed_origins: [`${pay.url}/`] });
    expect(shop.integration.config).toMatchObject({ base_url: api.url, allowed_origins: [pay.url] });
    expect(shop.integration.available_tools.map((tool: Json) => tool.origin)).toEqual([api.url, api.url, pay.url]);
    const before = api.received.length;
    await shop.call('post_pay', { body: { amount: 1 } });
    expect(pay.received).toMatchObject([{ path: '/v1/pay', headers: { authorization: 'Bearer secret-key-2' } }]);
    expect(api.received).toHaveLength(before);
    const path = `${tenant.project}/integration/${shop.integration.id}`;
    const [widened, same] = [['https://evil.example'], [pay.url]];
    expect(await tenant.owner.post(path, { config: { allowed_origins: widened } })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'config', 'allowed_origins'] }] },
    });
    expect(await tenant.owner.post(path, { config: { allowed_origins: same } })).toMatchObject({ status: 200 });
  });

  it.each([
    ['that no operation names', 'https://evil.example'],
    ['with a path', 'https://files.example/v1'],
    ['that is none', 'files.example'],
  ])('cannot have %s as an allowed origin', async (_, origin) => {
    const paths = { '/far': get({ servers: [{ url: 'https://files.example' }] }), '/x': get() };
    const config = { document: documentOf(paths), base_url: api.url, allowed_origins: [origin] };
    expect(await tenant.owner.post(`${tenant.project}/integration`, { type: 'openapi', config })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'config', 'allowed_origins', 0] }] },
    });
  });

  it('are called below the base address that overrides theirs', async () => {
    const servers = [{ url: 'https://cluster.example' }];
    const paths = {
      '/api/v1/pods': { ...get({ operationId: 'pods' }), servers },
      '/logs': get({ operationId: 'logs', servers: [{ url: 'https://cluster.example/logs' }] }),
    };
    // As in Kubernetes: the document names no scheme, but its operations do.
    const document = documentOf(paths, { servers: [{ url: '//cluster.example' }] });
    const cluster = await scene({ document, base_url: `${api.url}/proxy` });
    expect(cluster.integration.config.left_out).toMatchObject({ operations: 0 });
    await cluster.call('pods', {});
    expect(last()).toMatchObject({ path: '/proxy/api/v1/pods' });
    await cluster.call('logs', {});
    expect(last()).toMatchObject({ path: '/proxy/logs/logs' });
  });
});

describe('a call of an API with an OpenAPI document', () => {
  it('requests the response type that its operation declares', async () => {
    const responses = (...types: string[]) => ({
      responses: {
        200: { description: 'done', content: Object.fromEntries(types.map((type) => [type, {}])) },
        default: { description: 'wrong', content: { 'application/problem+json': {} } },
      },
    });
    const paths = {
      '/both': get({ operationId: 'both', ...responses('application/xml', 'application/json') }),
      '/own': get({ operationId: 'own', ...responses('application/vnd.shop+json;version=2') }),
      '/csv': get({ operationId: 'csv', ...responses('text/csv') }),
      '/none': get({ operationId: 'none' }),
    };
    const shop = await scene({ document: documentOf(paths), base_url: api.url });
    const accepted: unknown[] = [];
    for (const tool of ['both', 'own', 'csv', 'none']) {
      await shop.call(tool, {});
      accepted.push(last()?.headers.accept);
    }
    expect(accepted).toEqual([
      'application/json',
      'application/vnd.shop+json;version=2',
      'text/csv, */*;q=0.1',
      'application/json, */*;q=0.5',
    ]);
  });

  it('serializes lists and objects in paths and headers as the document declares', async () => {
    const place = (style: string | undefined, explode: boolean | undefined) => [
      { name: 'at', in: 'path', required: true, style, explode, schema: {} },
    ];
    const forms = [
      ['simple', false, '/R,100,G,a%2Fb', '/1,2'],
      ['simple', true, '/R=100,G=a%2Fb', '/1,2'],
      ['label', false, '/.R,100,G,a%2Fb', '/.1,2'],
      ['label', true, '/.R=100.G=a%2Fb', '/.1.2'],
      ['matrix', false, '/;at=R,100,G,a%2Fb', '/;at=1,2'],
      ['matrix', true, '/;R=100;G=a%2Fb', '/;at=1;at=2'],
    ] as const;
    const header = { name: 'X-Where', in: 'header', explode: true, schema: { type: 'object' } };
    const asJson = { name: 'X-How', in: 'header', content: { 'application/json': { schema: { type: 'object' } } } };
    const paths = Object.fromEntries(
      forms.map(([style, explode], n) => [
        `/${n}/{at}`,
        get({ operationId: `f${n}`, parameters: place(style, explode) }),
      ]),
    );
    const document = documentOf({ ...paths, '/h': get({ operationId: 'h', parameters: [header, asJson] }) });
    const shop = await scene({ document, base_url: api.url });
    for (const [n, [, , object, list]] of forms.entries()) {
      await shop.call(`f${n}`, { at: { R: 100, G: 'a/b' } });
      expect(last()?.path).toBe(`/${n}${object}`);
      await shop.call(`f${n}`, { at: [1, 2] });
      expect(last()?.path).toBe(`/${n}${list}`);
    }
    await shop.call('h', { 'X-Where': { a: 1, b: 'c' }, 'X-How': { deep: [true] } });
    expect(last()?.headers).toMatchObject({ 'x-where': 'a=1,b=c', 'x-how': '{"deep":[true]}' });
    const refused = await shop.call('f0', { at: { '..': '..' } });
    expect(refused.result).toContain('must not contain the path segments');
  });

  it('sends session files by name, alone and as form parts, and stores returned files', async () => {
    const png = Buffer.from('89504e470d0a1a0a00ff', 'hex');
    api.answers.set('/photo', { type: 'image/png', body: png });
    const form = {
      schema: {
        type: 'object',
        properties: {
          photo: { type: 'string', format: 'binary' },
          others: { type: 'array', items: { type: 'string', format: 'binary' } },
          about: { type: 'object' },
          tags: { type: 'array', items: { type: 'string' } },
          note: { type: 'string' },
        },
      },
      encoding: {
        photo: { contentType: 'image/png, image/jpeg' },
        about: { contentType: 'application/vnd.about+json' },
        tags: { contentType: 'application/json' },
        note: { contentType: 'text/markdown' },
      },
    };
    const paths = {
      '/photo': get({ operationId: 'read' }),
      '/raw': post({ 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }),
      // An URL-encoded form cannot send the files.
      '/form': post({ 'application/x-www-form-urlencoded': form, 'multipart/form-data': form }),
    };
    const shop = await scene({ document: documentOf(paths), base_url: api.url });
    const { run: made } = await shop.call('read', {});
    const [{ name }] = made.files;
    await shop.call('post_raw', { body: name }, made.session_id);
    expect(last()).toMatchObject({ path: '/raw', body: png, headers: { 'content-type': 'application/octet-stream' } });
    const body = { photo: name, others: [name, name], about: { a: 1 }, tags: ['x', 'y'], note: '# Hi' };
    await shop.call('post_form', { body }, made.session_id);
    const sent = last();
    const parsed = await new Response(new Uint8Array(sent!.body), {
      headers: { 'content-type': sent!.headers['content-type']! },
    }).formData();
    const parts = await Promise.all(
      [...parsed].map(async ([key, part]) =>
        typeof part === 'string' ? [key, part] : [key, part.type, part.name, Buffer.from(await part.arrayBuffer())],
      ),
    );
    expect(parts).toEqual([
      ['photo', 'image/png', name, png],
      ['others', 'image/png', name, png],
      ['others', 'image/png', name, png],
      ['about', '{"a":1}'],
      ['tags', '["x","y"]'],
      ['note', '# Hi'],
    ]);
    const text = sent!.body.toString('latin1');
    for (const type of ['application/vnd.about+json', 'application/json', 'text/markdown'])
      expect(text).toContain(`content-type: ${type}\r\n`);
    const outsider = await shop.call('post_raw', { body: name });
    expect(outsider.result).toContain(`no file of this run is named \\"${name}\\"; there are no files yet`);
    expect(outsider.run.files).toEqual([]);
  });

  it('is signed with a username without a password, which is then the key: no record or response shows it', async () => {
    const username = 'sk_test_4eC39HqLyjWDarjtT1zdp7dc';
    const credential = { kind: 'basic', username, password: '' };
    const shop = await scene({
      document: documentOf({ '/me': get({ operationId: 'me' }) }),
      base_url: api.url,
      credential,
    });
    expect(shop.integration.config.credential).toEqual({ kind: 'basic' });
    api.answers.set('/me', { type: 'application/json', body: JSON.stringify({ you: username }) });
    const { result } = await shop.call('me', {});
    expect(last()?.headers.authorization).toBe(`Basic ${Buffer.from(`${username}:`).toString('base64')}`);
    expect(result).not.toContain(username);
    for (const without of [
      { kind: 'basic', username },
      { kind: 'basic', username, password: null },
    ]) {
      const config = { document: documentOf({ '/me': get() }), base_url: api.url, credential: without };
      expect((await create(config)).config.credential).toEqual({ kind: 'basic' });
    }
    const refused = await tenant.owner.post(`${tenant.project}/integration`, {
      type: 'openapi',
      config: {
        document: documentOf({}),
        base_url: api.url,
        credential: { kind: 'basic', username: '', password: '' },
      },
    });
    expect(refused).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'config', 'credential', 'username'] }] },
    });
  });
});
