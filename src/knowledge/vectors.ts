import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import type { Edition } from './chunks.ts';
import type { ChunkToEmbed, ChunkVector } from './embedding/embed-chunks.ts';
import { getVectorTable, type Space, toVectorText } from './spaces.ts';

/** Returns the next chunks of an edition without a vector in a space, after a position. */
export async function listChunksWithoutVector(
  db: Executor,
  space: Space,
  { documentId, edition }: Edition,
  after: number,
  limit: number,
): Promise<ChunkToEmbed[]> {
  const { rows } = await sql<ChunkToEmbed>`
    select c.id, c.position, c.text, c.heading_path as "headingPath" from chunks c
    where c.document_id = ${documentId} and c.edition = ${edition} and c.position > ${after}
      and not exists (select from ${getVectorTable(space)} v where v.space_id = ${space.id} and v.chunk_id = c.id)
    order by c.position limit ${limit}`.execute(db);
  return rows;
}

/**
 * Stores missing vectors of a running ingestion. Skips deleted chunks. Returns false if the ingestion has ended or is
 * being cancelled.
 */
export function insertVectors(
  db: Executor,
  ingestionId: string,
  space: Space,
  edition: Edition,
  vectors: readonly ChunkVector[],
): Promise<boolean> {
  const live = sql`select from ingestions where id = ${ingestionId} and completed is null and status <> 'cancelling' for share`;
  return insertVectorsIf(db, live, space, edition, vectors);
}

/** Stores missing vectors if a query returns a row. Returns whether it did. */
export async function insertVectorsIf(
  db: Executor,
  live: RawBuilder<unknown>,
  space: Space,
  { documentId, projectId }: Edition,
  vectors: readonly ChunkVector[],
): Promise<boolean> {
  const ids = vectors.map(({ chunkId }) => chunkId);
  const texts = vectors.map(({ vector }) => toVectorText(vector));
  const { rows } = await sql`
    with live as (${live}), stored as (
      insert into chunk_vectors (space_id, chunk_id, document_id, edition, project_id, embedding)
      select ${space.id}, c.id, ${documentId}, c.edition, ${projectId}, n.vector::halfvec
      from live, unnest(${ids}::uuid[], ${texts}::text[]) as n(chunk_id, vector) join chunks c on c.id = n.chunk_id
      on conflict do nothing
    ) select 1 from live`.execute(db);
  return rows.length > 0;
}

/** Returns the current and next spaces of the document's collections. */
export async function listDocumentSpaces(db: Executor, documentId: string): Promise<Space[]> {
  const { rows } = await sql<Space>`
    select distinct s.id, s.model, s.dimension from collection_documents d
    join collection_states c on c.collection_id = d.collection_id
    join embedding_spaces s on s.id = c.space_id or s.id = c.next_space_id
    where d.document_id = ${documentId} order by s.id`.execute(db);
  return rows;
}

/** Locks the spaces of a document's collections until the transaction ends. */
export async function lockCollectionSpaces(trx: Executor, documentId: string): Promise<void> {
  await sql`
    select from collection_states where collection_id in (
      select collection_id from collection_documents where document_id = ${documentId})
    order by collection_id for share`.execute(trx);
}
