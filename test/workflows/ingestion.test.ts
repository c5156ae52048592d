import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listFiles } from '../../src/files/queries.ts';
import { stageBlob } from '../../src/files/staging.ts';
import { startIngestions } from '../../src/knowledge/ingestion/accept.ts';
import {
  pauseIngestion,
  resumeIngestion,
  stopIngestion,
  wakeIngestions,
} from '../../src/knowledge/ingestion/control.ts';
import { replaceContent, retryDocument } from '../../src/knowledge/ingestion/replace.ts';
import { ingestionKind } from '../../src/knowledge/ingestion/run-kind.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { cancelWorkflow, cancelWorkflows, stopRunsOf } from '../../src/runs/stop.ts';
import { eventually, openWorld, type Tenant, type World } from '../support/client.ts';
import { listChunks, listIngestedDocuments, openUploader, waitForDocuments } from '../support/documents.ts';
import type { Step } from '../support/model-server.ts';
import { toEnvironment } from '../support/stack.ts';

let world: World;
let tenant: Tenant;
let uploader: Awaited<ReturnType<typeof openUploader>>;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  uploader = await openUploader(toEnvironment(world.stack));
});
afterAll(async () => {
  await uploader.close();
  await world.close();
});

const isReady = ({ status }: { status: string }) => status === 'ready';
const waitsFor = (kind: string) => (document: { waiting_for: { kind: string } | null }) =>
  document.waiting_for?.kind === kind;
const change = <T>(work: (trx: Executor) => Promise<T>) => uploader.services.db.transaction().execute(work);
const toUpload = (whose: Tenant) => ({
  orgId: whose.orgId,
  projectId: whose.projectId,
  by: { type: 'user', id: whose.userId },
  triggerType: 'api',
});
const countVectors = (documentId: string) =>
  world.db
    .selectFrom('chunk_vectors')
    .select(['chunk_id', 'edition'])
    .where('document_id', '=', documentId)
    .orderBy('chunk_id')
    .execute();

/** A text with scripted vectors. */
async function scriptVectors(key: string, steps: readonly Step[], rest = 'The tide was low.'): Promise<string> {
  await world.model.script(key, steps, { by: 'call' });
  return `${world.model.marker(key)} ${rest}`;
}

/** Uploads one document and returns its id. */
async function uploadText(text: string, name = 'text.txt', whose = tenant): Promise<string> {
  const { documentIds } = await uploader.bring(whose, [{ name, text }]);
  return documentIds[0]!;
}

async function readDocument(documentId: string) {
  const [document] = await listIngestedDocuments(world, [documentId]);
  return document!;
}

async function retry(documentId: string): Promise<void> {
  const id = await change((trx) => retryDocument(trx, toUpload(tenant), documentId));
  await startIngestions(uploader.services, tenant.orgId, [id]);
}

async function resume(documentId: string): Promise<void> {
  const { ingestion } = await change((trx) => resumeIngestion(trx, documentId));
  await wakeIngestions(uploader.services, [ingestion]);
}

async function cancel(documentId: string): Promise<void> {
  const { ingestion } = await change((trx) => stopIngestion(trx, documentId));
  await cancelWorkflow(uploader.services, { kind: ingestionKind, ...ingestion });
}

describe('an ingestion', () => {
  it('makes a document searchable: chunks with their index terms and a vector each', async () => {
    const text = `The lighthouse keeper counted the ships every evening, and wrote down what he saw. ${'Nobody else did that. '.repeat(9)}`;
    const id = await uploadText(text);
    const [document] = await waitForDocuments(world, [id], isReady);
    expect(document).toMatchObject({ chunk_count: 1, error: null, waiting_for: null });
    const chunks = await listChunks(world, id);
    expect(chunks).toMatchObject([{ position: 0, edition: 1 }]);
    expect(chunks[0]!.words).toContain("'lighthous");
    expect((await countVectors(id)).map((vector) => vector.chunk_id)).toEqual([chunks[0]!.id]);
  });

  it('of an unreadable file fails with the reason, and is retried when a person requests it', async () => {
    const id = await uploadText('%PDF-1.4 and no more', 'broken.pdf');
    const [failed] = await waitForDocuments(world, [id], ({ status }) => status === 'failed');
    expect(failed).toMatchObject({ stage: 'parsing', chunk_count: 0, ready_at: null });
    expect(failed!.error!.reason).toMatch(/^[A-Z_]+$/);
    await retry(id);
    const [again] = await waitForDocuments(
      world,
      [id],
      ({ status, ingestion_id }) => status === 'failed' && ingestion_id !== failed!.ingestion_id,
    );
    expect(again!.error).toEqual(failed!.error);
    const [bytes] = await listFiles(world.db, id);
    expect(bytes).toMatchObject({ name: 'broken.pdf', size: 20 });
  });

  it('retries an unavailable model at its retry time or when a person requests it', async () => {
    const busy = { status: 503, headers: { 'retry-after': '120' }, body: { error: { message: 'busy' } } };
    const id = await uploadText(await scriptVectors('ingest-busy', [{ ...busy, headers: {} }, busy, {}]));
    const [waiting] = await waitForDocuments(
      world,
      [id],
      (one) => waitsFor('retry')(one) && /retry 2/.test(one.waiting_for!.detail.msg ?? ''),
    );
    expect(waiting).toMatchObject({ status: 'embedding', chunk_count: 0 });
    await resume(id);
    await waitForDocuments(world, [id], isReady);
    expect(await world.model.requests('ingest-busy')).toHaveLength(3);
  });

  it('resumes at the failed stage, with the existing chunks', async () => {
    const refusal = { status: 400, body: { error: { message: 'not like this' } } };
    const id = await uploadText(await scriptVectors('ingest-refused', [refusal, {}]));
    const [failed] = await waitForDocuments(world, [id], ({ status }) => status === 'failed');
    expect(failed).toMatchObject({ stage: 'embedding', error: { reason: 'MODEL_REJECTED' } });
    const before = await listChunks(world, id);
    await retry(id);
    await waitForDocuments(world, [id], isReady);
    expect(await listChunks(world, id)).toEqual(before);
  });

  it('is suspended while it is paused, whatever is uploaded, and continues from there', async () => {
    const id = await uploadText(await scriptVectors('ingest-paused', [{ gate: 'ingest-paused' }]));
    await world.model.waitForRequests('ingest-paused', 1);
    expect(await change((trx) => pauseIngestion(trx, id))).toMatchObject({ changed: true });
    await world.model.open('ingest-paused');
    await eventually(
      () => countVectors(id),
      (vectors) => vectors.length === 1,
    );
    expect(await change((trx) => pauseIngestion(trx, id))).toMatchObject({ changed: false });
    expect(await readDocument(id)).toMatchObject({
      status: 'embedding',
      waiting_for: { kind: 'paused' },
      ready_at: null,
    });
    await resume(id);
    await waitForDocuments(world, [id], isReady);
    expect(await world.model.requests('ingest-paused')).toHaveLength(1);
  });

  it('stops at once when it is cancelled: the model’s request is aborted, and a retry continues', async () => {
    const id = await uploadText(await scriptVectors('ingest-cancelled', [{ hang: true }, {}]));
    await world.model.waitForRequests('ingest-cancelled', 1);
    await cancel(id);
    await world.model.waitForAborts('ingest-cancelled', 1);
    const [cancelled] = await waitForDocuments(world, [id], ({ status }) => status === 'cancelled');
    expect(cancelled).toMatchObject({ error: { reason: 'INGESTION_CANCELLED' }, ready_at: null });
    await retry(id);
    await waitForDocuments(world, [id], isReady);
  });

  it('leaves nothing of a document that is deleted during it', async () => {
    const id = await uploadText(await scriptVectors('ingest-deleted', [{ hang: true }]));
    await world.model.waitForRequests('ingest-deleted', 1);
    expect(await listChunks(world, id)).toHaveLength(1);
    await world.db.updateTable('documents').set({ deleted_at: new Date() }).where('id', '=', id).execute();
    await cancelWorkflows(uploader.services, stopRunsOf(uploader.services.db, ingestionKind, 'document_id', id));
    await waitForDocuments(world, [id], ({ status }) => status === 'cancelled');
    expect(await listChunks(world, id)).toEqual([]);
    expect(await countVectors(id)).toEqual([]);
  });

  it('waits for credits, says so, and continues after a top-up', async () => {
    const poor = await world.tenant();
    const credits = (amount: string) =>
      world.db.updateTable('organization_accounts').set({ credits: amount }).where('org_id', '=', poor.orgId).execute();
    await credits('0');
    const id = await uploadText('Nothing is free here.', 'poor.txt', poor);
    const [waiting] = await waitForDocuments(world, [id], waitsFor('budget'));
    expect(waiting).toMatchObject({ status: 'embedding' });
    await credits('5');
    await resume(id);
    await waitForDocuments(world, [id], isReady);
    const run = await world.db
      .selectFrom('ingestions')
      .selectAll()
      .where('document_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(run.input_tokens).toBeGreaterThan(0);
    expect(Number(run.charged_credits)).toBeGreaterThan(0);
  });
});

describe('the new bytes of a document', () => {
  it('are not searchable before they are ready, and then replace the old ones', async () => {
    const id = await uploadText('What was known before.', 'news.txt');
    await waitForDocuments(world, [id], isReady);
    const text = await scriptVectors('ingest-replaced', [{ gate: 'ingest-replaced' }], 'What is known now.');
    const blob = await stageBlob(uploader.services.blobs, { orgId: tenant.orgId }, [Buffer.from(text)]);
    const replaced = await change((trx) =>
      replaceContent(trx, toUpload(tenant), id, { name: 'news.txt', mediaType: 'text/plain', blob }),
    );
    await startIngestions(uploader.services, tenant.orgId, [replaced!.ingestionId]);
    await world.model.waitForRequests('ingest-replaced', 1);
    const contents = () =>
      world.db.selectFrom('document_contents').selectAll().where('document_id', '=', id).executeTakeFirstOrThrow();
    expect(await contents()).toMatchObject({ edition: 1, size: '22', chunk_count: 1, word_count: '3' });
    expect((await listChunks(world, id)).map(({ edition }) => edition)).toEqual([1, 2]);
    await world.model.open('ingest-replaced');
    await waitForDocuments(world, [id], isReady);
    expect(await contents()).toMatchObject({
      edition: 2,
      size: String(text.length),
      word_count: String((await listChunks(world, id))[0]?.word_count),
    });
    expect(await listChunks(world, id)).toMatchObject([{ edition: 2, text }]);
    expect(await countVectors(id)).toMatchObject([{ edition: 2 }]);
    expect(await listFiles(world.db, id)).toMatchObject([{ name: 'news.txt', size: text.length }]);
    const same = await change((trx) =>
      replaceContent(trx, toUpload(tenant), id, { name: 'news.txt', mediaType: 'text/plain', blob }),
    );
    expect(same).toBeUndefined();
  });

  it('cancel the ingestion of the old ones', async () => {
    const id = await uploadText(await scriptVectors('ingest-superseded', [{ hang: true }]));
    await world.model.waitForRequests('ingest-superseded', 1);
    const first = await readDocument(id);
    const blob = await stageBlob(uploader.services.blobs, { orgId: tenant.orgId }, [Buffer.from('Something else.')]);
    const replaced = await change((trx) =>
      replaceContent(trx, toUpload(tenant), id, { name: 'else.txt', mediaType: 'text/plain', blob }),
    );
    // The model request was aborted.
    await world.model.waitForAborts('ingest-superseded', 1);
    await startIngestions(uploader.services, tenant.orgId, [replaced!.ingestionId]);
    await waitForDocuments(world, [id], isReady);
    const old = await world.db
      .selectFrom('ingestions')
      .selectAll()
      .where('id', '=', first.ingestion_id)
      .executeTakeFirst();
    expect(old).toMatchObject({ status: 'cancelled', error: { reason: 'INGESTION_SUPERSEDED' } });
    expect(await listChunks(world, id)).toMatchObject([{ edition: 2, text: 'Something else.' }]);
  });
});

describe('equal bytes in a project', () => {
  it('are processed once: chunks and vectors are copied', async () => {
    const text = await scriptVectors('ingest-twice', [{}]);
    const first = await uploadText(text, 'one.txt');
    await waitForDocuments(world, [first], isReady);
    const second = await uploadText(text, 'two.txt');
    const [copied] = await waitForDocuments(world, [second], isReady);
    expect(copied).toMatchObject({ chunk_count: 1 });
    const texts = async (id: string) => (await listChunks(world, id)).map(({ id: _, ...chunk }) => chunk);
    expect(await texts(second)).toEqual(await texts(first));
    expect(await countVectors(second)).toHaveLength(1);
    expect(await world.model.requests('ingest-twice')).toHaveLength(1);
  });

  it('are processed by one of several concurrent ingestions, while the others wait', async () => {
    const text = await scriptVectors('ingest-at-once', [{ gate: 'ingest-at-once' }]);
    const { documentIds } = await uploader.bring(
      tenant,
      ['a', 'b', 'c'].map((name) => ({ name: `${name}.txt`, text })),
    );
    await eventually(
      () => listIngestedDocuments(world, documentIds),
      (documents) => documents.filter(waitsFor('equal_bytes')).length === 2,
    );
    await world.model.open('ingest-at-once');
    await waitForDocuments(world, documentIds, isReady);
    expect(await world.model.requests('ingest-at-once')).toHaveLength(1);
    for (const id of documentIds) expect(await countVectors(id)).toHaveLength(1);
  });

  it('are processed by another one if the first fails, is cancelled or paused', async () => {
    const refusal = { status: 400, body: { error: { message: 'no' } }, gate: 'ingest-first-fails' };
    const text = await scriptVectors('ingest-first-fails', [refusal, { hang: true }, { hang: true }, {}]);
    const { documentIds } = await uploader.bring(
      tenant,
      ['a', 'b', 'c', 'd'].map((name) => ({ name: `${name}.txt`, text })),
    );
    const waiting = (count: number) =>
      eventually(
        () => listIngestedDocuments(world, documentIds),
        (documents) => documents.filter(waitsFor('equal_bytes')).length === count,
      );
    const leader = async () =>
      (await listIngestedDocuments(world, documentIds)).find(
        ({ status, waiting_for }) => status === 'embedding' && !waiting_for,
      )!.id;
    await waiting(3);
    await world.model.open('ingest-first-fails');
    await world.model.waitForRequests('ingest-first-fails', 2);
    await waiting(2);
    const second = await leader();
    await cancel(second);
    await world.model.waitForRequests('ingest-first-fails', 3);
    await waiting(1);
    const third = await leader();
    const { followers } = await change((trx) => pauseIngestion(trx, third));
    expect(followers).toHaveLength(1);
    await wakeIngestions(uploader.services, followers);
    await world.model.waitForRequests('ingest-first-fails', 4);
    await eventually(
      () => listIngestedDocuments(world, documentIds),
      (documents) =>
        documents
          .map(({ status }) => status)
          .sort()
          .join() === 'cancelled,embedding,failed,ready',
    );
  });
});
