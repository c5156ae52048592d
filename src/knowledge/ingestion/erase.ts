import { sql } from 'kysely';
import { deleteGrantsOn } from '../../access/members.ts';
import { deleteFiles } from '../../files/queries.ts';
import type { Db, Executor } from '../../platform/db/client.ts';
import { removeTags } from '../../tags/queries.ts';
import { deleteQueriesQuoting } from '../queries/store.ts';
import { deleteIngestionFiles } from './files.ts';

/** Chunks deleted per transaction. */
const CHUNKS_PER_TRANSACTION = 1000;
/** Days that the blocks of a failed ingestion stay for a retry. */
const BLOCK_RETENTION_DAYS = 7;

/** Lists deleted documents without a running ingestion. */
export async function listErasableDocuments(db: Executor, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select d.id from documents d join document_contents c on c.document_id = d.id
    where d.deleted_at is not null
      and not exists (select from ingestions i where i.document_id = d.id and i.completed is null)
    order by d.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Erases a deleted document. Returns the blob keys to remove. */
export async function eraseDocument(db: Db, id: string): Promise<string[]> {
  while (await eraseChunkBatch(db, id));
  return db.transaction().execute(async (trx) => {
    const runs = await trx.selectFrom('ingestions').select('id').where('document_id', '=', id).execute();
    const ingestionKeys = await deleteIngestionFiles(
      trx,
      runs.map((run) => run.id),
    );
    const documentKeys = await deleteFiles(trx, [id]);
    await deleteQueriesQuoting(trx, id);
    for (const table of [
      'document_versions',
      'document_spaces',
      'collection_documents',
      'document_contents',
      'ingestions',
    ] as const)
      await trx.deleteFrom(table).where('document_id', '=', id).execute();
    await removeTags(trx, id);
    await deleteGrantsOn(trx, { type: 'document', id });
    await trx.deleteFrom('documents').where('id', '=', id).execute();
    return [...ingestionKeys, ...documentKeys];
  });
}

/** Returns whether more chunks may follow. */
async function eraseChunkBatch(db: Executor, id: string): Promise<boolean> {
  const { rows } = await sql`
    with gone as (
      delete from chunks where id in (select id from chunks where document_id = ${id} limit ${CHUNKS_PER_TRANSACTION}) returning id
    ), vectors as (
      delete from chunk_vectors v using gone where v.document_id = ${id} and v.chunk_id = gone.id
    ) select id from gone`.execute(db);
  return rows.length === CHUNKS_PER_TRANSACTION;
}

/** Deletes blocks of ingestions that failed long ago; a retry parses again. Returns the blob keys to remove. */
export function deleteOldBlocks(db: Db, limit: number): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string }>`
      update ingestions set parsed = null where id in (
        select id from ingestions where status in ('failed', 'cancelled') and parsed is not null and chunked is null
          and completed < now() - make_interval(days => ${BLOCK_RETENTION_DAYS}) limit ${limit} for update skip locked
      ) returning id`.execute(trx);
    return deleteIngestionFiles(
      trx,
      rows.map((row) => row.id),
      'blocks',
    );
  });
}
