import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantRole } from '../../src/access/giving.ts';
import { newId } from '../../src/platform/ids.ts';
import { type Answer, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { addCollection, addDocument } from '../support/knowledge.ts';
import { reasonOf } from '../support/scene.ts';

let world: World;
let tenant: Tenant;
let foreign: Tenant;

beforeAll(async () => {
  world = openWorld();
  [tenant, foreign] = await Promise.all([world.tenant(), world.tenant()]);
});
afterAll(() => world.close());

async function ok(answer: Promise<Answer>): Promise<Json> {
  const { status, body, text } = await answer;
  expect(status, text).toBe(200);
  return body;
}

const at = (of: Tenant) => `${of.project}/document`;
const idsOf = async (path: string, of = tenant) => (await ok(of.owner.get(path))).results.map((row: Json) => row.id);

describe('a document', () => {
  it('is read with what is known of it, and is a 404 to everybody else', async () => {
    const { id } = await addDocument(world, tenant);
    const record = await ok(tenant.owner.get(`${at(tenant)}/${id}`));
    const time = expect.stringMatching(/Z$/);
    expect(record).toEqual({
      id,
      title: 'Water',
      description: '',
      source: 'upload',
      connection_id: null,
      source_ref: null,
      strategy: 'auto',
      media_type: 'text/plain',
      size: 27,
      language: null,
      page_count: null,
      chunk_count: 1,
      warnings: [],
      status: 'ready',
      stage: 'embedding',
      progress: null,
      error: null,
      waiting_for: null,
      group_id: expect.any(String),
      collections: [],
      tags: [],
      created: time,
      modified: time,
    });
    for (const path of [`/${id}`, `/create/status/${record.group_id}`])
      expect((await foreign.owner.get(at(foreign) + path)).status).toBe(404);
    const answer = await tenant.owner.get(`${at(tenant)}/${randomUUID()}`);
    expect([answer.status, answer.body.detail.resourceNotFoundError.field]).toEqual([404, 'document']);
  });

  it('is edited by whoever may, and tells its version', async () => {
    const { id } = await addDocument(world, tenant);
    const path = `${at(tenant)}/${id}`;
    const before = await tenant.owner.get(path);
    const edit = { title: 'Steam', description: 'Above 100 degrees.' };
    const edited = await tenant.owner.post(path, edit, { 'if-match': before.headers.get('etag') ?? '' });
    expect([edited.status, edited.body]).toEqual([
      200,
      { ...before.body, ...edit, modified: expect.stringMatching(/Z$/) },
    ]);
    expect((await tenant.owner.get(path)).headers.get('etag')).toBe(edited.headers.get('etag'));
    const stale = await tenant.owner.post(path, edit, { 'if-match': before.headers.get('etag') ?? '' });
    expect([stale.status, reasonOf(stale)]).toEqual([409, 'STALE_VERSION']);
    const same = await tenant.owner.post(path, { title: 'Steam', strategy: 'auto', status: 'failed' });
    expect([same.status, same.body]).toEqual([200, edited.body]);
    expect(same.headers.get('etag')).toBe(edited.headers.get('etag'));
    const bad: [object, string][] = [
      [{}, 'title'],
      [{ title: ' ' }, 'title'],
      [{ title: 'x'.repeat(301) }, 'title'],
      [{ title: 'x', description: 'x'.repeat(5001) }, 'description'],
      [{ title: 'x', strategy: 'fast' }, 'strategy'],
      [{ title: 'x', strategy: 'slow' }, 'strategy'],
    ];
    for (const [body, field] of bad) {
      const answer = await tenant.owner.post(path, body);
      expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['body', field]]);
    }
    const viewer = await tenant.member({ project: 'viewer' });
    expect((await viewer.post(path, edit)).status).toBe(403);
    expect((await viewer.delete(path)).status).toBe(403);
    const trail = `${tenant.project}/audit_event`;
    const { results } = await ok(tenant.owner.get(`${trail}?resource_id=${id}&event_type=document.updated`));
    expect(results).toHaveLength(1);
    const { payload } = await ok(tenant.owner.get(`${trail}/${results[0].id}`));
    expect(payload).toMatchObject({ changed: ['title', 'description'], after: { title: 'Steam' } });
  });

  it('that is deleted is gone with its bytes, from its collections too, which stay', async () => {
    const collection = await addCollection(world, tenant);
    const { id } = await addDocument(world, tenant, { collections: [collection.id] });
    const path = `${at(tenant)}/${id}`;
    const record = await ok(tenant.owner.get(path));
    expect(record.collections).toEqual([collection.id]);
    expect(await ok(tenant.owner.delete(path))).toEqual({ ...record, deleted: true });
    const gone = [
      await tenant.owner.get(path),
      await tenant.owner.delete(path),
      await tenant.owner.post(path, { title: 'x' }),
      await tenant.owner.get(`${at(tenant)}/create/status/${record.group_id}`),
    ];
    expect(gone.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(await idsOf(at(tenant))).not.toContain(id);
    expect(await idsOf(`${at(tenant)}?collection_id=${collection.id}`)).toEqual([]);
    const count = (table: 'files' | 'collections', column: 'owner_id' | 'id', value: string) =>
      world.db
        .selectFrom(table)
        .select('id')
        .where(column as 'id', '=', value)
        .execute();
    expect(await count('files', 'owner_id', id)).toEqual([]);
    expect(await count('collections', 'id', collection.id)).toHaveLength(1);
  });

  it('tells of an ingestion that was stopped as of one that failed, and of one that is being stopped where it was', async () => {
    const error = { reason: 'INGESTION_CANCELLED', message: 'somebody stopped it' };
    const stopped = await addDocument(world, tenant, {
      ingestion: { status: 'cancelled', error },
    });
    expect(await ok(tenant.owner.get(`${at(tenant)}/${stopped.id}`))).toMatchObject({ status: 'failed', error });
    const group_id = newId();
    const stopping = await addDocument(world, tenant, {
      document: { group_id },
      ingestion: { status: 'cancelling', stage: 'chunking', completed: new Date() },
    });
    const queued = await addDocument(world, tenant, {
      document: { group_id },
      ingestion: { status: 'queued', stage: null, completed: new Date() },
    });
    const group = await ok(tenant.owner.get(`${at(tenant)}/create/status/${group_id}`));
    expect(group).toMatchObject({
      group_id,
      status: 'processing',
      documents: [
        { id: stopping.id, status: 'chunking' },
        { id: queued.id, status: 'queued', stage: null },
      ],
    });
  });
});

describe('documents', () => {
  it('are found by each filter, which takes all that is there into account', async () => {
    const own = await world.tenant();
    const collection = await addCollection(world, own);
    const connection_id = newId();
    const plain = await addDocument(world, own);
    const web = await addDocument(world, own, {
      document: { title: '100%_sure', source: 'web', source_id: connection_id, source_ref: 'https://example.com/' },
      collections: [collection.id],
    });
    const failed = await addDocument(world, own, {
      document: { title: 'Steam', strategy: 'ocr_only' },
      ingestion: { status: 'cancelled' },
    });
    const found: [string, readonly { id: string }[]][] = [
      ['', [failed, web, plain]],
      ['title=TEAM', [failed]],
      ['title=0%25_s', [web]],
      ['title=%25', [web]],
      [`collection_id=${collection.id}`, [web]],
      [`collection_id=${randomUUID()}`, []],
      [`connection_id=${connection_id.toUpperCase()}`, [web]],
      ['source=web', [web]],
      ['source=upload', [failed, plain]],
      ['strategy=ocr_only', [failed]],
      ['status=failed', [failed]],
      ['status=ready&strategy=auto', [web, plain]],
    ];
    for (const [query, rows] of found)
      expect(await idsOf(`${at(own)}?${query}`, own), query).toEqual(rows.map(({ id }) => id));
    for (const query of ['source=fax', 'strategy=slow', 'status=cancelled', 'collection_id=x', 'connection_id=x']) {
      const answer = await own.owner.get(`${at(own)}?${query}`);
      expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['query', query.split('=')[0]]]);
    }
  });

  it('are listed for whoever holds a role on one of them alone: that one', async () => {
    const [shown] = [await addDocument(world, tenant), await addDocument(world, tenant)];
    const guest = await tenant.member({ org: 'member' });
    expect((await guest.get(at(tenant))).status).toBe(403);
    const grant = { resourceType: 'document', resourceId: shown.id, projectId: tenant.projectId };
    await grantRole(world.db, { ...grant, userId: guest.userId, role: 'viewer' });
    const seen = await ok(guest.get(at(tenant)));
    expect(seen.results.map((row: Json) => row.id)).toEqual([shown.id]);
    expect((await ok(guest.get(`${at(tenant)}/${shown.id}`))).id).toBe(shown.id);
    // Of a project that it has no role below, nobody learns more than of one that is not there.
    expect((await guest.get(at(foreign))).status).toBe(403);
    const creator = await tenant.member({ project: 'task_creator' });
    expect((await creator.get(at(tenant))).status).toBe(403);
  });
});
