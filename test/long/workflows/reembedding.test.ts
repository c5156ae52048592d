import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { ProductProcess } from '../../../src/platform/local/launch.ts';
import { eventually, type Json, openWorld, type Tenant, type World } from '../../support/client.ts';
import { openUploader, waitForDocuments } from '../../support/documents.ts';
import { makeCollection } from '../../support/library.ts';
import type { Step } from '../../support/model-server.ts';
import { Stack, toEnvironment } from '../../support/stack.ts';

let stack: Stack;
let worker: ProductProcess;
let world: World;
let tenant: Tenant;
let uploader: Awaited<ReturnType<typeof openUploader>>;

beforeAll(async () => {
  stack = await Stack.create(inject('servers'), 'reembedding', { RECONCILE_SECONDS: '1' });
  await stack.startApi();
  worker = stack.startWorker();
  await stack.ready();
  world = openWorld(stack.info);
  tenant = await world.tenant();
  uploader = await openUploader(toEnvironment(stack.info));
});
afterAll(async () => {
  await uploader.close();
  await world.close();
  await stack.stop();
});

/** The old model and the new one, which gets two texts at a time and stores eight. */
const FIRST = 'scripted-embedding';
const OTHER = 'other-embedding';

/** Creates a document with one chunk per part, some with scripted vectors. Returns its id. */
async function uploadDocument(parts: readonly string[]): Promise<string> {
  const text = parts.map((part, at) => `# Part ${at}\n\n${part}`).join('\n\n');
  const { documentIds } = await uploader.bring(tenant, [{ name: 'parts.md', mediaType: 'text/markdown', text }]);
  await waitForDocuments(world, documentIds, ({ status }) => status === 'ready');
  return documentIds[0]!;
}

async function scriptVectors(steps: readonly Step[]): Promise<{ readonly key: string; readonly marker: string }> {
  const key = randomUUID();
  await world.model.script(key, steps, { by: 'call' });
  return { key, marker: world.model.marker(key) };
}

const words = (count: number, name: string) => Array.from({ length: count }, (_, at) => `Words about ${name} ${at}.`);
const toCollectionPath = (id: string) => `${tenant.project}/collection/${id}`;
const read = async (id: string): Promise<Json> => (await tenant.owner.get(toCollectionPath(id))).body;
const setEmbeddingModel = (id: string, embedding_model: string) =>
  tenant.owner.post(toCollectionPath(id), { title: 'Library', embedding_model });
const until = (id: string, fits: (embedding: Json) => boolean): Promise<Json> =>
  eventually(
    async () => (await read(id)).embedding,
    (embedding) => fits(embedding),
  );
const isSettled = (model: string) => (embedding: Json) =>
  embedding.model === model && embedding.next === null && embedding.missing === 0;
const found = async (id: string, query: string): Promise<Json[]> => {
  const { status, body } = await tenant.owner.post(`${toCollectionPath(id)}/query`, { query, results_only: true });
  expect(status).toBe(200);
  return body.results;
};
const countVectors = async (documentId: string, model: string): Promise<number> => {
  const rows = await world.db
    .selectFrom('chunk_vectors as v')
    .innerJoin('embedding_spaces as e', 'e.id', 'v.space_id')
    .innerJoin('chunks as c', 'c.id', 'v.chunk_id')
    .select('v.chunk_id')
    .where('v.document_id', '=', documentId)
    .where('e.model', '=', model)
    .execute();
  return rows.length;
};
const getSpentCredits = async (): Promise<number> => {
  const { credits } = await world.db
    .selectFrom('organization_accounts')
    .select('credits')
    .where('org_id', '=', tenant.orgId)
    .executeTakeFirstOrThrow();
  return Number(credits);
};

describe('a collection that changes its embedding model', () => {
  it('is searched with the previous one until the backfill is complete, even after a worker crash, and pays for each vector once', async () => {
    const early = await scriptVectors([{}]);
    const gate = randomUUID();
    const late = await scriptVectors([{}, { gate }, {}]);
    const parts = words(12, 'lighthouses');
    parts[0] += ` ${early.marker}`;
    parts[9] += ` ${late.marker}`;
    const document = await uploadDocument(parts);
    const id = await makeCollection(tenant, { document_embedding_instance_ids: [document] });
    const before = await getSpentCredits();
    expect(await setEmbeddingModel(id, OTHER)).toMatchObject({
      status: 200,
      body: { embedding: { model: FIRST, missing: 0, next: { model: OTHER, done: 0, total: 12 } } },
    });
    await world.model.waitForRequests(late.key, 2);
    expect(await until(id, ({ next }) => next.done === 8)).toMatchObject({ model: FIRST, next: { total: 12 } });
    expect((await found(id, 'lighthouses')).length).toBeGreaterThan(0);

    await worker.kill();
    worker = stack.startWorker();
    expect(await until(id, isSettled(OTHER))).toEqual({
      model: OTHER,
      dimension: 64,
      missing: 0,
      next: null,
      error: null,
    });
    expect(await countVectors(document, OTHER)).toBe(12);
    expect(await world.model.requests(early.key)).toHaveLength(1);
    const asked = await world.model.requests(late.key);
    expect(asked).toHaveLength(3);
    expect((asked[2]!.body as unknown as { input: string[] }).input[0]).toMatch(/^passage: /);
    expect((await found(id, 'lighthouses')).length).toBeGreaterThan(0);

    const { input_tokens, charged_credits } = await world.db
      .selectFrom('embedding_backfills')
      .select(['input_tokens', 'charged_credits'])
      .where('collection_id', '=', id)
      .executeTakeFirstOrThrow();
    const texts = (
      await world.db.selectFrom('chunks').select(['text', 'heading_path']).where('document_id', '=', document).execute()
    ).map(({ text, heading_path }) => `passage: ${heading_path.join(' > ')}\n${text}`);
    const tokens = texts.join(' ').match(/[\p{L}\p{N}]+/gu)!.length;
    expect(Number(input_tokens)).toBe(tokens);
    expect(Number(charged_credits)).toBeCloseTo((tokens * 5) / 1_000_000, 9);
    // Each of the two searches: one word by the old model, and two with the prefix by the new one at half its price.
    const searches = (1 * 10 + 2 * 5) / 1_000_000;
    expect(before - (await getSpentCredits())).toBeCloseTo(Number(charged_credits) + searches, 9);
  });

  it('keeps the previous one if that is set again, and the backfill is deleted', async () => {
    const gate = randomUUID();
    const late = await scriptVectors([{}, { gate }, {}]);
    const parts = words(12, 'harbours');
    parts[9] += ` ${late.marker}`;
    const document = await uploadDocument(parts);
    const id = await makeCollection(tenant, { document_embedding_instance_ids: [document] });
    await setEmbeddingModel(id, OTHER);
    await world.model.waitForRequests(late.key, 2);
    await until(id, ({ next }) => next.done === 8);
    const back = await setEmbeddingModel(id, FIRST);
    expect(back.body.embedding).toMatchObject({ model: FIRST, next: null });
    await world.model.open(gate);
    await eventually(
      () => countVectors(document, OTHER),
      (left) => left === 0,
    );
    expect(await countVectors(document, FIRST)).toBe(12);
    expect(await read(id)).toMatchObject({ embedding: { model: FIRST, next: null, missing: 0, error: null } });
    expect((await setEmbeddingModel(id, FIRST)).headers.get('etag')).toBe(back.headers.get('etag'));
  });

  it('includes documents added meanwhile', async () => {
    const gate = randomUUID();
    const held = await scriptVectors([{}, { gate }, {}]);
    const slow = await uploadDocument([`Words about sails. ${held.marker}`]);
    const id = await makeCollection(tenant, { document_embedding_instance_ids: [slow] });
    await setEmbeddingModel(id, OTHER);
    await world.model.waitForRequests(held.key, 2);
    const young = await uploadDocument(['Words about anchors.']);
    await tenant.owner.post(`${toCollectionPath(id)}/add`, { embedding_instance_ids: [young] });
    expect((await read(id)).embedding).toMatchObject({ model: FIRST, missing: 0, next: { done: 0, total: 2 } });
    await world.model.open(gate);
    await until(id, isSettled(OTHER));
    expect((await found(id, 'anchors')).map(({ document_id }) => document_id)).toContain(young);
  });

  it('shows why the backfill does not progress, and continues when another model is set', async () => {
    const refused = await scriptVectors([{}, { status: 401, body: { error: { message: 'who are you' } } }, {}]);
    const document = await uploadDocument([`Words about tides. ${refused.marker}`]);
    const id = await makeCollection(tenant, { document_embedding_instance_ids: [document] });
    await setEmbeddingModel(id, OTHER);
    const { error } = await until(id, (embedding) => embedding.error !== null);
    expect(error).toMatchObject({ reason: 'MODEL_UNAUTHORIZED' });
    await setEmbeddingModel(id, FIRST);
    expect((await read(id)).embedding).toMatchObject({ model: FIRST, next: null, error: null });
    await setEmbeddingModel(id, OTHER);
    await until(id, isSettled(OTHER));
    expect(await setEmbeddingModel(id, 'no-such-model')).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'embedding_model'], type: 'unknown_model' }] },
    });
  });
});

it('a document with vectors of another model is found in the collection that it was added to', async () => {
  const id = await makeCollection(tenant, { embedding_model: OTHER });
  const document = await uploadDocument(words(3, 'compasses'));
  expect(await countVectors(document, OTHER)).toBe(0);
  const added = await tenant.owner.post(`${toCollectionPath(id)}/add`, { embedding_instance_ids: [document] });
  expect(added.body.embedding).toMatchObject({ model: OTHER, missing: 3 });
  await until(id, isSettled(OTHER));
  expect(await countVectors(document, OTHER)).toBe(3);
  expect(await found(id, 'compasses')).toHaveLength(3);
});

it('unused vectors are deleted some time after the switch, but never the last ones', async () => {
  const document = await uploadDocument(words(2, 'buoys'));
  const id = await makeCollection(tenant, { document_embedding_instance_ids: [document] });
  await setEmbeddingModel(id, OTHER);
  await until(id, isSettled(OTHER));
  expect(await countVectors(document, FIRST)).toBe(2);
  await world.db
    .updateTable('embedding_backfills')
    .set({ switched_at: new Date(Date.now() - 3_600_000) })
    .where('collection_id', '=', id)
    .execute();
  await eventually(
    () => countVectors(document, FIRST),
    (left) => left === 0,
  );
  expect(await countVectors(document, OTHER)).toBe(2);
});
