import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import { quoted } from '../index-words.ts';
import { asIndexed, type Space, vectorsOf } from '../spaces.ts';
import { MOST_MATCHES, RANK_DAMPING, TEXT_WEIGHT, VECTOR_WEIGHT } from './constants.ts';
import type { Hit } from './contract.ts';
import type { QueryWords } from './query-words.ts';
import { DOCUMENTS, isSearched, type Reach } from './scope.ts';

/** One run of the statement that searches. */
export interface Ranking {
  readonly reach: Reach;
  /** Most passages that come back, and that each way puts forward. */
  readonly limit: number;
  readonly candidates: number;
  /** The query's vector; null where vectors are left aside. */
  readonly near: { readonly space: Space; readonly vector: string; readonly exact: boolean } | null;
  /** Its words; null where they are left aside. */
  readonly words: QueryWords | null;
}

/** What it found. */
export interface Ranked {
  readonly hits: readonly RankedHit[];
  /** How many passages each way put forward. */
  readonly near: number;
  readonly matching: number;
}

/** A passage with the places of those words of the query that stand in it. */
export type RankedHit = Omit<Hit, 'coverage'> & { readonly matched: readonly number[] };

/**
 * Searches both ways, fuses the rankings by reciprocal rank, and takes equal passages once: the tenant, the scope and the
 * filters are conditions of what is ranked, not of what is left afterwards.
 */
export async function rank(db: Executor, ranking: Ranking): Promise<Ranked> {
  const { reach, limit, near, words } = ranking;
  const best = ((near === null ? 0 : VECTOR_WEIGHT) + (words === null ? 0 : TEXT_WEIGHT)) / (RANK_DAMPING + 1);
  const { rows } = await sql<{ readonly near: number; readonly matching: number; readonly hits: RankedHit[] }>`
    with near as materialized (${near === null ? NOTHING : nearest(ranking, near)}),
    lex as materialized (${lexemes(words)}),
    matching as materialized (${words?.matching ? matches(ranking, words.matching) : NOTHING}),
    fused as (
      select id, sum(part) as score from (
        select id, ${sql.lit(VECTOR_WEIGHT)}::float8 / (${sql.lit(RANK_DAMPING)} + row_number() over (order by distance, id)) as part from near
        union all
        select id, ${sql.lit(TEXT_WEIGHT)}::float8 / (${sql.lit(RANK_DAMPING)} + row_number() over (order by distance, id)) from matching
      ) parts group by id
    ), once as (
      select c.*, fused.score, row_number() over (partition by md5(c.text) order by fused.score desc, c.id) as copy
      from fused join chunks c on c.id = fused.id and c.project_id = ${reach.projectId}::uuid
    ), best as (select * from once where copy = 1 order by score desc, id limit ${sql.lit(limit)})
    select (select count(*) from near)::int as near, (select count(*) from matching)::int as matching,
      (select coalesce(json_agg(json_build_object('chunkId', b.id, 'documentId', b.document_id, 'title', d.title,
        'position', b.position, 'text', b.text, 'page', b.page, 'headingPath', b.heading_path, 'tokenCount', b.token_count,
        'score', b.score / ${sql.lit(best)}, 'similarity', ${similarity(near)},
        'matched', (select coalesce(json_agg(place order by place), '[]') from lex where b.words @@ lex.q)
      ) order by b.score desc, b.id), '[]')
      from best b join documents d on d.id = b.document_id) as hits`.execute(db);
  return rows[0] ?? { hits: [], near: 0, matching: 0 };
}

/** Candidates of a way that is left aside. */
const NOTHING = sql`select null::uuid as id, null::float8 as distance where false`;

/**
 * The nearest vectors. Through the index its order must be asked for as it is; where the scope is read one by one, it must
 * not be used, since it may end before it has found enough.
 */
function nearest({ reach, candidates }: Ranking, near: NonNullable<Ranking['near']>): RawBuilder<unknown> {
  const { space, vector, exact } = near;
  const distance = sql`${asIndexed(sql`v.embedding`, space)} <=> ${asIndexed(sql`${vector}`, space)}`;
  const of = sql`v.project_id = ${reach.projectId}::uuid`;
  if (exact)
    return sql`select id, distance from (
        select v.chunk_id as id, ${distance} as distance from (select d.id, dc.edition from ${DOCUMENTS} where ${isSearched(reach)} offset 0) s
        join ${vectorsOf(space)} v on v.document_id = s.id and v.edition = s.edition where ${of} offset 0
      ) every order by distance, id limit ${sql.lit(candidates)}`;
  // As a subquery that yields a value the condition stays one: as a join it would tempt the planner away from the index.
  return sql`select v.chunk_id as id, ${distance} as distance from ${vectorsOf(space)} v
    where ${of} and (select true from ${DOCUMENTS} where d.id = v.document_id and dc.edition = v.edition
      and ${isSearched(reach)} limit 1)
    order by ${distance} limit ${sql.lit(candidates)}`;
}

/** The words with what each tells. Casting makes no row of them, so that they are read once. */
function lexemes(words: QueryWords | null): RawBuilder<unknown> {
  const given = words?.words ?? [];
  return sql`select place::int, q::tsquery as q, weight from
    unnest(${given.map(({ word }) => quoted(word))}::text[], ${given.map(({ weight }) => weight)}::float8[]) with ordinality as l(q, weight, place)`;
}

/** The passages in which words stand, the most telling first; `distance` is below zero, the lower the better. */
function matches({ reach, candidates }: Ranking, matching: string): RawBuilder<unknown> {
  // To add nothing to the words unpacks them once rather than for every word that is looked for.
  return sql`select found.id, -sum(lex.weight * ts_rank(found.words, lex.q, 1))::float8 as distance from (
      select c.id, c.words || ''::tsvector as words from chunks c
      where c.words @@ ${matching}::tsquery and c.project_id = ${reach.projectId}::uuid
        and (select true from ${DOCUMENTS} where d.id = c.document_id and dc.edition = c.edition
          and ${isSearched(reach)} limit 1)
      limit ${sql.lit(MOST_MATCHES)} offset 0
    ) found join lex on found.words @@ lex.q group by found.id order by distance, found.id limit ${sql.lit(candidates)}`;
}

/** How near a passage `b` is to the query, whichever way it was found. */
function similarity(near: Ranking['near']): RawBuilder<unknown> {
  if (near === null) return sql`null::float8`;
  const { space, vector } = near;
  return sql`(select 1 - (${asIndexed(sql`v.embedding`, space)} <=> ${asIndexed(sql`${vector}`, space)})
    from ${vectorsOf(space)} v where v.space_id = ${space.id}::uuid and v.chunk_id = b.id)`;
}
