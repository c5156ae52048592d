import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantRole } from '../../src/access/grant-roles.ts';
import { createApiKey } from '../../src/identity/api-keys.ts';
import { Client, eventually, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { addChunkedDocument, makeCollection } from '../support/library.ts';

let world: World;
let tenant: Tenant;
let path: string;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  path = `${tenant.project}/collection`;
});
afterAll(() => world.close());

const document = (own: Tenant = tenant, texts: readonly string[] = ['Water boils.', 'Ice melts.']) =>
  addChunkedDocument(world, own, { title: 'Water', texts });
const read = async (id: string) => (await tenant.owner.get(`${path}/${id}`)).body;
const audited = async (id: string) => {
  const { body } = await tenant.owner.get(`${tenant.project}/audit_event?resource_id=${id}`);
  return body.results.map((event: Json) => event.event_type).toReversed();
};

/** The available and the reserved credits of an organization. */
const account = (of: Tenant) =>
  world.db
    .selectFrom('organization_accounts')
    .select(['credits', 'reserved'])
    .where('org_id', '=', of.orgId)
    .executeTakeFirstOrThrow();

describe('a collection', () => {
  it('is created with documents and counts their chunks', async () => {
    const ids = [await document(), await document()];
    const { status, body } = await tenant.owner.post(path, {
      title: 'Physics',
      document_embedding_instance_ids: [...ids, ids[0]],
      tags: ['science'],
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.any(String),
      title: 'Physics',
      summary: null,
      summary_status: null,
      summary_error: null,
      document_count: 2,
      chunk_count: 4,
      embedding: { model: 'scripted-embedding', dimension: 64, missing: 0, next: null, error: null },
      tags: ['science'],
      created: expect.stringMatching(/Z$/),
      modified: expect.stringMatching(/Z$/),
    });
    expect(await read(body.id)).toEqual(body);
    expect(await audited(body.id)).toEqual(['collection.created']);
  });

  it('is searched with the embedding model chosen at creation', async () => {
    const made = await tenant.owner.post(path, { title: 'Other', embedding_model: 'Other-Embedding' });
    expect(made.body.embedding).toEqual({
      model: 'other-embedding',
      dimension: 64,
      missing: 0,
      next: null,
      error: null,
    });
    const { status, body } = await tenant.owner.post(path, { title: 'None', embedding_model: 'nobody’s' });
    expect({ status, loc: body.detail[0].loc }).toEqual({ status: 422, loc: ['body', 'embedding_model'] });
  });

  it('can be renamed, and gets no new version if nothing changes', async () => {
    const id = await makeCollection(tenant, { title: 'Before' });
    const first = await tenant.owner.get(`${path}/${id}`);
    const same = await tenant.owner.post(`${path}/${id}`, { title: 'Before' });
    expect(same.headers.get('etag')).toBe(first.headers.get('etag'));
    const after = await tenant.owner.post(`${path}/${id}`, { title: 'After', tags: ['new'] });
    expect(after.body).toMatchObject({ title: 'After', tags: ['new'] });
    const stale = await tenant.owner.post(
      `${path}/${id}`,
      { title: 'Late' },
      { 'if-match': first.headers.get('etag') ?? '' },
    );
    expect(stale).toMatchObject({ status: 409, body: { detail: { reason: 'STALE_VERSION' } } });
    expect(await audited(id)).toEqual(['collection.created', 'collection.updated']);
  });

  it('cannot be deleted', async () => {
    const id = await makeCollection(tenant);
    const response = await tenant.owner.delete(`${path}/${id}`);
    expect([response.status, response.headers.get('allow')]).toEqual([405, expect.not.stringContaining('DELETE')]);
    expect((await read(id)).id).toBe(id);
  });

  it('is listed with those of its project, newest first, by title and tag', async () => {
    const own = await world.tenant();
    const titles = ['50% off', 'Half off', '_off_', 'On'];
    for (const title of titles) await makeCollection(own, { title, tags: title === 'On' ? ['kept'] : [] });
    const list = async (query: string) => {
      const { body } = await own.owner.get(`${own.project}/collection?${query}`);
      return body.results.map((row: Json) => row.title);
    };
    expect(await list('')).toEqual(titles.toReversed());
    expect(await list('title=OFF')).toEqual(['_off_', 'Half off', '50% off']);
    expect(await list(`title=${encodeURIComponent('50%')}`)).toEqual(['50% off']);
    expect(await list('title=_o')).toEqual(['_off_']);
    expect(await list('tag_id=kept')).toEqual(['On']);
    const first = (await own.owner.get(`${own.project}/collection?page_limit=3`)).body;
    expect(first.results.map((row: Json) => row.title)).toEqual(['On', '_off_', 'Half off']);
    expect(await list(`page_limit=3&cursor=${first.pagination.next_cursor}`)).toEqual(['50% off']);
  });

  it('is listed to a user who holds a role on it, even if they may not see those of the project', async () => {
    const [seen] = [await makeCollection(tenant), await makeCollection(tenant)];
    const member = await tenant.member({ org: 'member' });
    expect((await member.get(path)).status).toBe(403);
    await grantRole(world.db, {
      resourceType: 'collection',
      resourceId: seen,
      projectId: tenant.projectId,
      userId: member.userId,
      role: 'viewer',
    });
    expect((await member.get(path)).body.results.map((row: Json) => row.id)).toEqual([seen]);
    expect((await member.get(`${path}/${seen}`)).status).toBe(200);
    expect((await member.post(`${path}/${seen}`, { title: 'Mine' })).status).toBe(403);
  });
});

describe('the documents of a collection', () => {
  it('are added once and removed, and nothing is published if nothing changes', async () => {
    const id = await makeCollection(tenant);
    const [one, two] = [await document(), await document()];
    const add = (...ids: readonly string[]) => tenant.owner.post(`${path}/${id}/add`, { embedding_instance_ids: ids });
    const remove = (...ids: readonly string[]) =>
      tenant.owner.post(`${path}/${id}/remove`, { embedding_instance_ids: ids });
    expect((await add(one, one.toUpperCase())).body).toMatchObject({ document_count: 1, chunk_count: 2 });
    expect((await add(one, two)).body).toMatchObject({ document_count: 2, chunk_count: 4 });
    expect((await add(one)).status).toBe(200);
    expect((await remove(one, one)).body).toMatchObject({ document_count: 1, chunk_count: 2 });
    expect((await remove(one)).body).toMatchObject({ document_count: 1 });
    expect(await audited(id)).toEqual([
      'collection.created',
      'collection.documents_added',
      'collection.documents_added',
      'collection.documents_removed',
    ]);
  });

  it('are rejected by path if one is foreign, deleted or unknown, and then none is added or removed', async () => {
    const foreign = await document(await world.tenant());
    const gone = await document();
    await tenant.owner.delete(`${tenant.project}/document/${gone}`);
    const own = await document();
    const id = await makeCollection(tenant, { document_embedding_instance_ids: [own] });
    for (const bad of [foreign, gone, randomUUID()]) {
      const refusals = [
        await tenant.owner.post(path, { title: 'x', document_embedding_instance_ids: [own, bad] }),
        await tenant.owner.post(`${path}/${id}/add`, { embedding_instance_ids: [own, bad] }),
        await tenant.owner.post(`${path}/${id}/remove`, { embedding_instance_ids: [own, bad] }),
      ];
      for (const { status, body } of refusals)
        expect({ status, place: body.detail[0].loc.at(-1), type: body.detail[0].type }).toEqual({
          status: 422,
          place: 1,
          type: 'unknown_resource',
        });
    }
    expect(await read(id)).toMatchObject({ document_count: 1 });
  });

  it('must be visible to the user who adds them, with their credential', async () => {
    const [seen, unseen] = [await document(), await document()];
    const id = await makeCollection(tenant, { document_embedding_instance_ids: [unseen] });
    const member = await tenant.member({ org: 'member' });
    const grant = { userId: member.userId, projectId: tenant.projectId };
    await grantRole(world.db, { ...grant, resourceType: 'collection', resourceId: id, role: 'editor' });
    await grantRole(world.db, { ...grant, resourceType: 'document', resourceId: seen, role: 'viewer' });
    const more = await document();
    const add = (client: Client, documentId: string) =>
      client.post(`${path}/${id}/add`, { embedding_instance_ids: [documentId] });
    expect((await add(member, more)).status).toBe(422);
    expect((await add(member, seen)).body).toMatchObject({ document_count: 2 });
    const { value } = await createApiKey(world.db, {
      orgId: tenant.orgId,
      projectId: tenant.projectId,
      userId: tenant.userId,
      name: 'cut down',
      scopes: ['collection:edit'],
    });
    expect((await add(new Client(world.stack.baseUrl, value), more)).status).toBe(422);
    // Documents in the collection stay visible to its editors, with or without a role on them.
    const taken = await member.post(`${path}/${id}/remove`, { embedding_instance_ids: [unseen] });
    expect(taken.body).toMatchObject({ document_count: 1 });
  });

  it('are no longer counted once deleted', async () => {
    const kept = await document();
    const deleted = await document();
    const id = await makeCollection(tenant, { document_embedding_instance_ids: [kept, deleted] });
    expect((await tenant.owner.delete(`${tenant.project}/document/${deleted}`)).status).toBe(200);
    expect(await read(id)).toMatchObject({ document_count: 1, chunk_count: 2 });
    const { body } = await tenant.owner.get(`${path}/${id}/stats`);
    expect(body).toMatchObject({ document_count: 1, chunk_count: 2 });
  });

  it('are counted by status and language', async () => {
    const add = (given: Partial<Parameters<typeof addChunkedDocument>[2]>) =>
      addChunkedDocument(world, tenant, { title: 'Water', texts: ['Water boils at one hundred degrees.'], ...given });
    const ids = [
      await add({}),
      await add({ language: 'de' }),
      await add({ language: 'de' }),
      await add({ language: null }),
      await add({ status: 'parsing', texts: [] }),
      await add({ status: 'failed', texts: [] }),
    ];
    const id = await makeCollection(tenant, { document_embedding_instance_ids: ids });
    const { body } = await tenant.owner.get(`${path}/${id}/stats`);
    expect(body).toEqual({
      document_count: 6,
      documents: { queued: 0, parsing: 1, chunking: 0, embedding: 0, ready: 4, failed: 1 },
      chunk_count: 4,
      token_count: 24,
      size: expect.any(Number),
      languages: [
        { language: 'de', document_count: 2 },
        { language: null, document_count: 1 },
        { language: 'en', document_count: 1 },
      ],
    });
    expect(body.size).toBeGreaterThan(0);
    expect((await tenant.owner.get(`${path}/${await makeCollection(tenant)}/stats`)).body).toMatchObject({
      document_count: 0,
      chunk_count: 0,
      token_count: 0,
      languages: [],
    });
  });
});

describe('the summary of a collection', () => {
  const summarized = (id: string) =>
    eventually(
      () => read(id),
      (row) => row.summary_status !== 'running',
    );

  it('is written by a model after the response, and charged', async () => {
    const own = await world.tenant();
    const key = randomUUID();
    await world.model.script(key, [
      { text: ' It is about water. ', usage: { prompt_tokens: 1000, completion_tokens: 500 } },
    ]);
    const texts = [`Water boils. ${world.model.marker(key)}`];
    const ids = [await document(own, texts)];
    const id = await makeCollection(own, { title: 'Physics', document_embedding_instance_ids: ids });
    const before = await account(own);
    const asked = await own.owner.post(`${own.project}/collection/${id}/update_summary`);
    expect(asked).toMatchObject({ status: 200, body: { summary: null, summary_status: 'running' } });
    const done = await eventually(
      async () => (await own.owner.get(`${own.project}/collection/${id}`)).body,
      (row) => row.summary_status !== 'running',
    );
    expect(done).toMatchObject({ summary: 'It is about water.', summary_status: 'ready', summary_error: null });
    const [request] = await world.model.requests(key);
    const said = JSON.stringify(request?.body);
    expect(said).toContain('Physics');
    const after = await account(own);
    expect(Number(before.credits) - Number(after.credits)).toBeCloseTo(0.2, 9);
    expect(Number(after.reserved)).toBe(0);
  });

  it('stays unchanged if the model fails, and the failure is reported', async () => {
    const key = randomUUID();
    await world.model.script(
      key,
      [{ text: 'First.' }, { status: 400, body: { error: { message: 'no' } } }, { text: 'Third.' }],
      { by: 'call' },
    );
    const ids = [await document(tenant, [`Water boils. ${world.model.marker(key)}`])];
    const id = await makeCollection(tenant, { document_embedding_instance_ids: ids });
    const ask = () => tenant.owner.post(`${path}/${id}/update_summary`);
    await ask();
    expect(await summarized(id)).toMatchObject({ summary: 'First.', summary_status: 'ready' });
    await ask();
    const failed = { summary: 'First.', summary_status: 'failed', summary_error: { reason: 'MODEL_REJECTED' } };
    expect(await summarized(id)).toMatchObject(failed);
    await ask();
    expect(await summarized(id)).toMatchObject({ summary: 'Third.', summary_status: 'ready', summary_error: null });
  });

  it('is rejected if there is nothing to summarize, or nobody can pay', async () => {
    const own = await world.tenant();
    const id = await makeCollection(own);
    const ask = () => own.owner.post(`${own.project}/collection/${id}/update_summary`);
    expect(await ask()).toMatchObject({ status: 409, body: { detail: { reason: 'COLLECTION_EMPTY' } } });
    await world.db.updateTable('organization_accounts').set({ credits: '0' }).where('org_id', '=', own.orgId).execute();
    expect(await ask()).toMatchObject({ status: 402, body: { detail: { reason: 'INSUFFICIENT_CREDITS' } } });
  });
});
