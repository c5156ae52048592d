import { type RawBuilder, sql } from 'kysely';
import type { Db, Executor } from '../platform/db/client.ts';
import { newId } from '../platform/ids.ts';
import type { EmbeddingEntry } from '../platform/models/catalogue.ts';

/** Vectors of one model and length. */
export interface Space {
  readonly id: string;
  /** Name of the embedding model in the catalogue. */
  readonly model: string;
  readonly dimension: number;
}

/** Longest vectors that an index of half precision takes; source: pgvector's documentation. */
export const MAX_DIMENSIONS = 4000;

/** The space of a model, made with its partition and index where it is new. Of several processes one makes it. */
export async function ensureSpace(
  db: Db,
  { name, dimension }: Pick<EmbeddingEntry, 'name' | 'dimension'>,
): Promise<Space> {
  const found = await findModelSpace(db, name, dimension);
  if (found) return found;
  await db.transaction().execute(async (trx) => {
    const space = { id: newId(), model: name, dimension };
    // Whoever comes second waits here until the first has committed, and then makes nothing.
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('embedding_spaces')
      .values(space)
      .onConflict((conflict) => conflict.columns(['model', 'dimension']).doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 1n) await createPartition(trx, space);
  });
  const created = await findModelSpace(db, name, dimension);
  if (!created) throw new Error(`the space of the embedding model ${name} was taken away while it was made`);
  return created;
}

/** A space by its id. */
export function findSpace(db: Executor, id: string): Promise<Space | undefined> {
  return db.selectFrom('embedding_spaces').select(['id', 'model', 'dimension']).where('id', '=', id).executeTakeFirst();
}

/** The table that holds the vectors of a space. */
export function getVectorTable({ id }: Pick<Space, 'id'>): RawBuilder<unknown> {
  return sql.table(getPartitionName(id));
}

/** A vector, or a column of vectors, as the index of the space compares them. */
export function toIndexedVector(
  vector: RawBuilder<unknown>,
  { dimension }: Pick<Space, 'dimension'>,
): RawBuilder<unknown> {
  return sql`((${vector})::halfvec(${sql.lit(dimension)}))`;
}

/** A vector in pgvector's text form. */
export function toVectorText(vector: ArrayLike<number>): string {
  return `[${Array.from(vector).join(',')}]`;
}

/** Takes a space away with all its vectors. Nothing may refer to it any more. */
export async function deleteSpace(trx: Executor, space: Space): Promise<void> {
  await trx.deleteFrom('embedding_spaces').where('id', '=', space.id).execute();
  await sql`drop table if exists ${getVectorTable(space)}`.execute(trx);
}

function findModelSpace(db: Executor, model: string, dimension: number): Promise<Space | undefined> {
  return db
    .selectFrom('embedding_spaces')
    .select(['id', 'model', 'dimension'])
    .where('model', '=', model)
    .where('dimension', '=', dimension)
    .executeTakeFirst();
}

const getPartitionName = (id: string) => `chunk_vectors_${id.replaceAll('-', '')}`;

async function createPartition(trx: Executor, space: Space): Promise<void> {
  const table = getVectorTable(space);
  await sql`create table ${table} partition of chunk_vectors for values in (${sql.lit(space.id)})`.execute(trx);
  const indexed = toIndexedVector(sql`embedding`, space);
  await sql`create index on ${table} using hnsw (${indexed} halfvec_cosine_ops)`.execute(trx);
}
