import { sql } from 'kysely';
import type { Db, Executor } from '../../platform/db/client.ts';
import { chargeEmbedding, type EmbeddingPayer } from '../../usage/embedding.ts';
import type { Edition } from '../chunks.ts';
import { recordDocumentSpace } from '../embedding/document-spaces.ts';
import type { PaidVectors } from '../embedding/embed.ts';
import { type ChunkToEmbed, toChunkVectors } from '../embedding/embed-chunks.ts';
import { getVectorTable, type Space } from '../spaces.ts';
import { insertVectorsIf, listChunksWithoutVector } from '../vectors.ts';
import { addBackfillUsage } from './queries.ts';

/** A document to embed in a space of a collection. */
export interface DocumentBackfill {
  readonly collectionId: string;
  readonly payer: EmbeddingPayer;
  readonly space: Space;
  readonly edition: Edition;
}

/** Stores and charges vectors of the current edition. Returns false if the edition is no longer current. */
export function storeVectorBatch(
  db: Db,
  { collectionId, payer, space, edition }: DocumentBackfill,
  chunks: readonly ChunkToEmbed[],
  embedded: PaidVectors,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const currentEdition = sql`
      select from documents d join document_contents dc on dc.document_id = d.id
      where d.id = ${edition.documentId} and d.deleted_at is null and dc.edition = ${edition.edition} for share`;
    const isCurrent = await insertVectorsIf(trx, currentEdition, space, edition, toChunkVectors(chunks, embedded));
    await addBackfillUsage(trx, collectionId, embedded);
    await chargeEmbedding(trx, payer, embedded);
    return isCurrent;
  });
}

/** Marks an edition as complete in a space. Returns false if a vector was deleted meanwhile. */
export function markDocumentComplete(db: Db, { space, edition }: DocumentBackfill): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockDocumentSpace(trx, space.id, edition);
    if ((await listChunksWithoutVector(trx, space, edition, -1, 1)).length > 0) return false;
    await recordDocumentSpace(trx, edition, space, true);
    return true;
  });
}

/** Vectors that no collection of the document needs. */
interface UnusedVectors {
  readonly spaceId: string;
  readonly documentId: string;
  readonly edition: number;
}

/** Minutes that vectors stay after a switch, for searches in progress. */
const UNUSED_RETENTION_MINUTES = 5;

/**
 * Condition on a row `ds` of document_spaces: no collection of the document needs these vectors, and other vectors
 * replace them. It excludes running ingestions.
 */
const IS_UNUSED = sql`
  ds.edition = (select dc.edition from document_contents dc where dc.document_id = ds.document_id and dc.ready_at is not null)
  and not exists (select from collection_documents cd join collection_states s on s.collection_id = cd.collection_id
    left join embedding_backfills f on f.collection_id = cd.collection_id
    where cd.document_id = ds.document_id and (ds.space_id in (s.space_id, s.next_space_id)
      or f.switched_at > now() - make_interval(mins => ${UNUSED_RETENTION_MINUTES})))
  and exists (select from document_spaces o
    where o.document_id = ds.document_id and o.edition = ds.edition and o.filled and o.space_id <> ds.space_id
      and (not ds.filled or (o.modified, o.space_id) > (ds.modified, ds.space_id)
        or exists (select from collection_documents cd join collection_states s on s.collection_id = cd.collection_id
          where cd.document_id = o.document_id and s.space_id = o.space_id)))`;

/** Lists unused vectors of live documents. */
export async function listUnusedVectors(db: Executor, limit: number): Promise<UnusedVectors[]> {
  const { rows } = await sql<UnusedVectors>`
    select ds.space_id as "spaceId", ds.document_id as "documentId", ds.edition from document_spaces ds
    where ${IS_UNUSED} order by ds.document_id limit ${limit}`.execute(db);
  return rows;
}

/** Deletes a batch of unused vectors, and their record with the last one. Returns whether more may follow. */
export function deleteUnusedBatch(
  db: Db,
  { spaceId, documentId, edition }: UnusedVectors,
  limit: number,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockDocumentSpace(trx, spaceId, { documentId, edition });
    // From here on others create these vectors again. Vectors that became needed meanwhile are kept.
    const documentSpace = sql`ds.space_id = ${spaceId} and ds.document_id = ${documentId} and ds.edition = ${edition}`;
    const { rows: lockedRows } = await sql`
      update document_spaces ds set filled = false where ${documentSpace} and ${IS_UNUSED} returning ds.edition`.execute(
      trx,
    );
    if (lockedRows.length === 0) return false;
    const { rows } = await sql`
      delete from ${getVectorTable({ id: spaceId })} where space_id = ${spaceId} and chunk_id in (
        select chunk_id from ${getVectorTable({ id: spaceId })}
        where document_id = ${documentId} and edition = ${edition} limit ${limit}) returning 1`.execute(trx);
    if (rows.length === limit) return true;
    await sql`delete from document_spaces ds where ${documentSpace}`.execute(trx);
    return false;
  });
}

/** Locks the record of an edition's vectors until the transaction ends. */
async function lockDocumentSpace(
  trx: Executor,
  spaceId: string,
  { documentId, edition }: Pick<Edition, 'documentId' | 'edition'>,
): Promise<void> {
  await sql`
    select from document_spaces where document_id = ${documentId} and space_id = ${spaceId} and edition = ${edition}
    for update`.execute(trx);
}
