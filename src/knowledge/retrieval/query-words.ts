import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../platform/db/client.ts';
import { projectWord, quoted } from '../index-words.ts';
import { segmentWords, textSearchConfig } from '../words.ts';
import { COMMON_WORD, MOST_MATCHES, MOST_WORDS } from './constants.ts';
import { chunksOf, type Extent } from './scope.ts';

/** A word of a query as the index has it. */
export interface QueryWord {
  readonly word: string;
  /** The text search configurations that make this of the query. */
  readonly configs: readonly string[];
  /** What it tells: the rarer it is, the more. */
  readonly weight: number;
}

/** What full text search looks for. */
export interface QueryWords {
  readonly words: readonly QueryWord[];
  /** The passages that are ranked, as a query in text form; null where nothing can be looked for. */
  readonly matching: string | null;
}

interface Counted {
  readonly word: string;
  readonly configs: string[];
  /** Passages of the project that have it, or {@link COMMON_WORD} where there are more. */
  readonly count: number;
}

/** Words that are common in a project. To count one takes longer than all else, and they stay so. */
const common = new LRUCache<string, Set<string>>({ max: 1000, ttl: 600_000 });
const MOST_REMEMBERED = 500;

/** The words of a query in every language of an extent. */
export async function wordsOf(db: Db, projectId: string, query: string, extent: Extent): Promise<QueryWords> {
  const configs = [...new Set(extent.languages.map(textSearchConfig))].sort();
  const [counted, all] = await Promise.all([
    countWords(db, projectId, segmentWords(query), configs),
    chunksOf(db, projectId),
  ]);
  const words = counted.map(({ count, ...word }) => ({ ...word, weight: weightOf(count, all) }));
  return { words, matching: matchingOf(projectId, counted, extent.chunks) };
}

async function countWords(db: Db, projectId: string, query: string, configs: readonly string[]): Promise<Counted[]> {
  const known = common.get(projectId) ?? new Set();
  const { rows } = await sql<Counted>`
    with words as materialized (
      select word, array_agg(config::text order by config::text) as configs, min(place) as place from (
        select config, lexeme as word, positions[1] as place, row_number() over (partition by config order by positions[1], lexeme) as n
        from unnest(${configs}::regconfig[]) config cross join lateral unnest(to_tsvector(config, ${query}))) found
      where n <= ${MOST_WORDS} group by word)
    select word, configs, case when word = any(${[...known]}::text[]) then ${COMMON_WORD} else (
      select count(*) from (select from chunks c where c.words @@ (${quoted(projectWord(projectId))}::tsquery && ${QUOTED}::tsquery)
        limit ${sql.lit(COMMON_WORD)}) counted) end::int as count
    from words order by place, word`.execute(db);
  for (const { word, count } of rows) if (count >= COMMON_WORD && known.size < MOST_REMEMBERED) known.add(word);
  if (known.size > 0) common.set(projectId, known);
  return rows;
}

/** The column `word` in the text form of a query for it. */
const QUOTED = sql`('''' || replace(replace(word, '\\', '\\\\'), '''', '''''') || '''')`;

/** What a word tells that stands in so many of all passages of its project. */
function weightOf(count: number, chunks: number): number {
  const all = Math.max(chunks, count, 1);
  // Of a common word it is known only that it stands in this many passages at least, and in all of them at most.
  const likely = count >= COMMON_WORD ? Math.sqrt(count * all) : count;
  return Math.log(1 + (all - likely + 0.5) / (likely + 0.5));
}

/** Whether a scope is so small that all of it may be ranked. */
export function isFew({ chunks }: Pick<Extent, 'chunks'>): boolean {
  return chunks < MOST_MATCHES;
}

/**
 * Which passages are ranked. In a small scope all that have any of the words; else those with any of the rare ones, or with
 * several of the common: nearly every passage has one of these, and it would take seconds to rank them all.
 */
function matchingOf(projectId: string, counted: readonly Counted[], chunks: number): string | null {
  const alternatives = isFew({ chunks }) ? counted.map(({ word }) => quoted(word)) : tellingOf(counted);
  if (alternatives.length === 0) return null;
  return `${quoted(projectWord(projectId))} & (${alternatives.join(' | ')})`;
}

function tellingOf(counted: readonly Counted[]): string[] {
  const byCount = counted.toSorted((a, b) => a.count - b.count || b.word.length - a.word.length);
  let matches = 0;
  const rare = byCount.filter(({ count }) => {
    matches += count;
    return count < COMMON_WORD && matches <= MOST_MATCHES;
  });
  const others = byCount.slice(rare.length, rare.length + 3).map(({ word }) => quoted(word));
  return [...rare.map(({ word }) => quoted(word)), ...(others.length > 0 ? [`(${others.join(' & ')})`] : [])];
}
