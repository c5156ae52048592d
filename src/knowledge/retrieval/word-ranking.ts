import { type RawBuilder, sql } from 'kysely';
import { LENGTH_NORMALIZATION, MAX_MATCHES, MIN_RELATIVE_LENGTH, TERM_SATURATION } from './constants.ts';
import { type QueryWords, toWordQuery } from './query-words.ts';
import { DOCUMENTS, isSearched } from './scope.ts';
import type { Ranking } from './statement.ts';

/**
 * Common table expressions that rank chunks by BM25: `lex` with the words and their weights, `scored` with the points
 * of all chunks, and `matching` with the best ones.
 */
export function rankByWords(ranking: Ranking): RawBuilder<unknown> {
  const { words, candidates } = ranking;
  const chunks = sql.lit(Math.max(1, words?.chunks ?? 0));
  return sql`given as materialized (${givenWords(words)}),
    found as materialized (${words?.matching ? findMatches(ranking, words.matching) : NO_MATCHES}),
    occurring as materialized (
      select found.id, place, ${TERM_FREQUENCY} as tf, length from found join given on found.words @@ q),
    lex as materialized (
      select place, q, occurrences * ln(1 + (greatest(${chunks} - n, 0) + 0.5) / (n + 0.5)) as weight from (
        select place, q, occurrences, coalesce(count, (select count(*) from occurring o where o.place = given.place)) as n
        from given) counted),
    scored as materialized (
      select id, sum(weight * ${SATURATED}) as points from occurring join lex using (place) group by id),
    matching as materialized (select id from scored order by points desc, id limit ${sql.lit(candidates)})`;
}

/** Words of the query. The cast prevents repeated evaluation. */
function givenWords(words: QueryWords | null): RawBuilder<unknown> {
  const given = words?.words ?? [];
  return sql`select place::int, q::tsquery as q, forms, occurrences, count from
    unnest(${given.map(toWordQuery)}::text[], ${given.map(({ forms }) => forms.length)}::int[],
      ${given.map(({ occurrences }) => occurrences)}::float8[], ${given.map(({ count }) => count)}::float8[])
      with ordinality as l(q, forms, occurrences, count, place)`;
}

const NO_MATCHES = sql`select null::uuid as id, null::tsvector as words, null::float8 as length where false`;

/** Returns chunks with the words in any order, with their lengths relative to the mean. */
function findMatches({ reach, few, meanWords }: Ranking, matching: string): RawBuilder<unknown> {
  // A small scope is read by document, because the index would search the whole project.
  const from = few
    ? sql`(select d.id, dc.edition from ${DOCUMENTS} where ${isSearched(reach)} offset 0) s
        join chunks c on c.document_id = s.id and c.edition = s.edition`
    : sql`chunks c`;
  const within = few
    ? sql`true`
    : sql`(select true from ${DOCUMENTS} where d.id = c.document_id and dc.edition = c.edition and ${isSearched(reach)} limit 1)`;
  const length = sql`greatest(${sql.lit(MIN_RELATIVE_LENGTH)}, c.word_count / ${Math.max(1, meanWords)}::float8)`;
  // The empty concatenation unpacks the words only once.
  return sql`select c.id, c.words || ''::tsvector as words, ${length} as length from ${from}
      where c.enabled and c.words @@ ${matching}::tsquery and c.project_id = ${reach.projectId}::uuid and ${within}
      limit ${sql.lit(MAX_MATCHES)} offset 0`;
}

/**
 * Occurrences of a word in a chunk. `ts_rank` of one word with equal weights is the sum of 1/j² up to the number of
 * occurrences, divided by π²/6 and the number of forms. The remaining sum is about 1/(occurrences + ½).
 */
const TERM_FREQUENCY = sql`greatest(1, floor(1 / (1.6449340668 * greatest(0.001, 1 - forms * ts_rank('{1,1,1,1}', found.words, q)))))`;

/** Share of a word's weight that its occurrences yield: BM25's saturation and length normalization. */
const SATURATED = sql`(tf * ${sql.lit(TERM_SATURATION + 1)}
  / (tf + ${sql.lit(TERM_SATURATION)} * (${sql.lit(1 - LENGTH_NORMALIZATION)} + ${sql.lit(LENGTH_NORMALIZATION)} * length)))`;
