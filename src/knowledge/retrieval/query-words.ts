import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../platform/db/client.ts';
import { getProjectWord, quoteWord } from '../index-vector.ts';
import { segmentWords, textSearchConfig } from '../words.ts';
import { COMMON_WORD_COUNT, MAX_MATCHES, MAX_WORDS } from './constants.ts';
import { countProjectChunks, type Extent } from './scope.ts';

/** An indexed word of a query. */
export interface QueryWord {
  readonly word: string;
  /** Text search configurations that yield this word. */
  readonly configs: readonly string[];
  /** Weight; rare words weigh more. */
  readonly weight: number;
}

/** Input of the full text search. */
export interface QueryWords {
  readonly words: readonly QueryWord[];
  /** Query for the chunks to rank, in text form. Null if there are no words. */
  readonly matching: string | null;
}

interface CountedWord {
  readonly word: string;
  readonly configs: string[];
  /** Number of chunks with the word, at most {@link COMMON_WORD_COUNT}. */
  readonly count: number;
}

/** Common words by project. Counting one is slow, and they stay common. */
const commonWords = new LRUCache<string, Set<string>>({ max: 1000, ttl: 600_000 });
const MAX_CACHED_WORDS = 500;

/** Returns the words of a query for every language of an extent. */
export async function getQueryWords(db: Db, projectId: string, query: string, extent: Extent): Promise<QueryWords> {
  const configs = [...new Set(extent.languages.map(textSearchConfig))].sort();
  const [counted, all] = await Promise.all([
    countWords(db, projectId, segmentWords(query), configs),
    countProjectChunks(db, projectId),
  ]);
  const words = counted.map(({ count, ...word }) => ({ ...word, weight: toWeight(count, all) }));
  return { words, matching: buildMatchQuery(projectId, counted, extent.chunks) };
}

async function countWords(
  db: Db,
  projectId: string,
  query: string,
  configs: readonly string[],
): Promise<CountedWord[]> {
  const known = commonWords.get(projectId) ?? new Set();
  const { rows } = await sql<CountedWord>`
    with words as materialized (
      select word, array_agg(config::text order by config::text) as configs, min(place) as place from (
        select config, lexeme as word, positions[1] as place, row_number() over (partition by config order by positions[1], lexeme) as n
        from unnest(${configs}::regconfig[]) config cross join lateral unnest(to_tsvector(config, ${query}))) found
      where n <= ${MAX_WORDS} group by word)
    select word, configs, case when word = any(${[...known]}::text[]) then ${COMMON_WORD_COUNT} else (
      select count(*) from (select from chunks c where c.words @@ (${quoteWord(getProjectWord(projectId))}::tsquery && ${QUOTED}::tsquery)
        limit ${sql.lit(COMMON_WORD_COUNT)}) counted) end::int as count
    from words order by place, word`.execute(db);
  for (const { word, count } of rows) if (count >= COMMON_WORD_COUNT && known.size < MAX_CACHED_WORDS) known.add(word);
  if (known.size > 0) commonWords.set(projectId, known);
  return rows;
}

/** The column `word`, quoted for a query. */
const QUOTED = sql`('''' || replace(replace(word, '\\', '\\\\'), '''', '''''') || '''')`;

/** Returns the weight of a word by its number of chunks. */
function toWeight(count: number, chunks: number): number {
  const all = Math.max(chunks, count, 1);
  // The count of a common word is only a lower bound.
  const likely = count >= COMMON_WORD_COUNT ? Math.sqrt(count * all) : count;
  return Math.log(1 + (all - likely + 0.5) / (likely + 0.5));
}

/** Whether a scope is small enough to rank all of it. */
export function isSmallScope({ chunks }: Pick<Extent, 'chunks'>): boolean {
  return chunks < MAX_MATCHES;
}

/**
 * Builds the query for the chunks to rank. A small scope matches any word; a large one matches rare words or
 * combinations of common ones, because ranking all matches takes seconds.
 */
function buildMatchQuery(projectId: string, counted: readonly CountedWord[], chunks: number): string | null {
  const alternatives = isSmallScope({ chunks })
    ? counted.map(({ word }) => quoteWord(word))
    : selectDistinctiveWords(counted);
  if (alternatives.length === 0) return null;
  return `${quoteWord(getProjectWord(projectId))} & (${alternatives.join(' | ')})`;
}

function selectDistinctiveWords(counted: readonly CountedWord[]): string[] {
  const byCount = counted.toSorted((a, b) => a.count - b.count || b.word.length - a.word.length);
  let matches = 0;
  const rare = byCount.filter(({ count }) => {
    matches += count;
    return count < COMMON_WORD_COUNT && matches <= MAX_MATCHES;
  });
  const others = byCount.slice(rare.length, rare.length + 3).map(({ word }) => quoteWord(word));
  return [...rare.map(({ word }) => quoteWord(word)), ...(others.length > 0 ? [`(${others.join(' & ')})`] : [])];
}
