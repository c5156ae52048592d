import { stageBlob } from '../../src/files/staging.ts';
import { acceptDocuments, type NewDocument, startIngestions } from '../../src/knowledge/ingestion/accept.ts';
import { ensureSpace } from '../../src/knowledge/spaces.ts';
import { newId } from '../../src/platform/ids.ts';
import type { Services } from '../../src/services.ts';
import type { EvalDocument } from './documents.ts';

/** Services that the ingestion needs. */
type IngestContext = Pick<Services, 'db' | 'blobs' | 'temporal' | 'log' | 'models'>;

/** Owner of the documents. */
export interface Owner {
  readonly orgId: string;
  readonly projectId: string;
  readonly userId: string;
}

/** Documents that are ready for queries. */
export interface Ingested {
  readonly collectionId: string;
  /** Keys of the documents by id. */
  readonly keys: ReadonlyMap<string, string>;
  readonly chunks: number;
  /** Milliseconds from the upload until all documents were ready. */
  readonly ms: number;
}

const POLL_MS = 500;

/** Uploads documents into a new collection and waits until all are ready. */
export async function ingest(ctx: IngestContext, owner: Owner, documents: readonly EvalDocument[]): Promise<Ingested> {
  const collectionId = await makeCollection(ctx, owner);
  const began = performance.now();
  const files: NewDocument[] = [];
  for (const { name, mediaType, text } of documents) {
    const blob = await stageBlob(ctx.blobs, { orgId: owner.orgId }, [Buffer.from(text)]);
    files.push({ title: name, file: { name, mediaType, blob }, source: 'upload' });
  }
  const { documentIds, ingestionIds } = await ctx.db.transaction().execute((trx) =>
    acceptDocuments(trx, {
      orgId: owner.orgId,
      projectId: owner.projectId,
      by: { type: 'user', id: owner.userId },
      triggerType: 'api',
      documents: files,
      strategy: 'auto',
      collectionIds: [collectionId],
      tags: [],
    }),
  );
  await startIngestions(ctx, owner.orgId, ingestionIds);
  const chunks = await whenReady(ctx, ingestionIds);
  const keys = new Map(documentIds.map((id, at) => [id, documents[at]?.key ?? '']));
  return { collectionId, keys, chunks, ms: performance.now() - began };
}

async function makeCollection({ db, models }: IngestContext, { orgId, projectId, userId }: Owner): Promise<string> {
  const space = await ensureSpace(db, models.defaultEmbedding);
  const id = newId();
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('collections')
      .values({ id, org_id: orgId, project_id: projectId, title: 'Evaluation', created_by: userId })
      .execute();
    await trx.insertInto('collection_states').values({ collection_id: id, space_id: space.id }).execute();
  });
  return id;
}

/** Waits for the ingestions and returns the number of chunks. Throws if a document fails. */
async function whenReady({ db }: IngestContext, ingestionIds: readonly string[]): Promise<number> {
  for (;;) {
    const rows = await db
      .selectFrom('ingestions as i')
      .innerJoin('document_contents as c', 'c.document_id', 'i.document_id')
      .select(['i.status', 'i.error', 'i.completed', 'c.chunk_count'])
      .where('i.id', 'in', ingestionIds)
      .execute();
    const failed = rows.find(({ completed, status }) => completed !== null && status !== 'ready');
    if (failed) throw new Error(`a document of the set failed: ${JSON.stringify(failed.error)}`);
    if (rows.every(({ status }) => status === 'ready')) return rows.reduce((sum, row) => sum + row.chunk_count, 0);
    await new Promise((wake) => setTimeout(wake, POLL_MS));
  }
}
