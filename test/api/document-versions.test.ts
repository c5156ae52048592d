import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiResponse, eventually, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { makeCollection } from '../support/library.ts';

let world: World;
let tenant: Tenant;
let collection: string;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  collection = await makeCollection(tenant);
});
afterAll(() => world.close());

const ok = async (response: Promise<ApiResponse>): Promise<Json> => {
  const { status, body, text } = await response;
  expect(status, text).toBe(200);
  return body;
};
const at = (id: string) => `${tenant.project}/document/${id}`;
const add = async (text: string): Promise<string> => {
  const upload = { text, title: 'Hours', collection_ids: [collection] };
  return (await ok(tenant.owner.post(`${tenant.project}/document/upload`, upload))).documents[0].id;
};
const search = async (query: string): Promise<string[]> => {
  const path = `${tenant.project}/collection/${collection}/query`;
  return (await ok(tenant.owner.post(path, { query, results_only: true }))).results.map(({ text }: Json) => text);
};
const replace = (id: string, body: unknown, headers?: Record<string, string>) =>
  tenant.owner.post(`${at(id)}/content`, body, headers);
const settled = (id: string) =>
  eventually(
    async () => (await tenant.owner.get(at(id))).body,
    ({ status }) => ['ready', 'failed'].includes(status),
  );
const chunksOf = async (path: string): Promise<Json[]> => (await ok(tenant.owner.get(path))).results;

describe('the content of a document', () => {
  it('is replaced under its id, while searches find the old one until the new one is ready', async () => {
    const id = await add('The lantern shop opens at six.');
    const key = randomUUID();
    const [one, two] = await Promise.all([
      replace(id, { text: 'The lantern shop opens at seven.' }, { 'idempotency-key': key }),
      replace(id, { text: 'The lantern shop opens at seven.' }, { 'idempotency-key': key }),
    ]);
    expect([one.status, two.status]).toEqual([200, 200]);
    for (let found = await search('lantern shop'); !found[0]?.includes('seven'); found = await search('lantern shop'))
      expect(found.filter((text) => text.includes('lantern'))).toEqual(['The lantern shop opens at six.']);
    expect((await search('lantern shop')).filter((text) => text.includes('lantern'))).toHaveLength(1);
    expect(await settled(id)).toMatchObject({ id, title: 'Hours', status: 'ready', collections: [collection] });
    const versions = await chunksOf(`${at(id)}/version`);
    expect(versions.map(({ number, current }) => [number, current])).toEqual([
      [2, true],
      [1, false],
    ]);
    const texts = await Promise.all(versions.map((version) => chunksOf(`${at(id)}/version/${version.id}/embeddings`)));
    expect(texts.map(([chunk]) => chunk?.text)).toEqual([
      'The lantern shop opens at seven.',
      'The lantern shop opens at six.',
    ]);
    expect((await tenant.owner.get(`${at(id)}/version/${versions[1]?.id}`)).body).toEqual(versions[1]);
  });

  it('that is replaced twice at once is the later one, in the document, its file and its chunks', async () => {
    const id = await add('The copper mine is closed.');
    const texts = ['The copper mine opens in May.', 'The copper mine opens in June.'];
    const responses = await Promise.all(texts.map((text) => replace(id, { text })));
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect((await settled(id)).status).toBe('ready');
    const [chunk, ...others] = await chunksOf(`${at(id)}/embeddings`);
    expect(others).toEqual([]);
    expect(texts).toContain(chunk?.text);
    expect((await tenant.owner.get(`${at(id)}/download`)).text).toBe(chunk?.text);
    expect((await search('copper mine')).filter((text) => text.includes('copper'))).toEqual([chunk?.text]);
  });

  it('can be a file, is rejected with a text and a file or without any, and requires document:edit', async () => {
    const id = await add('One.');
    const form = new FormData();
    form.append('files', new Blob(['# Granite\n\nGranite is hard.']), 'granite.md');
    await ok(replace(id, form));
    await settled(id);
    expect(await search('granite')).toContain('Granite\nGranite is hard.');
    form.set('data', JSON.stringify({ text: 'Two.' }));
    const none = new FormData();
    none.append('data', '{}');
    for (const body of [form, none, {}]) {
      const refused = await replace(id, body);
      expect([refused.status, refused.body.detail?.[0].loc]).toEqual([422, ['body', 'files']]);
    }
    const viewer = await tenant.member({ project: 'viewer' });
    expect((await viewer.post(`${at(id)}/content`, { text: 'x' })).status).toBe(403);
    const foreign = await world.tenant();
    expect((await foreign.owner.post(`${foreign.project}/document/${id}/content`, { text: 'x' })).status).toBe(404);
  });
});

describe('a chunk', () => {
  it('is edited and found by its new text at once, and copies of its document do not get the edit', async () => {
    const text = 'The violet garden is open on Sundays.';
    const id = await add(text);
    const [chunk] = await chunksOf(`${at(id)}/embeddings`);
    const path = `${at(id)}/embedding/${chunk?.id}`;
    const edited = await ok(tenant.owner.post(path, { text: 'The orchard is open on Mondays.' }));
    expect(edited).toMatchObject({ id: chunk?.id, text: 'The orchard is open on Mondays.', enabled: true });
    expect(edited.edited).toMatch(/Z$/);
    expect(await search('orchard')).toContain('The orchard is open on Mondays.');
    expect(await search('violet garden')).not.toContain(text);
    const copy = await add(text);
    expect((await chunksOf(`${at(copy)}/embeddings`)).map((one) => one.text)).toEqual([text]);
    const events = await ok(
      tenant.owner.get(`${tenant.project}/audit_event?event_type=document.chunk_updated&resource_id=${id}`),
    );
    expect(events.results).toHaveLength(1);
    await ok(replace(id, { text: 'The violet garden is closed.' }));
    await settled(id);
    expect((await chunksOf(`${at(id)}/embeddings`)).map((one) => [one.text, one.edited])).toEqual([
      ['The violet garden is closed.', null],
    ]);
    expect((await tenant.owner.post(path, { enabled: false })).status).toBe(404);
  });

  it('that is disabled is in no search until it is enabled again', async () => {
    const text = 'The meadow belongs to the falcon.';
    const id = await add(text);
    const [chunk] = await chunksOf(`${at(id)}/embeddings`);
    const path = `${at(id)}/embedding/${chunk?.id}`;
    expect(await search('meadow falcon')).toContain(text);
    expect((await ok(tenant.owner.post(path, { enabled: false }))).enabled).toBe(false);
    expect(await search('meadow falcon')).not.toContain(text);
    expect((await chunksOf(`${at(id)}/embeddings`)).map(({ enabled }) => enabled)).toEqual([false]);
    await ok(tenant.owner.post(path, { enabled: true }));
    expect(await search('meadow falcon')).toContain(text);
    const viewer = await tenant.member({ project: 'viewer' });
    expect((await viewer.post(path, { enabled: false })).status).toBe(403);
    for (const body of [{ text: ' ' }, { text: 7 }, { enabled: 'maybe' }])
      expect((await tenant.owner.post(path, body)).status).toBe(422);
  });
});
