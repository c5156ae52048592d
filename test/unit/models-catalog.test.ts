import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkModelKey } from '../../src/models/keys/check.ts';
import { listKeyedProviders } from '../../src/models/keys/providers.ts';
import { SettingError } from '../../src/platform/config.ts';
import { loadModelCatalog } from '../../src/platform/models/catalog.ts';

let folder: string;
let files = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-models-'));
});
afterAll(() => rm(folder, { recursive: true }));

const getMissingPath = () => join(folder, 'missing.yaml');

async function fileOf(yaml: string): Promise<string> {
  const path = join(folder, `models-${++files}.yaml`);
  await writeFile(path, yaml);
  return path;
}

async function load(yaml: string, env: NodeJS.ProcessEnv = {}) {
  return loadModelCatalog({
    modelsFile: await fileOf(yaml),
    defaultFile: getMissingPath(),
    env,
    shouldFindLocalModels: false,
  });
}

const detect = (env: NodeJS.ProcessEnv, shouldFindLocalModels = false) =>
  loadModelCatalog({ defaultFile: getMissingPath(), env, shouldFindLocalModels });

async function getProblem(loading: Promise<unknown>): Promise<string> {
  const error = await loading.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(SettingError);
  const { message, setting } = error as SettingError;
  expect(setting).toBe('MODELS_FILE');
  expect(message).not.toContain('\n');
  return message.replaceAll(folder, '');
}

describe('a models file', () => {
  test('sets every field of an entry', async () => {
    const catalog = await load(`
models:
  - name: Big One
    alias: big
    provider: openai-compatible
    vendor: acme
    base_url: https://models.example.com/v1/
    api_key_env: ACME_KEY
    model: acme/big-1
    description: The big one
    supports_vision: true
    supports_tools: false
    output_modalities: [text, image]
    context_window: 128000
    input_price: 0.1
    cached_input_price: 0.01
    cache_write_price: '0.125'
    reasoning_price: 3
    output_price: "12.345678901"
    retired: true
tools:
  - { name: web_search, price: 0.5 }
`);
    expect([catalog.toolPrice('web_search'), catalog.toolPrice('other')]).toEqual(['0.5', '0']);
    expect(catalog.all()).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
        name: 'Big One',
        alias: 'big',
        provider: 'openai-compatible',
        vendor: 'acme',
        baseUrl: 'https://models.example.com/v1',
        apiKeyEnv: 'ACME_KEY',
        providerModel: 'acme/big-1',
        description: 'The big one',
        supports_vision: true,
        supports_tools: false,
        output_modalities: ['text', 'image'],
        context_window: 128000,
        input_price: '0.1',
        cached_input_price: '0.01',
        cache_write_price: '0.125',
        reasoning_price: '3',
        output_price: '12.345678901',
        retired: true,
      },
    ]);
  });

  test('can omit everything but name, provider and the address of an openai-compatible server', async () => {
    const catalog = await load(`
models:
  - { name: a, provider: openai-compatible, base_url: "http://localhost:1234/v1", alias: }
  - { name: b, provider: anthropic, input_price: 1e-7 }
  - { name: c, provider: demo }
`);
    const [a, b, c] = catalog.all();
    expect(a).toMatchObject({
      alias: null,
      vendor: 'openai-compatible',
      providerModel: 'a',
      input_price: '0',
      retired: false,
    });
    expect(a).not.toHaveProperty('apiKeyEnv');
    expect(b).toMatchObject({ apiKeyEnv: 'ANTHROPIC_API_KEY', supports_tools: true, input_price: '0.0000001' });
    expect(c).toMatchObject({ provider: 'demo', vendor: 'holdfast' });
  });

  test('finds a model by id, and by name or alias in any case', async () => {
    const catalog = await load('models: [{ name: Big One, alias: BIG, provider: demo }]');
    const [big] = catalog.all();
    for (const key of [big?.id, big?.id.toUpperCase(), 'big one', 'BIG ONE', 'big']) {
      expect(catalog.find(key ?? '')).toBe(big);
    }
    expect(catalog.find('bi')).toBeUndefined();
  });

  test('gives a model the same id whatever else the file contains', async () => {
    const first = await load('models: [{ name: Stable, provider: demo }]');
    const second = await load(
      'models: [{ name: other, provider: demo }, { name: stable, provider: google, model: x }]',
    );
    expect(first.find('stable')?.id).toBe('ab44a3e6-34ea-50db-bdb5-1faecb44f50c');
    expect(second.find('stable')?.id).toBe(first.find('stable')?.id);
    expect(second.find('other')?.id).not.toBe(first.find('stable')?.id);
  });

  test('lists embeddings with every field, the built-in one last', async () => {
    const catalog = await load(`
embeddings:
  - { name: small, provider: openai, model: text-embedding-3-small, dimension: 1536, input_price: 2 }
  - { name: Own, provider: openai-compatible, base_url: "http://localhost:1/v1/", dimension: 64, description: Ours,
      max_input_tokens: 256, batch: 8, query_prefix: "query: ", document_prefix: "passage: " }
`);
    const [small, own, builtin] = catalog.embeddings;
    expect(small).toEqual({
      name: 'small',
      provider: 'openai',
      description: '',
      providerModel: 'text-embedding-3-small',
      apiKeyEnv: 'OPENAI_API_KEY',
      dimension: 1536,
      input_price: '2',
      max_input_tokens: 8191,
      batch: 256,
      query_prefix: '',
      document_prefix: '',
    });
    expect(own).toEqual({
      name: 'Own',
      provider: 'openai-compatible',
      description: 'Ours',
      providerModel: 'Own',
      baseUrl: 'http://localhost:1/v1',
      dimension: 64,
      input_price: '0',
      max_input_tokens: 256,
      batch: 8,
      query_prefix: 'query: ',
      document_prefix: 'passage: ',
    });
    expect(builtin).toMatchObject({
      name: 'builtin-multilingual',
      provider: 'builtin',
      dimension: 512,
      input_price: '0',
    });
    expect(catalog.embeddings).toHaveLength(3);
    expect(catalog.findEmbedding('oWN')).toBe(own);
    expect(catalog.findEmbedding('none')).toBeUndefined();
  });

  test('has a default embedding model: the chosen one, else the first', async () => {
    const file = await fileOf(
      'embeddings: [{ name: own, provider: openai-compatible, base_url: "http://a/v1", dimension: 64 }]',
    );
    const chosen = (embeddingModel?: string, modelsFile?: string) =>
      loadModelCatalog({
        modelsFile,
        defaultFile: getMissingPath(),
        env: {},
        shouldFindLocalModels: false,
        embeddingModel,
      });
    expect((await chosen()).defaultEmbedding.name).toBe('builtin-multilingual');
    expect((await chosen(undefined, file)).defaultEmbedding.name).toBe('own');
    expect((await chosen('Builtin-Multilingual', file)).defaultEmbedding.name).toBe('builtin-multilingual');
    await expect(chosen('other', file)).rejects.toThrow(
      'EMBEDDING_MODEL: no embedding model has this name; there are own, builtin-multilingual',
    );
  });

  test('lists rerankers, and uses only the chosen one', async () => {
    const file = await fileOf(`
rerankers:
  - { name: Own, base_url: "http://a/v1/" }
  - { name: whole, vendor: acme, base_url: "http://b/v1", api_key_env: KEY, model: m, description: Ours, input_price: 2, max_input_tokens: 8000 }
`);
    const chosen = (rerankModel?: string) =>
      loadModelCatalog({
        modelsFile: file,
        defaultFile: getMissingPath(),
        env: {},
        shouldFindLocalModels: false,
        rerankModel,
      });
    const { defaultReranker, findReranker, rerankers } = await chosen();
    expect(defaultReranker).toBeNull();
    const provider = 'rerank-compatible';
    const own = { name: 'Own', provider, vendor: provider, description: '', providerModel: 'Own' };
    expect(rerankers).toEqual([
      { ...own, baseUrl: 'http://a/v1', input_price: '0', max_input_tokens: 512 },
      {
        ...{ name: 'whole', provider, vendor: 'acme', description: 'Ours', providerModel: 'm', apiKeyEnv: 'KEY' },
        ...{ baseUrl: 'http://b/v1', input_price: '2', max_input_tokens: 8000 },
      },
    ]);
    expect(findReranker('oWN')).toBe(rerankers[0]);
    expect((await chosen('WHOLE')).defaultReranker?.name).toBe('whole');
    await expect(chosen('other')).rejects.toThrow(
      'RERANK_MODEL: no reranker has this name; the models file lists Own, whole',
    );
  });

  test('has a default location', async () => {
    const path = await fileOf('models: [{ name: usual, provider: demo }]');
    const catalog = await loadModelCatalog({ defaultFile: path, env: {}, shouldFindLocalModels: false });
    expect(catalog.all().map((model) => model.name)).toEqual(['usual']);
  });
});

describe('the documented examples', () => {
  test('load without errors', async () => {
    const guide = await readFile('docs/models.md', 'utf8');
    const blocks = [...guide.matchAll(/```yaml\n(.*?)```/gs)].map((match) => match[1] ?? '');
    const example = await readFile('config/models.example.yaml', 'utf8');
    expect(blocks.length).toBeGreaterThan(0);
    for (const yaml of [...blocks, example]) expect((await load(yaml)).all().length).toBeGreaterThan(1);
  });

  test('contain every key of an entry', async () => {
    const guide = await readFile('docs/models.md', 'utf8');
    const known = [
      'name',
      'alias',
      'provider',
      'vendor',
      'base_url',
      'api_key_env',
      'model',
      'description',
      'dimension',
      'max_input_tokens',
      'batch',
      'query_prefix',
      'document_prefix',
    ];
    const more = [
      'supports_vision',
      'supports_tools',
      'output_modalities',
      'context_window',
      'input_price',
      'output_price',
      'retired',
    ];
    for (const key of [...known, ...more]) expect(guide).toMatch(new RegExp(`^\\| \`${key}\` *\\|`, 'm'));
  });
});

describe('an invalid models file', () => {
  const ok = 'name: a, provider: openai';
  test.each([
    [`models: [{ ${ok}, base_ulr: x }]`, 'models[0] (a): unknown key base_ulr'],
    [
      `models: [{ ${ok} }, { name: b, provider: openai, retired: "no" }]`,
      'models[1] (b): retired must be true or false',
    ],
    ['models: [{ provider: openai }]', 'models[0]: name is missing'],
    ['models: [{ name: }]', 'models[0]: name is missing; models[0]: provider is missing'],
    ['models: [{ name: a }]', 'models[0] (a): provider is missing'],
    [
      'models: [{ name: a, provider: acme }]',
      'models[0] (a): provider must be one of openai-compatible, openai, anthropic, google, demo',
    ],
    ['models: [{ name: a, provider: openai-compatible }]', 'models[0] (a): base_url is missing'],
    [
      `models: [{ ${ok}, base_url: "ftp://x" }]`,
      'models[0] (a): base_url must be an http or https URL without credentials',
    ],
    [
      `models: [{ ${ok}, base_url: "https://me:pw@x/v1" }]`,
      'models[0] (a): base_url must be an http or https URL without credentials',
    ],
    [
      `models: [{ ${ok}, input_price: -1 }]`,
      'models[0] (a): input_price must be a decimal number that is not negative',
    ],
    [
      `models: [{ ${ok}, output_price: cheap }]`,
      'models[0] (a): output_price must be a decimal number that is not negative',
    ],
    [
      `models: [{ ${ok}, output_price: .inf }]`,
      'models[0] (a): output_price must be a decimal number that is not negative',
    ],
    [
      `models: [{ ${ok}, context_window: 1.5 }]`,
      'models[0] (a): context_window must be a whole number from 1 to 1000000000',
    ],
    [
      `models: [{ ${ok}, output_modalities: [smell] }]`,
      'models[0] (a): output_modalities must be a list of text, json, image, audio, pdf, csv',
    ],
    ['models: [{ name: 7, provider: openai }]', 'models[0]: name must be text of 1 to 200 characters'],
    [`models: [{ ${ok} }, { name: A, provider: google }]`, 'models[1] (A): name A is already taken by models[0] (a)'],
    [
      `models: [{ ${ok}, alias: b }, { name: B, provider: google }]`,
      'models[1] (B): name B is already taken by models[0] (a)',
    ],
    ['models: { a: 1 }', 'models must be a list'],
    ['models: [a]', 'models[0]: must be a mapping'],
    ['model: []', 'unknown key model'],
    ['just text', 'must be a mapping with the keys models, embeddings, rerankers and tools'],
    ['embeddings: [{ name: e, provider: openai }]', 'embeddings[0] (e): dimension is missing'],
    ['rerankers: [{ name: r }]', 'rerankers[0] (r): base_url is missing'],
    [
      'rerankers: [{ name: r, base_url: x }]',
      'rerankers[0] (r): base_url must be an http or https URL without credentials',
    ],
    [
      'rerankers: [{ name: r, base_url: "http://a" }, { name: R, base_url: "http://a" }]',
      'rerankers[1] (R): name R is already taken by rerankers[0] (r)',
    ],
    [
      'embeddings: [{ name: e, provider: openai, dimension: 0 }]',
      'embeddings[0] (e): dimension must be a whole number from 1 to 4000',
    ],
    [
      'embeddings: [{ name: e, provider: openai, dimension: 4001 }]',
      'embeddings[0] (e): dimension must be a whole number from 1 to 4000',
    ],
    [
      'embeddings: [{ name: Builtin-Multilingual, provider: openai, dimension: 3 }]',
      'embeddings[0] (Builtin-Multilingual): name Builtin-Multilingual is already taken by the built-in embedding model',
    ],
    [
      'embeddings: [{ name: e, provider: openai, dimension: 3, batch: 0 }]',
      'embeddings[0] (e): batch must be a whole number from 1 to 2048',
    ],
    ['embeddings: [{ name: e, provider: openai-compatible, dimension: 3 }]', 'embeddings[0] (e): base_url is missing'],
  ])('is reported in one line with the entry and the key: %s', async (yaml, problem) => {
    expect(await getProblem(load(yaml))).toMatch(/^MODELS_FILE: \/models-\d+\.yaml: /);
    expect(await getProblem(load(yaml))).toContain(`: ${problem}`);
    expect((await getProblem(load(yaml))).endsWith(problem)).toBe(true);
  });

  test('can give a model an alias that is its own name in another case', async () => {
    const models = await load('models: [{ name: strict, alias: Strict, provider: openai }]', { OPENAI_API_KEY: 'k' });
    expect(models.find('STRICT')).toMatchObject({ name: 'strict', alias: 'Strict' });
  });

  test('reports five problems and the number of the others', async () => {
    const rows = Array.from({ length: 8 }, (_, index) => `{ name: m${index}, provider: openai, x: 1 }`).join(', ');
    expect(await getProblem(load(`models: [${rows}]`))).toMatch(/\(m4\): unknown key x; and 3 more$/);
  });

  test('never prints a key that was put in place of its variable name', async () => {
    const problem = await getProblem(load('models: [{ name: a, provider: openai, api_key_env: sk-live-12345678 }]'));
    expect(problem).toContain(
      'api_key_env must be the name of an environment variable in capitals, never a key itself',
    );
    expect(problem).not.toContain('12345678');
  });

  test('that is not YAML is reported with the position and without an excerpt', async () => {
    const problem = await getProblem(load('models:\n  - name: "secret-looking\n'));
    expect(problem).toMatch(/is not YAML: .* at line \d+, column \d+$/);
    expect(problem).not.toContain('secret-looking');
  });

  test('that cannot be read is reported, and a configured one must exist', async () => {
    const named = loadModelCatalog({
      modelsFile: getMissingPath(),
      defaultFile: getMissingPath(),
      env: {},
      shouldFindLocalModels: false,
    });
    expect(await getProblem(named)).toBe('MODELS_FILE: /missing.yaml cannot be read (ENOENT)');
    const path = join(folder, 'folder.yaml');
    await mkdir(path);
    const usual = loadModelCatalog({ defaultFile: path, env: {}, shouldFindLocalModels: false });
    expect(await getProblem(usual)).toBe('MODELS_FILE: /folder.yaml cannot be read (EISDIR)');
  });
});

describe('model detection', () => {
  test('without any provider finds the demo model, and only it', async () => {
    const [demo, ...more] = (await detect({ OPENAI_API_KEY: ' ' })).all();
    expect(more).toEqual([]);
    expect(demo).toMatchObject({
      name: 'demo',
      provider: 'demo',
      vendor: 'holdfast',
      input_price: '0',
      output_price: '0',
    });
    expect(demo?.description).toMatch(/scripted demonstration model/i);
  });

  test.each([
    ['OPENAI_API_KEY', 'openai'],
    ['GOOGLE_GENERATIVE_AI_API_KEY', 'google'],
  ])('with %s adds priced embedding models of %s before the built-in one', async (variable, provider) => {
    const { embeddings, defaultEmbedding } = await detect({ [variable]: 'a-key' });
    expect(defaultEmbedding).toBe(embeddings[0]);
    expect(embeddings.at(-1)?.name).toBe('builtin-multilingual');
    expect(embeddings.length).toBeGreaterThan(1);
    for (const entry of embeddings.slice(0, -1)) {
      expect(entry).toMatchObject({ provider, apiKeyEnv: variable });
      expect(Number(entry.input_price)).toBeGreaterThan(0);
      expect(entry.dimension).toBeLessThanOrEqual(4000);
    }
  });

  test.each([
    ['OPENAI_API_KEY', 'openai'],
    ['ANTHROPIC_API_KEY', 'anthropic'],
    ['GOOGLE_GENERATIVE_AI_API_KEY', 'google'],
  ])('with %s adds priced models of %s', async (variable, provider) => {
    const models = (await detect({ [variable]: 'a-key' })).all();
    expect(models.length).toBeGreaterThan(1);
    for (const model of models) {
      expect(model).toMatchObject({ provider, vendor: provider, apiKeyEnv: variable, retired: false });
      expect(Number(model.output_price)).toBeGreaterThan(Number(model.input_price));
      expect(model.input_price).toMatch(/^\d+(\.\d+)?$/);
      expect(model.context_window).toBeGreaterThan(100_000);
    }
  });

  test('a variable of the models file belongs to the provider of its entry, and its key can be checked', async () => {
    const baseUrl = 'http://127.0.0.1:1';
    const catalog = await load(
      `models: [{ name: own, provider: anthropic, api_key_env: OWN_KEY }]
rerankers: [{ name: ranks, base_url: '${baseUrl}', api_key_env: RANK_KEY }]`,
    );
    const [own, rank] = listKeyedProviders(catalog).slice(-2);
    expect(own).toMatchObject({ variable: 'OWN_KEY', provider: 'anthropic', baseUrl: undefined, models: ['own'] });
    expect(rank).toMatchObject({ variable: 'RANK_KEY', provider: 'rerank-compatible', baseUrl, models: ['ranks'] });
    const check = checkModelKey({ provider: 'rerank-compatible', baseUrl }, 'a-key', { env: {}, allowPrivate: [] });
    await expect(check).rejects.toThrow('the key cannot be checked: could not connect to 127.0.0.1');
  });

  test('is overridden by an entry of the file with the same name or alias', async () => {
    const env = { OPENAI_API_KEY: 'a-key' };
    const [first, second] = (await detect(env)).all();
    const catalog = await load(
      `models: [{ name: ${first?.name.toUpperCase()}, provider: openai, input_price: 7 }, { name: x, alias: ${second?.name}, provider: demo }]`,
      env,
    );
    expect(catalog.find(first?.name ?? '')).toMatchObject({ id: first?.id, input_price: '7' });
    expect(catalog.find(second?.name ?? '')?.name).toBe('x');
    expect(catalog.all()).toHaveLength((await detect(env)).all().length);
  });
});

describe('an Ollama server', () => {
  let ollama: Server;
  let address: string;
  let answer: (path: string | undefined, model: string) => unknown;

  beforeAll(async () => {
    ollama = createServer(async (request, response) => {
      const body = await text(request);
      response.end(JSON.stringify(answer(request.url, body === '' ? '' : JSON.parse(body).model)));
    });
    await new Promise<void>((resolve) => ollama.listen(0, '127.0.0.1', resolve));
    const bound = ollama.address();
    address = `127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`;
  });
  afterAll(() => new Promise((resolve) => ollama.close(resolve)));

  test('adds its chat models without a price, and accepts them without their tag', async () => {
    answer = (path) =>
      path === '/api/tags'
        ? {
            models: [
              { name: 'llama3.2:latest', details: { family: 'llama' } },
              { name: 'qwen3:8b' },
              { name: 'nomic-embed-text:latest', details: { family: 'nomic-bert' } },
              { name: 5 },
            ],
          }
        : {};
    for (const host of [address, `http://${address}/`, address.replace('127.0.0.1', '0.0.0.0')]) {
      const catalog = await detect({ OLLAMA_HOST: host }, true);
      expect(catalog.all().map((model) => model.name)).toEqual(['llama3.2:latest', 'qwen3:8b']);
      expect(catalog.find('llama3.2')).toMatchObject({
        provider: 'openai-compatible',
        vendor: 'ollama',
        baseUrl: `http://${address}/v1`,
        providerModel: 'llama3.2:latest',
        input_price: '0',
      });
    }
  });

  test('adds the details of each model, and the vector length that it states or that one response shows', async () => {
    const shown: Readonly<Record<string, object>> = {
      'nomic-embed-text:latest': {
        model_info: { 'nomic-bert.embedding_length': 768, 'nomic-bert.context_length': 2048 },
      },
      'seer:8b': { capabilities: ['completion', 'vision'], model_info: { 'seer.context_length': 32_768 } },
    };
    answer = (path, model) =>
      ({
        '/api/tags': {
          models: [
            { name: 'nomic-embed-text:latest', details: { family: 'nomic-bert' } },
            { name: 'bge-m3:567m' },
            { name: 'all-minilm:huge' },
            { name: 'seer:8b' },
            { name: 'old:1b' },
          ],
        },
        '/api/show': shown[model] ?? {},
        '/v1/embeddings': { data: [{ embedding: Array(model === 'bge-m3:567m' ? 1024 : 4001).fill(0.5) }] },
      })[path ?? ''];
    const { embeddings, defaultEmbedding, all } = await detect({ OLLAMA_HOST: address }, true);
    expect(
      all().map(({ name, supports_vision, supports_tools, context_window }) => [
        name,
        supports_vision,
        supports_tools,
        context_window,
      ]),
    ).toEqual([
      ['seer:8b', true, false, 32_768],
      ['old:1b', false, true, null],
    ]);
    expect(embeddings.map(({ name, dimension, max_input_tokens }) => [name, dimension, max_input_tokens])).toEqual([
      ['nomic-embed-text', 768, 2048],
      ['bge-m3:567m', 1024, 512],
      ['builtin-multilingual', 512, 512],
    ]);
    expect(defaultEmbedding).toMatchObject({
      provider: 'openai-compatible',
      providerModel: 'nomic-embed-text:latest',
      baseUrl: `http://${address}/v1`,
      input_price: '0',
    });
  });

  test('that responds with something else, or is not running, adds nothing and reports nothing', async () => {
    answer = () => ({ hello: 'world' });
    expect((await detect({ OLLAMA_HOST: address }, true)).all()).toMatchObject([{ name: 'demo' }]);
    expect((await detect({ OLLAMA_HOST: '127.0.0.1:1' }, true)).all()).toMatchObject([{ name: 'demo' }]);
    expect((await detect({ OLLAMA_HOST: 'not an address' }, true)).all()).toMatchObject([{ name: 'demo' }]);
  });
});
