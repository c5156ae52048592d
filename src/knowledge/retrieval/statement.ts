import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import { quoteWord } from '../index-vector.ts';
import { getVectorTable, type Space, toIndexedVector } from '../spaces.ts';
import {
  CLEAR_SPREAD,
  COVERAGE_DISCOUNT,
  FLAT_SPREAD,
  MAX_MATCHES,
  MAX_VECTOR_WEIGHT,
  MIN_VECTOR_WEIGHT,
  RANK_DAMPING,
  SPREAD_PLACES,
} from './constants.ts';
import type { Hit } from './contract.ts';
import type { QueryWords } from './query-words.ts';
import { DOCUMENTS, isSearched, type Reach } from './scope.ts';

/** Parameters of the search statement. */
export interface Ranking {
  readonly reach: Reach;
  /** Maximum number of hits, and of candidates per method. */
  readonly limit: number;
  readonly candidates: number;
  /** Query vector. Null without vector search. */
  readonly near: { readonly space: Space; readonly vector: string; readonly exact: boolean } | null;
  /** Query words. Null without text search. */
  readonly words: QueryWords | null;
  /** Whether the scope is small enough to rank every match. */
  readonly few: boolean;
}

/** Result of the search statement. */
export interface Ranked {
  readonly hits: readonly RankedHit[];
  /** Number of candidates per method. */
  readonly near: number;
  readonly matching: number;
}

/** A hit with the positions of the query words in it. */
export type RankedHit = Omit<Hit, 'coverage' | 'rerankScore'> & { readonly matched: readonly number[] };

/**
 * Searches with both methods, fuses the rankings by reciprocal rank and removes duplicates. Tenant, scope and filters
 * apply before ranking.
 */
export async function rank(db: Executor, ranking: Ranking): Promise<Ranked> {
  const { reach, limit, near, words } = ranking;
  const { rows } = await sql<{ readonly near: number; readonly matching: number; readonly hits: RankedHit[] }>`
    with near as materialized (${near === null ? NO_CANDIDATES : nearest(ranking, near)}),
    lex as materialized (${lexemes(words)}),
    matching as materialized (${words?.matching ? matches(ranking, words.matching) : NO_CANDIDATES}),
    weights as materialized (${weights(near, words)}),
    fused as (
      select id, sum(weight / (${sql.lit(RANK_DAMPING)} + place)) as score from (
        select id, w.vector as weight, row_number() over (order by distance, id) as place from near cross join weights w
        union all
        select id, w.text, row_number() over (order by distance, id) from matching cross join weights w
      ) places group by id
    ), once as (
      select c.*, fused.score * ${sql.lit(RANK_DAMPING + 1)} / (w.vector + w.text) as score, row_number() over (partition by md5(c.text) order by fused.score desc, c.id) as copy
      from fused cross join weights w join chunks c on c.id = fused.id and c.project_id = ${reach.projectId}::uuid
    ), best as (select * from once where copy = 1 order by score desc, id limit ${sql.lit(limit)})
    select (select count(*) from near)::int as near, (select count(*) from matching)::int as matching,
      (select coalesce(json_agg(json_build_object('chunkId', b.id, 'documentId', b.document_id, 'title', d.title,
        'position', b.position, 'text', b.text, 'page', b.page, 'headingPath', b.heading_path, 'tokenCount', b.token_count,
        'score', b.score, 'similarity', ${similarity(near)},
        'matched', (select coalesce(json_agg(place order by place), '[]') from lex where b.words @@ lex.q)
      ) order by b.score desc, b.id), '[]')
      from best b join documents d on d.id = b.document_id) as hits`.execute(db);
  return rows[0] ?? { hits: [], near: 0, matching: 0 };
}

/** Candidates of an unused method. */
const NO_CANDIDATES = sql`select null::uuid as id, null::float8 as distance where false`;

/**
 * Returns the nearest vectors. The index requires its exact order; an exact search must avoid the index, which may stop
 * early.
 */
function nearest({ reach, candidates }: Ranking, near: NonNullable<Ranking['near']>): RawBuilder<unknown> {
  const { space, vector, exact } = near;
  const distance = sql`${toIndexedVector(sql`v.embedding`, space)} <=> ${toIndexedVector(sql`${vector}`, space)}`;
  const of = sql`v.project_id = ${reach.projectId}::uuid`;
  if (exact)
    return sql`select id, distance from (
        select v.chunk_id as id, ${distance} as distance from (select d.id, dc.edition from ${DOCUMENTS} where ${isSearched(reach)} offset 0) s
        join ${getVectorTable(space)} v on v.document_id = s.id and v.edition = s.edition where ${of} offset 0
      ) every order by distance, id limit ${sql.lit(candidates)}`;
  // A scalar subquery keeps the planner on the index; a join would not.
  return sql`select v.chunk_id as id, ${distance} as distance from ${getVectorTable(space)} v
    where ${of} and (select true from ${DOCUMENTS} where d.id = v.document_id and dc.edition = v.edition
      and ${isSearched(reach)} limit 1)
    order by ${distance} limit ${sql.lit(candidates)}`;
}

/**
 * Returns the weights of the rankings. Vectors weigh more if their first ranks stand out, and less if the first match
 * contains more query words.
 */
function weights(near: Ranking['near'], words: QueryWords | null): RawBuilder<unknown> {
  if (near === null || words === null)
    return sql`select ${sql.lit(near === null ? 0 : 1)}::float8 as vector, ${sql.lit(words === null ? 0 : 1)}::float8 as text`;
  return sql`select 1::float8 as text, greatest(${sql.lit(MIN_VECTOR_WEIGHT)}::float8,
      ${sql.lit(MAX_VECTOR_WEIGHT)} * least(1, (spread - ${sql.lit(FLAT_SPREAD)}) / ${sql.lit(CLEAR_SPREAD - FLAT_SPREAD)})
        * (1 - ${sql.lit(COVERAGE_DISCOUNT)} * covered)) as vector
    from (select coalesce(max(distance) - min(distance), 0) as spread
      from (select distance from near order by distance limit ${sql.lit(SPREAD_PLACES)}) first_places) spread,
    (select coalesce(max(share), 0) as covered from (
      select sum(weight) filter (where first_place.words @@ q) / nullif(sum(weight), 0) as share
      from (select c.words from matching m join chunks c on c.id = m.id order by m.distance, m.id limit 1) first_place,
        lex, unnest(string_to_array(configs, ' ')) config group by config) shares) covered`;
}

/** Returns the words with their weights. The cast prevents repeated evaluation. */
function lexemes(words: QueryWords | null): RawBuilder<unknown> {
  const given = words?.words ?? [];
  return sql`select place::int, q::tsquery as q, weight, configs from
    unnest(${given.map(({ word }) => quoteWord(word))}::text[], ${given.map(({ weight }) => weight)}::float8[],
      ${given.map(({ configs }) => configs.join(' '))}::text[]) with ordinality as l(q, weight, configs, place)`;
}

/** Returns chunks with the words, best first; `distance` is negative. */
function matches({ reach, candidates, few }: Ranking, matching: string): RawBuilder<unknown> {
  // A small scope is read by document, because the index would search the whole project.
  const from = few
    ? sql`(select d.id, dc.edition from ${DOCUMENTS} where ${isSearched(reach)} offset 0) s
        join chunks c on c.document_id = s.id and c.edition = s.edition`
    : sql`chunks c`;
  const within = few
    ? sql`true`
    : sql`(select true from ${DOCUMENTS} where d.id = c.document_id and dc.edition = c.edition and ${isSearched(reach)} limit 1)`;
  // The empty concatenation unpacks the words only once.
  return sql`select found.id, -sum(lex.weight * ts_rank(found.words, lex.q, 1))::float8 as distance from (
      select c.id, c.words || ''::tsvector as words from ${from}
      where c.words @@ ${matching}::tsquery and c.project_id = ${reach.projectId}::uuid and ${within}
      limit ${sql.lit(MAX_MATCHES)} offset 0
    ) found join lex on found.words @@ lex.q group by found.id order by distance, found.id limit ${sql.lit(candidates)}`;
}

/** Returns the similarity of a chunk `b` to the query, whichever method found it. */
function similarity(near: Ranking['near']): RawBuilder<unknown> {
  if (near === null) return sql`null::float8`;
  const { space, vector } = near;
  return sql`(select 1 - (${toIndexedVector(sql`v.embedding`, space)} <=> ${toIndexedVector(sql`${vector}`, space)})
    from ${getVectorTable(space)} v where v.space_id = ${space.id}::uuid and v.chunk_id = b.id)`;
}
