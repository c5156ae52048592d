import { sql } from 'kysely';
import type { BlobStore } from '../../files/blobs/store.ts';
import { removeBlobs } from '../../files/staging.ts';
import type { Db, Executor } from '../../platform/db/client.ts';
import type { RunContext } from '../../runs/start.ts';
import { cancelWorkflows, stopRunsOf } from '../../runs/stop.ts';
import { deleteDocument } from '../documents/queries.ts';
import { ingestionKind } from '../ingestion/run-kind.ts';

/** Dependencies of deleting documents. */
export interface RemovalContext extends RunContext {
  readonly db: Db;
  readonly blobs: BlobStore;
}

/** Work after the commit. */
export type FollowUp = () => Promise<unknown>;

/** Whether a document exists and is not deleted. */
export async function isLiveDocument(db: Executor, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('documents')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes a document. Returns the work after the commit, undefined if it was already deleted. */
export async function deleteDocumentInTransaction(
  trx: Executor,
  ctx: RemovalContext,
  id: string,
): Promise<FollowUp | undefined> {
  if (!(await isLiveDocument(trx, id))) return undefined;
  const blobKeys = await deleteDocument(trx, id);
  return async () => {
    await cancelWorkflows(ctx, stopRunsOf(ctx.db, ingestionKind, 'document_id', id));
    await removeBlobs(ctx.blobs, blobKeys);
  };
}

/** Documents deleted per transaction. */
const DOCUMENTS_PER_TRANSACTION = 100;

/** Deletes documents of a deleted source up to a limit. A repeat continues. */
export async function deleteSourceDocuments(ctx: RemovalContext, sourceId: string, limit: number): Promise<void> {
  for (let count = 0; count < limit; count += DOCUMENTS_PER_TRANSACTION) {
    const { after, isLast } = await ctx.db.transaction().execute((trx) => deleteDocumentBatch(trx, ctx, sourceId));
    for (const follow of after) await follow();
    if (isLast) return;
  }
}

async function deleteDocumentBatch(trx: Executor, ctx: RemovalContext, sourceId: string) {
  const rows = await trx
    .selectFrom('documents')
    .select('id')
    .where('source_id', '=', sourceId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(DOCUMENTS_PER_TRANSACTION)
    .forUpdate()
    .skipLocked()
    .execute();
  const after: FollowUp[] = [];
  for (const { id } of rows) after.push((await deleteDocumentInTransaction(trx, ctx, id)) ?? (async () => undefined));
  const isLast = rows.length < DOCUMENTS_PER_TRANSACTION;
  if (rows.length === 0)
    await sql`update knowledge_source_states set drops_documents = false where source_id = ${sourceId}
      and not exists (select from documents where source_id = ${sourceId} and deleted_at is null)`.execute(trx);
  return { after, isLast };
}

/** Lists deleted sources with documents to delete. */
export async function listSourcesWithDocumentsToDelete(db: Executor, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('knowledge_source_states')
    .select('source_id')
    .where('drops_documents', '=', true)
    .limit(limit)
    .execute();
  return rows.map(({ source_id }) => source_id);
}
