import { type RawBuilder, sql } from 'kysely';
import type { Db, Executor } from '../platform/db/client.ts';
import { IS_EMBEDDED } from '../platform/db/embedded-tables.ts';
import { newId } from '../platform/ids.ts';
import type { EmbeddingEntry } from '../platform/models/catalog.ts';

/** Embedding space: vectors of one model and dimension. */
export interface Space {
  readonly id: string;
  /** Name of the embedding model in the catalog. */
  readonly model: string;
  readonly dimension: number;
}

/** Type of the vectors in an index. */
export type VectorIndexType = 'halfvec' | 'vector';

/** A space with an index to search. */
export interface IndexedSpace extends Space {
  readonly indexType: VectorIndexType;
}

/**
 * Maximum dimension of an index of full precision (pgvector). Indexes of half the precision need half the memory, but
 * WebAssembly has no instructions for them: an insert takes the embedded database 13 ms instead of 4.
 */
const MAX_FULL_DIMENSION = 2000;

/** Returns the space of a model. Creates it with its partition and index if it is new; safe under concurrency. */
export async function ensureSpace(
  db: Db,
  { name, dimension }: Pick<EmbeddingEntry, 'name' | 'dimension'>,
): Promise<Space> {
  const found = await findModelSpace(db, name, dimension);
  if (found) return found;
  await db.transaction().execute(async (trx) => {
    const id = newId();
    // A concurrent second insert waits here for the first commit and creates nothing.
    const row = await trx
      .insertInto('embedding_spaces')
      .values({ id, model: name, dimension, index_type: chooseIndexType(dimension) })
      .onConflict((conflict) => conflict.columns(['model', 'dimension']).doNothing())
      .returning('index_type as indexType')
      .executeTakeFirst();
    if (row) await createPartition(trx, { id, model: name, dimension, ...row });
  });
  const created = await findModelSpace(db, name, dimension);
  if (!created) throw new Error(`the space of the embedding model ${name} was taken away while it was made`);
  return created;
}

/** Returns the table with the vectors of a space. */
export function getVectorTable({ id }: Pick<Space, 'id'>): RawBuilder<unknown> {
  return sql.table(getPartitionName(id));
}

/** Casts a vector or column to the indexed type of the space. */
export function toIndexedVector(
  vector: RawBuilder<unknown>,
  { indexType, dimension }: Pick<IndexedSpace, 'indexType' | 'dimension'>,
): RawBuilder<unknown> {
  return sql`((${vector})::${sql.raw(indexType)}(${sql.lit(dimension)}))`;
}

/** Formats a vector as pgvector text. */
export function toVectorText(vector: ArrayLike<number>): string {
  return `[${Array.from(vector).join(',')}]`;
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

function chooseIndexType(dimension: number): RawBuilder<VectorIndexType> {
  const isFull = sql`${IS_EMBEDDED} and ${sql.lit(dimension)} <= ${sql.lit(MAX_FULL_DIMENSION)}`;
  return sql<VectorIndexType>`case when ${isFull} then 'vector' else 'halfvec' end`;
}

async function createPartition(trx: Executor, space: IndexedSpace): Promise<void> {
  const table = getVectorTable(space);
  await sql`create table ${table} partition of chunk_vectors for values in (${sql.lit(space.id)})`.execute(trx);
  const indexed = toIndexedVector(sql`embedding`, space);
  await sql`create index on ${table} using hnsw (${indexed} ${sql.raw(space.indexType)}_cosine_ops)`.execute(trx);
}
