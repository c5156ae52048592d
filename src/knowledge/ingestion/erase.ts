import { sql } from 'kysely';
import { deleteGrantsOn } from '../../access/members.ts';
import { deleteFiles } from '../../files/queries.ts';
import type { Db, Executor } from '../../platform/db/client.ts';
import { removeTags } from '../../tags/queries.ts';
import { deleteQueriesQuoting } from '../queries/store.ts';
import { deleteKept } from './files.ts';

/** Chunks that one transaction takes away. */
const AT_ONCE = 1000;
/** Days for which what was read of a document stays with an ingestion that failed, for somebody to try again. */
const KEPT_DAYS = 7;

/** Deleted documents of which something is left, and no ingestion is under way any more. */
export async function unerasedDocuments(db: Executor, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select d.id from documents d join document_contents c on c.document_id = d.id
    where d.deleted_at is not null
      and not exists (select from ingestions i where i.document_id = d.id and i.completed is null)
    order by d.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Takes away all that is left of a deleted document, itself last. Answers the keys of blobs to remove. */
export async function eraseDocument(db: Db, id: string): Promise<string[]> {
  while (await eraseSome(db, id));
  return db.transaction().execute(async (trx) => {
    const runs = await trx.selectFrom('ingestions').select('id').where('document_id', '=', id).execute();
    const kept = await deleteKept(
      trx,
      runs.map((run) => run.id),
    );
    const bytes = await deleteFiles(trx, [id]);
    await deleteQueriesQuoting(trx, id);
    for (const table of ['document_spaces', 'collection_documents', 'document_contents', 'ingestions'] as const)
      await trx.deleteFrom(table).where('document_id', '=', id).execute();
    await removeTags(trx, id);
    await deleteGrantsOn(trx, { type: 'document', id });
    await trx.deleteFrom('documents').where('id', '=', id).execute();
    return [...kept, ...bytes];
  });
}

/** Answers whether there may be more. */
async function eraseSome(db: Executor, id: string): Promise<boolean> {
  const { rows } = await sql`
    with gone as (
      delete from chunks where id in (select id from chunks where document_id = ${id} limit ${AT_ONCE}) returning id
    ), vectors as (
      delete from chunk_vectors v using gone where v.document_id = ${id} and v.chunk_id = gone.id
    ) select id from gone`.execute(db);
  return rows.length === AT_ONCE;
}

/** Forgets what was read of documents whose ingestion failed long ago: a retry reads them again. Answers the keys of blobs to remove. */
export function forgetBlocks(db: Db, limit: number): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string }>`
      update ingestions set parsed = null where id in (
        select id from ingestions where status in ('failed', 'cancelled') and parsed is not null and chunked is null
          and completed < now() - make_interval(days => ${KEPT_DAYS}) limit ${limit} for update skip locked
      ) returning id`.execute(trx);
    return deleteKept(
      trx,
      rows.map((row) => row.id),
      'blocks',
    );
  });
}
