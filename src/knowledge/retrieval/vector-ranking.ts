import { type RawBuilder, sql } from 'kysely';
import { getVectorTable, toIndexedVector } from '../spaces.ts';
import {
  MAX_DEVIATIONS,
  MEANING_WEIGHT,
  MIN_COMPARED_CHUNKS,
  SAMPLED_CHUNKS,
  SAMPLED_DOCUMENTS,
  UNSUPPORTED_WEIGHT,
} from './constants.ts';
import { DOCUMENTS, isSearched } from './scope.ts';
import type { NearSearch, Ranking } from './statement.ts';

/**
 * Common table expressions of the vector search: `near` with the nearest chunks (`id`, `distance`), and `spread` with
 * `mean`, `deviation` and `count` of the similarities in the scope, which make those of any model comparable.
 */
export function rankByMeaning(ranking: Ranking): RawBuilder<unknown> {
  const { near, candidates } = ranking;
  if (near === null)
    return sql`near as materialized (select null::uuid as id where false),
      spread as materialized (select null::float8 as mean, null::float8 as deviation, 0 as count)`;
  if (near.exact)
    return sql`compared as materialized (${compareAll(ranking, near)}),
      near as materialized (select id from compared order by distance, id limit ${sql.lit(candidates)}),
      spread as materialized (${measureSpread(sql`compared`)})`;
  return sql`near as materialized (${findNearest(ranking, near)}),
    spread as materialized (${measureSpread(sql`(${sampleVectors(ranking, near)}) sampled`)})`;
}

const measureSpread = (distances: RawBuilder<unknown>) =>
  sql`select 1 - avg(distance) as mean, nullif(stddev_samp(distance), 0) as deviation, count(*) as count from ${distances}`;

const toDistance = ({ space, vector }: NearSearch) =>
  sql`(${toIndexedVector(sql`v.embedding`, space)} <=> ${toIndexedVector(sql`${vector}`, space)})`;

/** Compares all vectors of the scope. The subqueries keep the planner off the index, which may stop early. */
function compareAll({ reach }: Ranking, near: NearSearch): RawBuilder<unknown> {
  return sql`select v.chunk_id as id, ${toDistance(near)} as distance
    from (select d.id, dc.edition from ${DOCUMENTS} where ${isSearched(reach)} offset 0) s
    join ${getVectorTable(near.space)} v on v.document_id = s.id and v.edition = s.edition
    where v.project_id = ${reach.projectId}::uuid and ${IS_ENABLED} offset 0`;
}

/** Condition on a vector `v`: its chunk is not disabled. The lookup uses the small index of disabled chunks. */
const IS_ENABLED = sql`(select true from chunks x where x.id = v.chunk_id and not x.enabled limit 1) is null`;

/** Finds the nearest vectors with the index, which requires its exact order. */
function findNearest({ reach, candidates }: Ranking, near: NearSearch): RawBuilder<unknown> {
  // A scalar subquery keeps the planner on the index; a join would not.
  return sql`select v.chunk_id as id from ${getVectorTable(near.space)} v
    where v.project_id = ${reach.projectId}::uuid and ${IS_ENABLED} and (select true from ${DOCUMENTS}
      where d.id = v.document_id and dc.edition = v.edition and ${isSearched(reach)} limit 1)
    order by ${toDistance(near)} limit ${sql.lit(candidates)}`;
}

/** Samples chunks of documents of a large scope. */
function sampleVectors({ reach }: Ranking, near: NearSearch): RawBuilder<unknown> {
  return sql`select sample.distance from (select d.id, dc.edition from ${DOCUMENTS} where ${isSearched(reach)}
      limit ${sql.lit(SAMPLED_DOCUMENTS)}) s
    cross join lateral (select ${toDistance(near)} as distance from ${getVectorTable(near.space)} v
      where v.document_id = s.id and v.edition = s.edition limit ${sql.lit(SAMPLED_CHUNKS)}) sample`;
}

/** Returns the similarity of a chunk to the query. Null without a vector. */
export function measureSimilarity(near: NearSearch, chunkId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select 1 - ${toDistance(near)} from ${getVectorTable(near.space)} v
    where v.space_id = ${near.space.id}::uuid and v.chunk_id = ${chunkId})`;
}

/**
 * Score of a similarity `z` standard deviations above the mean. Like the weights of BM25 it is the negative logarithm
 * of the probability that chance yields it: z²/2 for a normal distribution, so both can be added.
 */
export function scoreMeaning(near: NearSearch | null): RawBuilder<unknown> {
  const weight = near?.isSupported ? MEANING_WEIGHT : UNSUPPORTED_WEIGHT;
  return sql`coalesce(${sql.lit(weight)} * power(greatest(least(z, ${sql.lit(MAX_DEVIATIONS)}), 0), 2) / 2, 0)`;
}

/**
 * The deviations `z` relative to the maximum that chance yields among all chunks. Null if there are too few chunks to
 * know, or the model does not support the language of the query.
 */
export function measureDistinction(near: NearSearch | null, chunks: number): RawBuilder<unknown> {
  if (!near?.isSupported) return sql`null::float8`;
  return sql`case when count >= ${sql.lit(MIN_COMPARED_CHUNKS)} then z / sqrt(2 * ln(${sql.lit(Math.max(chunks, 2))})) end`;
}
