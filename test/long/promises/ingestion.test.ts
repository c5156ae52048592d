import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { compareDocuments } from '../../../drill/documents/compare.ts';
import { planDocuments } from '../../../drill/documents/plan.ts';
import { INGESTION_STAGES } from '../../../src/knowledge/contract.ts';
import type { ProductProcess } from '../../../src/platform/local/launch.ts';
import { eventually, openWorld, type World } from '../../support/client.ts';
import {
  type IngestedDocument,
  listIngestedDocuments,
  openUploader,
  waitForDocuments,
} from '../../support/documents.ts';
import { Stack, toEnvironment } from '../../support/stack.ts';

let stack: Stack;
let world: World;
let uploader: Awaited<ReturnType<typeof openUploader>>;
let worker: ProductProcess;

beforeAll(async () => {
  stack = await Stack.create(inject('servers'), 'ingestion', { RECONCILE_SECONDS: '2', MODEL_MAX_WAIT: 'PT1H' });
  await stack.startApi();
  world = openWorld(stack.info);
  uploader = await openUploader(toEnvironment(stack.info));
});
afterAll(async () => {
  await uploader.close();
  await world.close();
  await stack.stop();
});

const isReady = ({ status }: { status: string }) => status === 'ready';

describe('a thousand documents of one tenant', () => {
  it('do not delay those of another tenant: queues are served in turn', async () => {
    const [many, one] = [await world.tenant(), await world.tenant()];
    const files = Array.from({ length: 8 }, (_, at) => ({ name: `${at}.txt`, text: `Number ${at} of many.` }));
    const queued = await uploader.bring(many, files);
    const { documentIds } = await uploader.bring(one, [{ name: 'one.txt', text: 'The only one.' }]);
    worker = stack.startWorker({ WORKER_QUEUES: 'ingestion:2,background:5,runs:5' });
    await stack.ready();
    await waitForDocuments(world, [...queued.documentIds, ...documentIds], isReady);
    // Fair starts can end in another order: a parser of the large tenant can finish before the other one's starts.
    const { rows } = await sql<{ before: number }>`
      select count(*)::int as before from ingestions a, ingestions b
      where a.org_id = ${many.orgId} and b.org_id = ${one.orgId} and a.started < b.started`.execute(world.db);
    expect(rows[0]!.before).toBeLessThan(files.length / 2);
  });
});

describe('a document whose embedding model is unavailable', () => {
  it('waits for it and becomes ready automatically, even after more failures than one retry sequence allows', async () => {
    const script = randomUUID();
    const busy = { status: 503, headers: { 'retry-after': '1' }, body: { error: { message: 'all servers are busy' } } };
    await world.model.script(script, [...Array.from({ length: 7 }, () => busy), { text: '' }], { by: 'call' });
    const text = `It is about patience. ${world.model.marker(script)}`;
    const { documentIds } = await uploader.bring(await world.tenant(), [{ name: 'patient.txt', text }]);
    const ingestion = () =>
      world.db
        .selectFrom('ingestions')
        .selectAll()
        .where('document_id', '=', documentIds[0]!)
        .executeTakeFirstOrThrow();
    const waiting = await eventually(ingestion, (now) => (now.waiting_for?.attempts ?? 0) >= 2);
    expect(waiting).toMatchObject({
      status: 'embedding',
      waiting_for: { kind: 'provider', message: expect.stringContaining('busy') },
    });
    await waitForDocuments(world, documentIds, isReady);
    expect(await ingestion()).toMatchObject({ is_error: false, waiting_for: null });
    expect(await world.model.requests(script)).toHaveLength(8);
  });
});

describe('documents of all formats whose worker is killed at every stage', () => {
  it('become ready with the same chunks as without a crash, none repeated and none missing', async () => {
    const planned = await planDocuments('promise', 12);
    for (const { key, steps } of planned) await world.model.script(key, steps, { by: 'call' });
    const [first, second] = [await world.tenant(), await world.tenant()];
    const disturbed = await uploader.bring(first, planned);
    for (const at of INGESTION_STAGES.keys()) {
      const reached = ({ stage: now }: IngestedDocument) => now !== null && INGESTION_STAGES.indexOf(now) >= at;
      await eventually(
        () => listIngestedDocuments(world, disturbed.documentIds),
        (documents) => documents.some(reached),
      );
      await worker.kill();
      worker = stack.startWorker();
    }
    await waitForDocuments(world, disturbed.documentIds, isReady);
    const calm = await uploader.bring(second, planned);
    await waitForDocuments(world, calm.documentIds, isReady);
    const names = planned.map(({ name }) => name);
    const brought = { names, disturbed: disturbed.documentIds, calm: calm.documentIds, credits: '1000' };
    expect(await compareDocuments(world.db, brought)).toEqual([]);
    const ingestions = world.db.selectFrom('ingestions').select('id').where('org_id', '=', first.orgId);
    expect(await ingestions.execute()).toHaveLength(planned.length);
  });
});

describe('a project that is deleted', () => {
  it('deletes its documents, collections and sources, running ones too, with all derived data', async () => {
    const tenant = await world.tenant();
    await world.model.script('erased', [{ hang: true }]);
    const text = `${world.model.marker('erased')} under way`;
    const ready = await uploader.bring(tenant, [{ name: 'ready.txt', text: 'Ready long ago.' }]);
    await waitForDocuments(world, ready.documentIds, isReady);
    const { documentIds } = await uploader.bring(tenant, [{ name: 'under-way.txt', text }]);
    await world.model.waitForRequests('erased', 1);
    const collection = await tenant.owner.post(`${tenant.project}/collection`, {
      title: 'Erased',
      document_embedding_instance_ids: ready.documentIds,
    });
    const tag = await tenant.owner.post(`${tenant.project}/collection/tag`, { name: 'erased' });
    await tenant.owner.post(`${tenant.project}/collection/tag/${tag.body.id}/add`, { entities: [collection.body.id] });
    const source = await tenant.owner.post(`${tenant.project}/scrape`);
    expect([collection.status, tag.status, source.status]).toEqual([200, 200, 200]);
    expect(await tenant.owner.delete(tenant.project)).toMatchObject({ status: 200 });
    const left = async () => {
      const { rows } = await sql<{ left: number }>`
        select (select count(*) from chunks where project_id = ${tenant.projectId})
          + (select count(*) from chunk_vectors where project_id = ${tenant.projectId})
          + (select count(*) from files where project_id = ${tenant.projectId})
          + (select count(*) from document_contents where project_id = ${tenant.projectId})
          + (select count(*) from ingestions where project_id = ${tenant.projectId})
          + (select count(*) from documents where project_id = ${tenant.projectId})
          + (select count(*) from collections where project_id = ${tenant.projectId})
          + (select count(*) from collection_states where collection_id = ${collection.body.id})
          + (select count(*) from tagged where entity_id = ${collection.body.id})
          + (select count(*) from role_grants where resource_id = ${collection.body.id})
          + (select count(*) from knowledge_sources where project_id = ${tenant.projectId})
          + (select count(*) from knowledge_source_states where source_id = ${source.body.id}) as left`.execute(
        world.db,
      );
      return Number(rows[0]?.left);
    };
    expect(documentIds).toHaveLength(1);
    await eventually(left, (count) => count === 0);
  });
});
