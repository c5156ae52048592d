import { sql } from 'kysely';
import type { Db, Executor } from '../../platform/db/client.ts';
import { chargeEmbedding, type EmbeddingPayer } from '../../usage/embedding.ts';
import type { Edition } from '../chunks.ts';
import type { PaidVectors } from '../embedding/embed.ts';
import { type BareChunk, pairsOf } from '../embedding/embed-chunks.ts';
import { noteFilled } from '../embedding/filled.ts';
import { type Space, vectorsOf } from '../spaces.ts';
import { chunksWithoutVector, insertVectorsWhile } from '../vectors.ts';
import { countFilling } from './queries.ts';

/** A document whose passages get vectors in a space of a collection. */
export interface DocumentFilling {
  readonly collectionId: string;
  readonly payer: EmbeddingPayer;
  readonly space: Space;
  readonly edition: Edition;
}

/** Stores vectors of an edition that serves, and charges them. Answers false where it does not serve any more. */
export function storeLot(
  db: Db,
  { collectionId, payer, space, edition }: DocumentFilling,
  chunks: readonly BareChunk[],
  embedded: PaidVectors,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const serves = sql`
      select from documents d join document_contents dc on dc.document_id = d.id
      where d.id = ${edition.documentId} and d.deleted_at is null and dc.edition = ${edition.edition} for share`;
    const stored = await insertVectorsWhile(trx, serves, space, edition, pairsOf(chunks, embedded));
    await countFilling(trx, collectionId, embedded);
    await chargeEmbedding(trx, payer, embedded);
    return stored;
  });
}

/** Notes that all passages of an edition have vectors in a space. Answers false where one has none, taken away meanwhile. */
export function completeDocument(db: Db, { space, edition }: DocumentFilling): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await holdMark(trx, space.id, edition);
    if ((await chunksWithoutVector(trx, space, edition, -1, 1)).length > 0) return false;
    await noteFilled(trx, edition, space, true);
    return true;
  });
}

/** Vectors of a document that none of its collections needs. */
export interface Unneeded {
  readonly spaceId: string;
  readonly documentId: string;
  readonly edition: number;
}

/** Minutes that vectors are kept which a collection needed until then: a search may be under way. */
const KEPT_MINUTES = 5;

/**
 * Condition on a row `ds` of document_spaces: none of the collections of its document needs these vectors, and others serve
 * it in their place. What an ingestion is making is not touched.
 */
const IS_UNNEEDED = sql`
  ds.edition = (select dc.edition from document_contents dc where dc.document_id = ds.document_id and dc.ready_at is not null)
  and not exists (select from collection_documents cd join collection_states s on s.collection_id = cd.collection_id
    left join collection_fillings f on f.collection_id = cd.collection_id
    where cd.document_id = ds.document_id and (ds.space_id in (s.space_id, s.next_space_id)
      or f.switched_at > now() - make_interval(mins => ${KEPT_MINUTES})))
  and exists (select from document_spaces o
    where o.document_id = ds.document_id and o.edition = ds.edition and o.filled and o.space_id <> ds.space_id
      and (not ds.filled or (o.modified, o.space_id) > (ds.modified, ds.space_id)
        or exists (select from collection_documents cd join collection_states s on s.collection_id = cd.collection_id
          where cd.document_id = o.document_id and s.space_id = o.space_id)))`;

/** Vectors that nothing refers to any more, as far as documents live. */
export async function unneededVectors(db: Executor, limit: number): Promise<Unneeded[]> {
  const { rows } = await sql<Unneeded>`
    select ds.space_id as "spaceId", ds.document_id as "documentId", ds.edition from document_spaces ds
    where ${IS_UNNEEDED} order by ds.document_id limit ${limit}`.execute(db);
  return rows;
}

/** Takes some of a document's unneeded vectors away, and the note of them with the last. Answers whether there are more. */
export function removeSome(db: Db, { spaceId, documentId, edition }: Unneeded, limit: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await holdMark(trx, spaceId, { documentId, edition });
    // From now on whoever needs them makes them anew; who did so since they were looked for keeps them.
    const mark = sql`ds.space_id = ${spaceId} and ds.document_id = ${documentId} and ds.edition = ${edition}`;
    const { rows: held } = await sql`
      update document_spaces ds set filled = false where ${mark} and ${IS_UNNEEDED} returning ds.edition`.execute(trx);
    if (held.length === 0) return false;
    const { rows } = await sql`
      delete from ${vectorsOf({ id: spaceId })} where space_id = ${spaceId} and chunk_id in (
        select chunk_id from ${vectorsOf({ id: spaceId })}
        where document_id = ${documentId} and edition = ${edition} limit ${limit}) returning 1`.execute(trx);
    if (rows.length === limit) return true;
    await sql`delete from document_spaces ds where ${mark}`.execute(trx);
    return false;
  });
}

/** Keeps others from noting anything about vectors of an edition in a space until the transaction ends. */
async function holdMark(
  trx: Executor,
  spaceId: string,
  { documentId, edition }: Pick<Edition, 'documentId' | 'edition'>,
): Promise<void> {
  await sql`
    select from document_spaces where document_id = ${documentId} and space_id = ${spaceId} and edition = ${edition}
    for update`.execute(trx);
}
