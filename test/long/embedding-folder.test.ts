import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFolderEntry, RUNTIME_PACKAGE, RUNTIME_VERSION } from '../../src/platform/models/embeddings/folder.ts';
import { createEmbeddingGateway } from '../../src/platform/models/embeddings/gateway.ts';
import { writeEmbeddingFolder } from '../support/embedding-folder.ts';
import { linkExtraPackage } from '../support/extra-packages.ts';

const unabortedSignal = new AbortController().signal;
const folder = mkdtempSync(join(tmpdir(), 'holdfast-embeddings-'));
let unlink: () => void = () => undefined;
beforeAll(async () => {
  unlink = await linkExtraPackage(RUNTIME_PACKAGE, RUNTIME_VERSION);
}, 600_000);
afterAll(() => {
  unlink();
  rmSync(folder, { recursive: true });
});

function openGateway() {
  const gateway = createEmbeddingGateway({ env: {}, idleTimeoutMs: 30_000 });
  return Object.assign(gateway, { [Symbol.asyncDispose]: () => gateway.close() });
}

describe('an embedding model loaded from a folder', () => {
  test('uses the prefixes, the pooling and the maximum length that its files state', async () => {
    const path = join(folder, 'tiny-e5-model');
    writeEmbeddingFolder(path);
    const model = createFolderEntry(path);
    expect(model).toMatchObject({
      name: 'tiny-e5-model',
      provider: 'folder',
      dimension: 4,
      max_input_tokens: 8,
      query_prefix: 'query: ',
      document_prefix: 'passage: ',
    });
    await using gateway = openGateway();
    const texts = ['a Cat sleeps', 'a dog sleeps', 'motor', 'cat cat cat cat engine engine engine'];
    const { vectors, inputTokens } = await gateway.embed(
      { model, texts, purpose: 'query' },
      { signal: unabortedSignal },
    );
    expect(inputTokens).toBe(7 + 7 + 5 + 8);
    const [cat, dog, motor, cut] = vectors.map((vector) => [...vector].map((value) => Math.round(value * 100)));
    expect(cat).toEqual(dog);
    expect(motor).toEqual([0, 100, 0, 0]);
    expect(cut).toEqual([100, 0, 0, 0]);
    const prompts = { query: 'find: ', document: '' };
    writeEmbeddingFolder(path, {
      'config_sentence_transformers.json': { prompts },
      '1_Pooling/config.json': { word_embedding_dimension: 4, pooling_mode_cls_token: true },
    });
    const other = createFolderEntry(path);
    expect(other).toMatchObject({ query_prefix: 'find: ', document_prefix: '' });
    const { vectors: first } = await gateway.embed(
      { model: other, texts: ['cat'], purpose: 'document' },
      { signal: unabortedSignal },
    );
    expect([...(first[0] ?? [])].map((value) => Math.round(value * 100))).toEqual([50, 50, 50, 50]);
  });

  test('reports that it cannot be loaded, and is loaded again on the next request', async () => {
    const path = join(folder, 'late');
    writeEmbeddingFolder(path);
    const model = createFolderEntry(path);
    writeFileSync(join(path, 'onnx/model.onnx'), 'not a model');
    await using gateway = openGateway();
    const embed = () => gateway.embed({ model, texts: ['cat'], purpose: 'document' }, { signal: unabortedSignal });
    await expect(embed()).rejects.toMatchObject({ reason: 'not_configured', retryable: false });
    writeEmbeddingFolder(path);
    expect((await embed()).vectors).toHaveLength(1);
  });
});
