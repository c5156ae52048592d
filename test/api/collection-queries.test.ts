import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantRole } from '../../src/access/grant-roles.ts';
import {
  type ApiResponse,
  type Client,
  eventually,
  type Json,
  openWorld,
  type Tenant,
  type World,
} from '../support/client.ts';
import { addChunkedDocument, makeCollection } from '../support/library.ts';

let world: World;
let tenant: Tenant;
let [first, second, both] = ['', '', ''];

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  first = await makeCollection(tenant, { title: 'First' });
  second = await makeCollection(tenant, { title: 'Second' });
  const add = (text: string, ...collections: string[]) =>
    addChunkedDocument(world, tenant, { title: 'Rules', texts: [text], collections });
  await add('The harbour of Genoa opens at six.', first);
  await add('The harbour of Trieste opens at seven.', second);
  both = await add('The harbour of Venice opens at eight.', first, second);
  await add('The harbour of Bari is in no collection.');
});
afterAll(() => world.close());

const ask = (body: object = {}, client: Client = tenant.owner, headers?: Record<string, string>) =>
  client.post(`${tenant.project}/collection/query`, { query: 'harbour opens', results_only: true, ...body }, headers);
const ok = async (response: Promise<ApiResponse>): Promise<Json> => {
  const { status, body, text } = await response;
  expect(status, text).toBeLessThan(300);
  return body;
};
const towns = ({ results }: Json): string[] => results.map(({ text }: Json) => /of (\w+)/.exec(text)?.[1]).toSorted();
const guestOf = async (...collections: string[]) => {
  const guest = await tenant.member({});
  for (const resourceId of collections)
    await grantRole(world.db, {
      resourceType: 'collection',
      resourceId,
      userId: guest.userId,
      role: 'viewer',
      projectId: tenant.projectId,
    });
  return guest;
};

describe('a query of several collections', () => {
  it('searches the named collections or all, and each result names its collections', async () => {
    expect(towns(await ok(ask()))).toEqual(['Genoa', 'Trieste', 'Venice']);
    expect(towns(await ok(ask({ collection_ids: [second] })))).toEqual(['Trieste', 'Venice']);
    const { results } = await ok(ask({ collection_ids: [first, second, first] }));
    const shared = results.find(({ document_id }: Json) => document_id === both);
    expect(shared.collections).toEqual([
      { id: first, title: 'First' },
      { id: second, title: 'Second' },
    ]);
    expect(towns(await ok(ask({ filters: { document_ids: [both] } })))).toEqual(['Venice']);
  });

  it('finds only what the caller may view, and hides other collections', async () => {
    const guest = await guestOf(first);
    const found = await ok(ask({}, guest));
    expect(towns(found)).toEqual(['Genoa', 'Venice']);
    expect(found.results.flatMap(({ collections }: Json) => collections).map(({ id }: Json) => id)).toEqual([
      first,
      first,
    ]);
    const foreign = await makeCollection(await world.tenant());
    for (const id of [second, foreign, randomUUID()]) {
      const { status, body } = await ask({ collection_ids: [first, id] }, guest);
      expect([status, body.detail]).toMatchObject([
        422,
        [{ loc: ['body', 'collection_ids', 1], code: 'unknown_resource' }],
      ]);
    }
    const stranger = await world.tenant();
    expect((await ask({}, stranger.owner)).status).toBe(403);
  });

  it('is stored with its permissions, and is read by its sender only', async () => {
    const [guest, other] = [await guestOf(first), await guestOf(second)];
    const { id } = await ok(ask({}, guest, { prefer: 'respond-async' }));
    const path = `${tenant.project}/collection/query/${id}`;
    const done = await eventually(
      () => guest.get(path),
      ({ body }) => body.completed !== null,
    );
    expect(towns(done.body)).toEqual(['Genoa', 'Venice']);
    expect((await other.get(path)).status).toBe(404);
    expect((await guest.get(`${tenant.project}/collection/${first}/query/${id}`)).status).toBe(404);
  });

  it('compares the results of different embedding models by one scale', async () => {
    const own = await world.tenant();
    const near = await makeCollection(own, { title: 'Near' });
    const far = await makeCollection(own, { title: 'Far', embedding_model: 'other-embedding' });
    const upload = (text: string, collection: string) =>
      ok(own.owner.post(`${own.project}/document/upload`, { text, collection_ids: [collection] }));
    await upload('Lighthouses warn ships at night.', far);
    await upload('The harbour opens at six in the morning.', near);
    const { results } = await ok(
      own.owner.post(`${own.project}/collection/query`, { query: 'when does the harbour open', results_only: true }),
    );
    expect(results.map(({ collections }: Json) => collections[0].title)).toEqual(['Near', 'Far']);
    // Each space alone gives its best result the score 1.
    expect(results[1].score).toBeLessThan(results[0].score);
  });
});
