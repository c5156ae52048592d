import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { FairSemaphore } from '../../src/platform/fair-semaphore.ts';
import type { EmbeddingEntry } from '../../src/platform/models/catalogue.ts';
import { BUILTIN_EMBEDDING } from '../../src/platform/models/embeddings/builtin.ts';
import { createFolderEntry } from '../../src/platform/models/embeddings/folder.ts';
import { createEmbeddingGateway, type EmbeddingRequest } from '../../src/platform/models/embeddings/gateway.ts';
import { ModelCallError } from '../../src/platform/models/errors.ts';
import { writeEmbeddingFolder } from '../support/embedding-folder.ts';

const KEY = 'embedding-key-1f9c';
const never = new AbortController().signal;
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

/** A gateway whose requests are answered by a function, and what was sent. */
function gatewayWith(answer: (sent: Sent) => Response | Promise<Response>, env: NodeJS.ProcessEnv = { OWN_KEY: KEY }) {
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
  const embed = (fields: Partial<EmbeddingRequest> = {}, signal = never) =>
    gateway.embed({ model: entry(), texts: ['a'], purpose: 'document', ...fields }, { signal });
  return { embed, sent, gateway };
}

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers });
const vectorsOf = ({ body }: Sent) => ({
  data: body.input.map((text, index) => ({ index, embedding: [text.length, 0] })),
  usage: { prompt_tokens: body.input.length * 5, total_tokens: body.input.length * 5 },
});
const failureOf = async (embedding: Promise<unknown>): Promise<ModelCallError> => {
  const error = await embedding.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ModelCallError);
  return error as ModelCallError;
};

describe('an embedding model of a provider', () => {
  test('is asked in batches and answers vectors of unit length in the order of the texts, with what they cost', async () => {
    const { embed, sent } = gatewayWith((one) => json(vectorsOf(one)));
    const embedded = await embed({ texts: ['a', 'bb', 'ccc', 'dddd', 'eeeee'] });
    expect(sent.map(({ body }) => body.input)).toEqual([['a', 'bb'], ['ccc', 'dddd'], ['eeeee']]);
    expect(sent[0]).toMatchObject({ url: 'http://models.test/v1/embeddings', body: { model: 'own-1' } });
    expect(sent[0]?.headers.get('authorization')).toBe(`Bearer ${KEY}`);
    expect(embedded.vectors).toEqual(Array(5).fill(Float32Array.of(1, 0)));
    expect(embedded).toMatchObject({ inputTokens: 25, credits: '0.00025', estimated: false });
  });

  test('makes batches of no more tokens than its provider takes at once', async () => {
    const { embed, sent } = gatewayWith((one) => json(vectorsOf(one)));
    const long = 'x'.repeat(120_000);
    await embed({ model: entry({ max_input_tokens: 50_000, batch: 10 }), texts: [long, long, long] });
    expect(sent.map(({ body }) => body.input.length)).toEqual([2, 1]);
  });

  test('reads queries and documents behind the words that its entry wants there, cut where it reads no further', async () => {
    const { embed, sent } = gatewayWith((one) => json(vectorsOf(one)));
    const model = entry({ query_prefix: 'query: ', document_prefix: 'passage: ', max_input_tokens: 5 });
    await embed({ model, texts: ['what'], purpose: 'query' });
    await embed({ model, texts: ['a long text', 'lone \ud800'], purpose: 'document' });
    expect(sent.map(({ body }) => body.input)).toEqual([['query: what'], ['passage: a long', 'passage: lone ']]);
  });

  test('puts vectors in order that come numbered in another', async () => {
    const { embed } = gatewayWith(() =>
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
    ['what is no number', { data: [{ embedding: [null, 1] }] }, 'invalid_answer', 'not what its API promises'],
    ['nothing of the kind', { hello: 'world' }, 'invalid_answer', 'not what its API promises'],
  ])('that answers %s is told of, and whether asking again can help', async (_, body, reason, message) => {
    const failure = await failureOf(gatewayWith(() => json(body)).embed());
    expect(failure).toMatchObject({ reason, retryable: reason !== 'rejected' });
    expect(failure.message).toContain(message);
  });

  test('that refuses is classified as chat models are, without its key, and with what the other batches have cost', async () => {
    const { embed } = gatewayWith((one) =>
      one.body.input.includes('bad')
        ? json({ error: { message: `slow down, ${KEY}` } }, 429, { 'retry-after': '7' })
        : json(vectorsOf(one)),
    );
    const failure = await failureOf(embed({ texts: ['a', 'b', 'bad'] }));
    expect(failure).toMatchObject({ reason: 'rate_limited', retryable: true, retryAfterMs: 7000 });
    expect(failure.usage).toMatchObject({ inputTokens: 10, outputTokens: 0, estimated: false });
    expect(failure.message).toContain('slow down, [redacted]');
    expect(await failureOf(gatewayWith(() => json({}, 401)).embed())).toMatchObject({ reason: 'unauthorized' });
    expect(await failureOf(gatewayWith(() => json({}), {}).embed())).toMatchObject({ reason: 'not_configured' });
  });

  test('that calls a request too long gets it in parts, and a text that is too long by itself at half its length', async () => {
    const { embed, sent } = gatewayWith((one) =>
      one.body.input.some((text) => text.length > 40)
        ? json({ error: { message: 'the input exceeds 10 tokens' } }, 400)
        : json(vectorsOf(one)),
    );
    const { vectors } = await embed({ texts: ['short', 'x'.repeat(100)] });
    expect(vectors).toHaveLength(2);
    expect(sent.map(({ body }) => body.input.map((text) => text.length))).toEqual([[5, 100], [5], [100], [51], [24]]);
    expect(await failureOf(gatewayWith(() => json({ error: 'too many tokens' }, 400)).embed())).toMatchObject({
      reason: 'context_length',
      retryable: false,
    });
  });

  test('is asked for nothing where a text is blank, or the caller has gone', async () => {
    const { embed, sent } = gatewayWith((one) => json(vectorsOf(one)));
    expect(await failureOf(embed({ texts: ['a', ' \n'] }))).toMatchObject({ reason: 'rejected' });
    expect(await failureOf(embed({}, AbortSignal.abort()))).toMatchObject({ reason: 'aborted' });
    expect(sent).toEqual([]);
  });

  test('of OpenAI and Google is told how long vectors are to be, and Google what they are for', async () => {
    const openai = gatewayWith((one) => json(vectorsOf(one)));
    const model = entry({ provider: 'openai', providerModel: 'text-embedding-3-small' });
    await openai.embed({ model });
    expect(openai.sent[0]?.body).toMatchObject({ dimensions: 2, input: ['a'] });
    const google = gatewayWith(() => json({ embedding: { values: [3, 4] } }));
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

test('slots let so many work at once, the urgent first, then each party in turn, and nobody who has gone', async () => {
  const slots = new FairSemaphore(1);
  const order: string[] = [];
  const gone = new AbortController();
  const first = Promise.withResolvers<void>();
  const work = (name: string, urgent: boolean, signal = never, party = name.slice(0, 1)) =>
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

describe('an embedding model inside the product', () => {
  test('is there offline: the built-in one finds what an English question means, and reads no more than it can', async () => {
    const { gateway } = gatewayWith(() => json({}, 500));
    await using _ = { [Symbol.asyncDispose]: () => gateway.close() };
    const embed = (texts: string[], purpose: 'query' | 'document') =>
      gateway.embed({ model: BUILTIN_EMBEDDING, texts, purpose }, { signal: never });
    const passages = [
      'Parcels can be sent back within thirty days if they arrive damaged.',
      'The office is closed on public holidays.',
      'Our coffee is roasted in small batches every week.',
      `${'A very long text about nothing at all. '.repeat(300)}`,
    ];
    const [question, answers] = await Promise.all([
      embed(['How do I return a broken package?'], 'query'),
      embed(passages, 'document'),
    ]);
    const similarity = answers.vectors.map((vector) =>
      vector.reduce((sum, value, at) => sum + value * (question.vectors[0]?.[at] ?? 0), 0),
    );
    expect(similarity.indexOf(Math.max(...similarity))).toBe(0);
    expect(answers.inputTokens).toBeLessThan(BUILTIN_EMBEDDING.max_input_tokens + 100);
    expect(answers.credits).toBe('0');
    const length = Math.hypot(...(question.vectors[0] ?? []));
    expect(length).toBeCloseTo(1, 5);
  });

  test('of a folder that is not whole keeps the product from starting, with the reason', () => {
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
