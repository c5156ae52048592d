import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { getToolResults, makeAgent, play } from '../../support/agents.ts';
import { type Json, openWorld, type Tenant, type World } from '../../support/client.ts';
import { readCorpus } from '../../support/corpora.ts';

let world: World;
let tenant: Tenant;
let integrations: string;
let shop: Awaited<ReturnType<typeof startShop>>;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  integrations = `${tenant.project}/integration`;
  shop = await startShop();
});
afterAll(async () => {
  await shop.close();
  await world.close();
});

/** A local API with its document below `/docs`. */
async function startShop() {
  const received: { method: string; path: string; headers: IncomingHttpHeaders; body: string }[] = [];
  const documents = new Map<string, string>();
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const document = documents.get(path);
    if (document !== undefined) return void response.end(document);
    received.push({ method, path, headers, body: await text(request) });
    const answer = { done: `${method} ${path}` };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    documents,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}

const RESPONSES = { responses: { 200: { description: 'done' } } };
const pet = { name: 'pet', in: 'path', required: true, schema: { type: 'string' } };
const key = { name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string' } };
const order = {
  type: 'object',
  required: ['pet'],
  properties: { pet: { type: 'string' }, count: { type: 'integer' } },
};

/** A document whose server is the shop. */
const createDocument = (paths: object, more: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '2' },
  servers: [{ url: '/v1' }],
  paths,
  ...more,
});
const PATHS = {
  '/pets/{pet}': { get: { operationId: 'readPet', summary: 'Reads a pet', parameters: [pet], ...RESPONSES } },
  '/orders': {
    post: {
      operationId: 'createOrder',
      summary: 'Orders a pet',
      parameters: [key],
      requestBody: { required: true, content: { 'application/json': { schema: order } } },
      ...RESPONSES,
    },
  },
  '/import': {
    post: {
      operationId: 'importPets',
      requestBody: { content: { 'text/xml': {}, 'application/xml': {} } },
      ...RESPONSES,
    },
  },
};

async function make(config: object, name?: string): Promise<Json> {
  const made = await tenant.owner.post(integrations, { type: 'openapi', name, config });
  if (made.status !== 200) throw new Error(made.text);
  return made.body;
}

/** Names of the tools offered to the model in each turn of a script. */
async function listOfferedTools(script: string): Promise<string[][]> {
  const requests = await world.model.requests(script);
  return requests.map(({ body }) =>
    ((body as { tools?: { function: { name: string } }[] }).tools ?? []).map((tool) => tool.function.name),
  );
}

describe('an API with an OpenAPI document', () => {
  it('is called by agents once its tools are enabled: reads run at once, writes after approval with their idempotency key', async () => {
    const security = { components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } } };
    const document = createDocument(PATHS, { ...security, webhooks: { sold: { post: RESPONSES } } });
    const { id, available_tools, config } = await make({ document, base_url: `${shop.url}/v1` });
    expect(available_tools).toEqual([]);
    expect(config).toMatchObject({
      suggested_credential: { kind: 'header', name: 'X-Key' },
      left_out: {
        operations: 1,
        first: [
          {
            operation: 'POST /import',
            reason: expect.any(String),
            code: 'operation_body_type',
            params: { types: ['text/xml', 'application/xml'] },
          },
        ],
        parts: ['webhooks'],
      },
    });
    const enabled = await tenant.owner.post(`${integrations}/${id}`, {
      config: { enabled_tools: ['read_pet', 'create_order'] },
    });
    expect(enabled.body.available_tools).toMatchObject([
      { id: 'read_pet', name: 'shop__read_pet', side_effects: false, enabled: true },
      { id: 'create_order', name: 'shop__create_order', side_effects: true, enabled: true },
    ]);
    const agent = await makeAgent(tenant, { integrations: [{ project_integration_id: id }] });
    const read = { name: 'shop__read_pet', arguments: { pet: 'a/b' } };
    const body = { pet: 'cat', count: 2 };
    const { message, key: script } = await play(world, [
      { tool_calls: [read, { name: 'shop__create_order', arguments: { body } }] },
      { text: 'Done.' },
    ]);
    const run = await agent.run(message);
    expect(run).toMatchObject({ status: 'waiting_for_human' });
    const [request] = await agent.requests(run.id);
    expect(request).toMatchObject({ tool_name: 'shop__create_order', arguments: { body }, effect: 'irreversible' });
    expect(shop.received.map(({ path }) => path)).toEqual(['/v1/pets/a%2Fb']);
    await agent.approve(request.id);
    expect((await agent.resume(request.id)).body).toMatchObject({ status: 'completed', output: 'Done.' });
    expect(shop.received.slice(1)).toMatchObject([
      {
        method: 'POST',
        path: '/v1/orders',
        headers: { 'idempotency-key': request.tool_call_id, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      },
    ]);
    expect((await getToolResults(world, script)).join()).toContain('POST /v1/orders');
    const effects = await tenant.owner.get(`${agent.path}/run/${run.id}/effects`);
    expect(effects.body.results).toMatchObject([{ tool_name: 'shop__create_order', status: 'done' }]);
    expect(await agent.read(run.id)).toMatchObject({
      integration_tools_invoked: ['shop__create_order', 'shop__read_pet'],
    });
  });

  it('can be fetched from a URL that its relative server addresses resolve against', async () => {
    shop.documents.set('/docs/shop.yaml', stringify(createDocument(PATHS, { servers: [{ url: '../v2' }] })));
    const { id, config } = await make(
      { document_url: `${shop.url}/docs/shop.yaml`, enabled_tools: ['read_pet'] },
      'Other',
    );
    expect(config).toMatchObject({
      base_url: `${shop.url}/v2`,
      document_url: `${shop.url}/docs/shop.yaml`,
      title: 'Shop',
    });
    const agent = await makeAgent(tenant, { integrations: [{ project_integration_id: id }] });
    const { message } = await play(world, [
      { tool_calls: [{ name: 'other__read_pet', arguments: { pet: 'dog' } }] },
      { text: 'Done.' },
    ]);
    expect(await agent.run(message)).toMatchObject({ status: 'completed' });
    expect(shop.received.at(-1)).toMatchObject({ method: 'GET', path: '/v2/pets/dog' });
  });

  it('of a well-known service with more than 500 operations has as many tools, none enabled by default', async () => {
    shop.documents.set('/docs/github.json', readCorpus('github/api.github.com.json').toString());
    const { id, config, available_tools } = await make({ document_url: `${shop.url}/docs/github.json` }, 'Big');
    expect(config).toMatchObject({ base_url: 'https://api.github.com' });
    expect(available_tools).toEqual([]);
    const all = await tenant.owner.get(`${integrations}/${id}?include_disabled_tools=true`);
    expect(all.body.available_tools.length).toBeGreaterThan(700);
    expect(new Set(all.body.available_tools.map((tool: Json) => tool.name)).size).toBe(all.body.available_tools.length);
  });

  it.each([
    ['a document of an older version', { document: { swagger: '2.0', paths: {} } }, 'document', 'document_swagger'],
    ['no document', { document: 'Hello' }, 'document', 'document_not_object'],
    [
      'a document without a server',
      { document: createDocument(PATHS, { servers: [] }) },
      'base_url',
      'base_url_missing',
    ],
    [
      'an outside reference',
      { document: createDocument({ '/x': { $ref: 'file:///etc/passwd' } }), base_url: 'https://a.example' },
      'document',
      'document_external_reference',
    ],
    [
      'an alias bomb',
      {
        document: `openapi: 3.1.0\npaths: {}\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c]`,
      },
      'document',
      'document_not_yaml',
    ],
    ['10,000 operations at its address', { document_url: 'many' }, 'document_url', 'document_too_many'],
    ['no document at its address', { document_url: 'none' }, 'document_url', 'document_without_version'],
    ['20 MB at its address', { document_url: 'long' }, 'document_url', 'document_too_large'],
    [
      'an address that is not permitted',
      { document_url: 'http://169.254.169.254/x' },
      'document_url',
      'document_not_fetched',
    ],
  ])('is rejected if it has %s, and nothing is stored', async (_what, given, field, code) => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`/${n}`, { get: RESPONSES }]));
    shop.documents.set('/docs/many', JSON.stringify(createDocument(many)));
    shop.documents.set('/docs/long', `{"x": "${'x'.repeat(20 * 1024 * 1024)}"}`);
    const url = 'document_url' in given ? given.document_url : undefined;
    const config = url === undefined || url.includes(':') ? given : { document_url: `${shop.url}/docs/${url}` };
    const before = (await tenant.owner.get(integrations)).body.results.length;
    const refused = await tenant.owner.post(integrations, { type: 'openapi', config });
    expect(refused).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'config', field], code }] },
    });
    expect((await tenant.owner.get(integrations)).body.results).toHaveLength(before);
  });
});

describe('tools beyond the limit of a model', () => {
  it('are searched, found and called', async () => {
    const ids = Array.from({ length: 300 }, (_, n) => `tool_${n}`);
    const paths = ids.map((operationId, n) => {
      const summary = n === 123 ? 'Refunds an invoice' : 'Lists widgets';
      return [`/w${n}`, { post: { operationId, summary, ...RESPONSES } }];
    });
    const document = createDocument(Object.fromEntries(paths));
    const { id } = await make({ document, base_url: shop.url, enabled_tools: ids }, 'Many');
    const agent = await makeAgent(tenant, {
      integrations: [{ project_integration_id: id }],
      builtin_tools: [],
      approval_policy: { default: 'never' },
    });
    const { message, key: script } = await play(world, [
      { tool_calls: [{ name: 'search_tools', arguments: { query: 'refund an invoice', limit: 1 } }] },
      { tool_calls: [{ name: 'many__tool_123', arguments: {} }] },
      { text: 'Done.' },
    ]);
    expect(await agent.run(message)).toMatchObject({ status: 'completed' });
    expect(await listOfferedTools(script)).toEqual([
      ['search_tools'],
      ['search_tools', 'many__tool_123'],
      ['search_tools', 'many__tool_123'],
    ]);
    expect(shop.received.at(-1)).toMatchObject({ method: 'POST', path: '/w123' });
  });
});

describe('an OpenAPI document of 20 MiB', () => {
  const MAX_BYTES = 20 * 1024 * 1024;
  /** A document of this many bytes. */
  const createLong = (bytes: number) => {
    const { '/pets/{pet}': one } = PATHS;
    const rest = JSON.stringify(createDocument({ '/pets/{pet}': one }, { 'x-long': '' }));
    return rest.replace('"x-long":""', `"x-long":"${'x'.repeat(bytes - rest.length)}"`);
  };

  it('is accepted as text, although other bodies must be smaller, and by its address; a larger one is not', async () => {
    const document = createLong(MAX_BYTES);
    expect(await make({ document, base_url: shop.url }, 'Long')).toMatchObject({ config: { title: 'Shop' } });
    shop.documents.set('/long.json', document);
    const document_url = `${shop.url}/long.json`;
    expect(await make({ document_url }, 'Fetched')).toMatchObject({ config: { document_url } });
    const longer = await tenant.owner.post(integrations, {
      type: 'openapi',
      config: { document: createLong(MAX_BYTES + 1), base_url: shop.url },
    });
    expect(longer).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'config', 'document'], code: 'document_too_large', params: { limit: 20 } }] },
    });
  });
});
