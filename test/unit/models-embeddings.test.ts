import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { FairSemaphore } from '../../src/platform/fair-semaphore.ts';
import type { EmbeddingEntry } from '../../src/platform/models/catalog.ts';
import { BUILTIN_EMBEDDING } from '../../src/platform/models/embeddings/builtin.ts';
import { createFolderEntry } from '../../src/platform/models/embeddings/folder.ts';
import { createEmbeddingGateway, type EmbeddingRequest } from '../../src/platform/models/embeddings/gateway.ts';
import { ModelCallError } from '../../src/platform/models/errors.ts';
import { writeEmbeddingFolder } from '../support/embedding-folder.ts';

const KEY = 'embedding-key-1f9c';
const unabortedSignal = new AbortController().signal;
const folder = mkdtempSync(join(tmpdir(), 'holdfast-embeddings-'));
afterAll(() => rmSync(folder, { recursive: true }));

function entry(fields: Partial<EmbeddingEntry> = {}): EmbeddingEntry {
  return {
    name: 'own',
    provider: 'openai-compatible',
    description: '',
    providerModel: 'own-1',
    baseUrl: 'http://models.test/v1',
    apiKeyEnv: 'OWN_KEY',
    dimension: 2,
    input_price: '10',
    max_input_tokens: 100,
    batch: 2,
    query_prefix: '',
    document_prefix: '',
    ...fields,
  };
}

interface Sent {
  readonly url: string;
  readonly headers: Headers;
  readonly body: { readonly input: string[]; readonly [key: string]: unknown };
}

/** A gateway with a function as HTTP client, and the requests that it got. */
function createGateway(
  answer: (sent: Sent) => Response | Promise<Response>,
  env: NodeJS.ProcessEnv = { OWN_KEY: KEY },
) {
  const sent: Sent[] = [];
  const gateway = createEmbeddingGateway({
    env,
    idleTimeoutMs: 30_000,
    async fetch(url, init) {
      const one = { url: String(url), headers: new Headers(init?.headers), body: JSON.parse(String(init?.body)) };
      sent.push(one);
      return answer(one);
    },
  });
  const embed = (fields: Partial<EmbeddingRequest> = {}, signal = unabortedSignal) =>
    gateway.embed({ model: entry(), texts: ['a'], purpose: 'document', ...fields }, { signal });
  return { embed, sent, gateway };
}

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers });
const toVectors = ({ body }: Sent) => ({
  data: body.input.map((text, index) => ({ index, embedding: [text.length, 0] })),
  usage: { prompt_tokens: body.input.length * 5, total_tokens: body.input.length * 5 },
});
const getError = async (embedding: Promise<unknown>): Promise<ModelCallError> => {
  const error = await embedding.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ModelCallError);
  return error as ModelCallError;
};

describe('an embedding model of a provider', () => {
  test('is called in batches and returns unit vectors in the order of the texts, with their cost', async () => {
    const { embed, sent } = createGateway((one) => json(toVectors(one)));
    const embedded = await embed({ texts: ['a', 'bb', 'ccc', 'dddd', 'eeeee'] });
    expect(sent.map(({ body }) => body.input)).toEqual([['a', 'bb'], ['ccc', 'dddd'], ['eeeee']]);
    expect(sent[0]).toMatchObject({ url: 'http://models.test/v1/embeddings', body: { model: 'own-1' } });
    expect(sent[0]?.headers.get('authorization')).toBe(`Bearer ${KEY}`);
    expect(embedded.vectors).toEqual(Array(5).fill(Float32Array.of(1, 0)));
    expect(embedded).toMatchObject({ inputTokens: 25, credits: '0.00025', estimated: false });
  });

  test('limits the tokens of a batch to those that its provider accepts', async () => {
    const { embed, sent } = createGateway((one) => json(toVectors(one)));
    const long = 'x'.repeat(120_000);
    await embed({ model: entry({ max_input_tokens: 50_000, batch: 10 }), texts: [long, long, long] });
    expect(sent.map(({ body }) => body.input.length)).toEqual([2, 1]);
  });

  test('prefixes queries and documents as its entry says, truncated at its maximum length', async () => {
    const { embed, sent } = createGateway((one) => json(toVectors(one)));
    const model = entry({ query_prefix: 'query: ', document_prefix: 'passage: ', max_input_tokens: 5 });
    await embed({ model, texts: ['what'], purpose: 'query' });
    await embed({ model, texts: ['a long text', 'lone \ud800'], purpose: 'document' });
    expect(sent.map(({ body }) => body.input)).toEqual([['query: what'], ['passage: a long', 'passage: lone ']]);
  });

  test('reorders vectors by their index', async () => {
    const { embed } = createGateway(() =>
      json({
        data: [
          { index: 1, embedding: [0, 1] },
          { index: 0, embedding: [1, 0] },
        ],
      }),
    );
    const { vectors, inputTokens, estimated } = await embed({ texts: ['first', 'second'] });
    expect(vectors).toEqual([Float32Array.of(1, 0), Float32Array.of(0, 1)]);
    expect({ inputTokens, estimated }).toEqual({ inputTokens: 4, estimated: true });
  });

  test.each([
    [
      'vectors of another length',
      { data: [{ embedding: [1, 2, 3] }] },
      'rejected',
      'a vector of 3 numbers; its entry says 2',
    ],
    ['fewer vectors than texts', { data: [] }, 'invalid_answer', '0 vectors for 1 texts'],
    ['a vector of zeros', { data: [{ embedding: [0, 0] }] }, 'invalid_answer', 'without a direction'],
    ['a value that is no number', { data: [{ embedding: [null, 1] }] }, 'invalid_answer', 'not what its API promises'],
    ['another format', { hello: 'world' }, 'invalid_answer', 'not what its API promises'],
  ])(
    'with the response %s fails with a reason that says whether a retry can help',
    async (_, body, reason, message) => {
      const failure = await getError(createGateway(() => json(body)).embed());
      expect(failure).toMatchObject({ reason, retryable: reason !== 'rejected' });
      expect(failure.message).toContain(message);
    },
  );

  test('that fails is classified as chat models are, without its key, and with the cost of the other batches', async () => {
    const { embed } = createGateway((one) =>
      one.body.input.includes('bad')
        ? json({ error: { message: `slow down, ${KEY}` } }, 429, { 'retry-after': '7' })
        : json(toVectors(one)),
    );
    const failure = await getError(embed({ texts: ['a', 'b', 'bad'] }));
    expect(failure).toMatchObject({ reason: 'rate_limited', retryable: true, retryAfterMs: 7000 });
    expect(failure.usage).toMatchObject({ inputTokens: 10, outputTokens: 0, estimated: false });
    expect(failure.message).toContain('slow down, [redacted]');
    expect(await getError(createGateway(() => json({}, 401)).embed())).toMatchObject({ reason: 'unauthorized' });
    expect(await getError(createGateway(() => json({}), {}).embed())).toMatchObject({ reason: 'not_configured' });
  });

  test('that rejects a request as too long gets it in parts, and an overlong text truncated to half', async () => {
    const { embed, sent } = createGateway((one) =>
      one.body.input.some((text) => text.length > 40)
        ? json({ error: { message: 'the input exceeds 10 tokens' } }, 400)
        : json(toVectors(one)),
    );
    const { vectors } = await embed({ texts: ['short', 'x'.repeat(100)] });
    expect(vectors).toHaveLength(2);
    expect(sent.map(({ body }) => body.input.map((text) => text.length))).toEqual([[5, 100], [5], [100], [51], [24]]);
    expect(await getError(createGateway(() => json({ error: 'too many tokens' }, 400)).embed())).toMatchObject({
      reason: 'context_length',
      retryable: false,
    });
  });

  test('is not called for blank texts, or after the caller aborts', async () => {
    const { embed, sent } = createGateway((one) => json(toVectors(one)));
    expect(await getError(embed({ texts: ['a', ' \n'] }))).toMatchObject({ reason: 'rejected' });
    expect(await getError(embed({}, AbortSignal.abort()))).toMatchObject({ reason: 'aborted' });
    expect(sent).toEqual([]);
  });

  test('of OpenAI and Google receives the vector length, and Google also the purpose', async () => {
    const openai = createGateway((one) => json(toVectors(one)));
    const model = entry({ provider: 'openai', providerModel: 'text-embedding-3-small' });
    await openai.embed({ model });
    expect(openai.sent[0]?.body).toMatchObject({ dimensions: 2, input: ['a'] });
    const google = createGateway(() => json({ embedding: { values: [3, 4] } }));
    const { vectors, estimated } = await google.embed({
      model: entry({ provider: 'google', providerModel: 'gemini-embedding-001' }),
      purpose: 'query',
    });
    expect(google.sent[0]?.url).toBe('http://models.test/v1/models/gemini-embedding-001:embedContent');
    expect(google.sent[0]?.body).toMatchObject({ outputDimensionality: 2, taskType: 'RETRIEVAL_QUERY' });
    expect([...(vectors[0] ?? [])].map((value) => value.toFixed(3))).toEqual(['0.600', '0.800']);
    expect(estimated).toBe(true);
  });
});

test('slots limit concurrency by priority, then in turn by tenant, and skip aborted callers', async () => {
  const slots = new FairSemaphore(1);
  const order: string[] = [];
  const gone = new AbortController();
  const first = Promise.withResolvers<void>();
  const work = (name: string, urgent: boolean, signal = unabortedSignal, party = name.slice(0, 1)) =>
    slots.run({ urgent, tenant: party }, signal, async () => {
      order.push(name);
      if (name === 'first') await first.promise;
    });
  const names = ['first', 'a1', 'a2', 'a3', 'b1', 'b2', 'c1'];
  const working = [...names.map((name) => work(name, false)), work('query', true)];
  const leaving = expect(work('gone', true, gone.signal)).rejects.toThrow();
  gone.abort();
  await leaving;
  first.resolve();
  await Promise.all(working);
  await work('last', false);
  expect(order).toEqual(['first', 'query', 'a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'last']);
});

describe('an embedding model in the product', () => {
  test('works offline: the built-in one matches questions by meaning across languages, and truncates at its limit', async () => {
    const { gateway } = createGateway(() => json({}, 500));
    await using _ = { [Symbol.asyncDispose]: () => gateway.close() };
    const embed = (texts: string[], purpose: 'query' | 'document') =>
      gateway.embed({ model: BUILTIN_EMBEDDING, texts, purpose }, { signal: unabortedSignal });
    const passages = [
      'Parcels can be sent back within thirty days if they arrive damaged.',
      'The office is closed on public holidays.',
      'Our coffee is roasted in small batches every week.',
      `${'A very long text about nothing at all. '.repeat(300)}`,
    ];
    const questions = [
      'How do I return a broken package?',
      'Wie sende ich ein kaputtes Paket zurück?',
      '¿Cómo devuelvo un paquete roto?',
      '壊れた荷物を返送するにはどうすればよいですか。',
      'Как вернуть повреждённую посылку?',
    ];
    const [question, answers] = await Promise.all([embed(questions, 'query'), embed(passages, 'document')]);
    for (const asked of question.vectors) {
      const similarity = answers.vectors.map((vector) =>
        vector.reduce((sum, value, at) => sum + value * (asked[at] ?? 0), 0),
      );
      expect(similarity.indexOf(Math.max(...similarity))).toBe(0);
    }
    expect(answers.inputTokens).toBeLessThan(BUILTIN_EMBEDDING.max_input_tokens + 100);
    expect(answers.credits).toBe('0');
    const length = Math.hypot(...(question.vectors[0] ?? []));
    expect(length).toBeCloseTo(1, 5);
  });

  test('in an incomplete folder prevents the product from starting, with the reason', () => {
    const path = join(folder, 'broken');
    expect(() => createFolderEntry(path)).toThrow(
      /^EMBEDDING_FOLDER: .*broken has none of onnx\/model_quantized\.onnx/,
    );
    writeEmbeddingFolder(path, { 'config.json': { hidden_size: 5000 } });
    expect(() => createFolderEntry(path)).toThrow('creates vectors of 5000 numbers; the maximum for searches is 4000');
    writeEmbeddingFolder(path, { '1_Pooling/config.json': { pooling_mode_max_tokens: true } });
    expect(() => createFolderEntry(path)).toThrow('requires an unknown pooling: pooling_mode_max_tokens');
    writeFileSync(join(path, 'config.json'), '{');
    expect(() => createFolderEntry(path)).toThrow('config.json is not JSON');
    rmSync(join(path, 'tokenizer.json'));
    expect(() => createFolderEntry(path)).toThrow('has no tokenizer.json');
  });
});

describe('the built-in model', () => {
  /** Returns the number of threads that execute JavaScript besides the main thread. */
  const countThreads = () =>
    readdirSync('/proc/self/task').filter(
      (id) => readFileSync(`/proc/self/task/${id}/comm`, 'utf8') === 'WorkerThread\n',
    ).length;

  test.runIf(process.platform === 'linux' && availableParallelism() > 1)(
    'uses one core for a query and several for lasting work, whose vectors keep their order',
    async () => {
      const gateway = createEmbeddingGateway({ env: {}, idleTimeoutMs: 30_000 });
      const embed = (texts: readonly string[], purpose: 'document' | 'query') =>
        gateway.embed({ model: BUILTIN_EMBEDDING, texts, purpose }, { signal: unabortedSignal });
      const count = countThreads();
      const texts = Array.from({ length: 100 }, (_, at) => `${at} `.repeat(150));
      await Promise.all(texts.slice(0, 60).map((text) => embed([text], 'query')));
      expect(countThreads()).toBe(count + 1);
      const { vectors } = await embed(texts, 'document');
      expect(countThreads()).toBeGreaterThan(count + 1);
      for (const at of [0, 98]) expect((await embed([texts[at]!], 'document')).vectors).toEqual([vectors[at]]);
      await gateway.close();
      expect(countThreads()).toBe(count);
    },
  );
});
