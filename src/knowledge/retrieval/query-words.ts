import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../platform/db/client.ts';
import { detectLanguage } from '../../platform/language.ts';
import { getProjectWord, quoteWord } from '../index-vector.ts';
import { getTextSearchConfig, segmentWords, UNSTEMMED_CONFIG } from '../words.ts';
import { COMMON_WORD_COUNT, MAX_MATCHES, MAX_WORDS } from './constants.ts';
import { countProjectChunks, type Extent } from './scope.ts';

/** A word of a query. */
interface QueryWord {
  /** Indexed forms of the word, one or more per text search configuration of the scope. */
  readonly forms: readonly string[];
  /** Number of occurrences in the query. */
  readonly occurrences: number;
  /** Estimated number of chunks with the word. Null if the ranking counts them. */
  readonly count: number | null;
}

/** Input of the full text search. */
export interface QueryWords {
  /** Language of the query, ISO 639-1. Null if unknown. */
  readonly language: string | null;
  readonly words: readonly QueryWord[];
  /** Number of chunks that the counts refer to. */
  readonly chunks: number;
  /** Query for the chunks to rank, in text form. Null if there are no words. */
  readonly matching: string | null;
}

/** Minimum number of letters to detect the language of a query, which is shorter than a document. */
const MIN_QUERY_LETTERS = 10;

type AnalyzedWord = Omit<QueryWord, 'count'>;

/** A lexeme of the query in one text search configuration. */
interface Lexeme {
  readonly config: string;
  readonly form: string;
  /** Positions in the query, from 1. */
  readonly positions: readonly number[];
}

/** Common words by project. Counting one is slow, and they stay common. */
const commonWords = new LRUCache<string, Set<string>>({ max: 1000, ttl: 600_000 });
const MAX_CACHED_WORDS = 500;

/** Returns the words of a query in the forms that the languages of an extent are indexed in, without stop words. */
export async function getQueryWords(db: Db, projectId: string, query: string, extent: Extent): Promise<QueryWords> {
  const language = await detectLanguage(query, MIN_QUERY_LETTERS);
  const analyzed = await analyzeQuery(db, query, language, extent);
  const project = quoteWord(getProjectWord(projectId));
  if (isSmallScope(extent)) {
    const words = analyzed.map((word) => ({ ...word, count: null }));
    const matching = words.length === 0 ? null : `${project} & (${words.map(toWordQuery).join(' | ')})`;
    return { language, words, chunks: extent.chunks, matching };
  }
  const [words, chunks] = await Promise.all([countWords(db, projectId, analyzed), countProjectChunks(db, projectId)]);
  const alternatives = selectDistinctiveWords(words);
  const matching = alternatives.length === 0 ? null : `${project} & (${alternatives.join(' | ')})`;
  return {
    language,
    words: words.map((word) => ({ ...word, count: estimateCount(word.count, chunks) })),
    chunks,
    matching,
  };
}

/** Returns the query for chunks with any form of a word. */
export function toWordQuery({ forms }: Pick<QueryWord, 'forms'>): string {
  return `(${forms.map(quoteWord).join(' | ')})`;
}

/** Analyzes a query in every text search configuration of an extent. */
async function analyzeQuery(db: Db, query: string, language: string | null, extent: Extent): Promise<AnalyzedWord[]> {
  const searched = [...new Set(extent.languages.map(getTextSearchConfig))].sort();
  const queryConfig = language === null ? null : getTextSearchConfig(language);
  const configs = [...new Set([...searched, UNSTEMMED_CONFIG, ...(queryConfig === null ? [] : [queryConfig])])];
  const { rows } = await sql<Lexeme>`
    select config::text, lexeme as form, positions
    from unnest(${configs}::regconfig[]) config cross join lateral unnest(to_tsvector(config, ${segmentWords(query)}))`.execute(
    db,
  );
  const positions = rows.flatMap((row) => (row.config === UNSTEMMED_CONFIG ? row.positions : []));
  // Words of the query's language are known to be content words, even if they are stop words of another language.
  const judging = queryConfig !== null && searched.includes(queryConfig) ? [queryConfig] : configs;
  const isContentWord = (position: number) =>
    judging.every((config) => rows.some((row) => row.config === config && row.positions.includes(position)));
  const content = positions.filter(isContentWord);
  const indexed = rows.filter(({ config }) => searched.includes(config));
  const words = groupWords(indexed, content);
  return words.length > 0 ? words : groupWords(indexed, positions);
}

/** Groups the lexemes at the positions by word, in the order of the query. */
function groupWords(lexemes: readonly Lexeme[], positions: readonly number[]): AnalyzedWord[] {
  const words = new Map<string, AnalyzedWord>();
  for (const position of positions.toSorted((a, b) => a - b)) {
    const here = lexemes.filter((lexeme) => lexeme.positions.includes(position));
    const forms = [...new Set(here.map(({ form }) => form))].sort();
    const key = JSON.stringify(forms);
    if (forms.length > 0) words.set(key, { forms, occurrences: (words.get(key)?.occurrences ?? 0) + 1 });
  }
  return [...words.values()].slice(0, MAX_WORDS);
}

/** A word with its number of chunks in the project, at most {@link COMMON_WORD_COUNT}. */
type CountedWord = AnalyzedWord & { readonly count: number };

async function countWords(db: Db, projectId: string, words: readonly AnalyzedWord[]): Promise<CountedWord[]> {
  const known = commonWords.get(projectId) ?? new Set();
  const queries = words.map(toWordQuery);
  const counted = queries.filter((query) => !known.has(query));
  const { rows } = await sql<{ readonly query: string; readonly count: number }>`
    select query, (select count(*) from (select from chunks c
      where c.words @@ (${quoteWord(getProjectWord(projectId))}::tsquery && query::tsquery)
      limit ${sql.lit(COMMON_WORD_COUNT)}) counted)::int as count
    from unnest(${counted}::text[]) query`.execute(db);
  const counts = new Map(rows.map(({ query, count }) => [query, count]));
  for (const [query, count] of counts)
    if (count >= COMMON_WORD_COUNT && known.size < MAX_CACHED_WORDS) known.add(query);
  if (known.size > 0) commonWords.set(projectId, known);
  return words.map((word) => ({ ...word, count: counts.get(toWordQuery(word)) ?? COMMON_WORD_COUNT }));
}

/** Estimates the count of a common word, whose known count is only a lower bound. */
function estimateCount(count: number, chunks: number): number {
  return count >= COMMON_WORD_COUNT ? Math.sqrt(count * Math.max(chunks, count)) : count;
}

/** Whether a scope is small enough to rank all of it. */
export function isSmallScope({ chunks }: Pick<Extent, 'chunks'>): boolean {
  return chunks < MAX_MATCHES;
}

/**
 * Selects the alternatives that chunks of a large scope must match: rare words, or combinations of common ones, because
 * ranking all matches takes seconds.
 */
function selectDistinctiveWords(words: readonly CountedWord[]): string[] {
  const length = ({ forms }: CountedWord) => Math.max(...forms.map((form) => form.length));
  const byCount = words.toSorted((a, b) => a.count - b.count || length(b) - length(a));
  let matches = 0;
  const rare = byCount.filter(({ count }) => {
    matches += count;
    return count < COMMON_WORD_COUNT && matches <= MAX_MATCHES;
  });
  const others = byCount.slice(rare.length, rare.length + 3).map(toWordQuery);
  return [...rare.map(toWordQuery), ...(others.length > 0 ? [`(${others.join(' & ')})`] : [])];
}
