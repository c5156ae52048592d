import { sql } from 'kysely';
import { getTextSearchConfig } from '../../src/knowledge/words.ts';
import type { Db } from '../../src/platform/db/client.ts';

/** Parameters that `bm25s` uses by default. */
const SATURATION = 1.5;
const LENGTH_SHARE = 0.75;

/** Texts with keys. */
interface KeyedText {
  readonly key: string;
  readonly text: string;
}

/** Queries to rank documents for. */
interface ReferenceSearch {
  /** ISO 639-1. */
  readonly language: string;
  readonly documents: readonly KeyedText[];
  readonly queries: readonly string[];
  /** Number of documents to return. */
  readonly count: number;
}

/** Number of occurrences by word. */
type WordCounts = ReadonlyMap<string, number>;

/**
 * Ranks whole documents by BM25 as Lucene and `bm25s` define it, and returns the keys of the best ones for each query.
 * It shares nothing with the ranking of the product but the stemmer: words are those of `Intl.Segmenter`, so that
 * Chinese is split, too.
 */
export async function rankByBm25(
  db: Db,
  { language, documents, queries, count }: ReferenceSearch,
): Promise<string[][]> {
  const texts = documents.map(({ text }) => text);
  const indexed = await countWords(db, language, texts);
  const lengths = indexed.map((words) => sum(words.values()));
  const meanLength = sum(lengths) / Math.max(1, lengths.length);
  const documentCounts = new Map<string, number>();
  for (const word of indexed.flatMap((words) => [...words.keys()]))
    documentCounts.set(word, (documentCounts.get(word) ?? 0) + 1);
  const asked = await countWords(db, language, queries);
  return asked.map((query) => {
    const scored = indexed.map((words, at) => {
      const norm = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * (lengths[at] ?? 0)) / meanLength);
      const points = Array.from(query, ([word, occurrences]) => {
        const [inDocument, inSet] = [words.get(word) ?? 0, documentCounts.get(word) ?? 0];
        const weight = Math.log(1 + (documents.length - inSet + 0.5) / (inSet + 0.5));
        return (occurrences * weight * inDocument) / (inDocument + norm);
      });
      return { key: documents[at]?.key ?? '', points: sum(points) };
    });
    const matching = scored.filter(({ points }) => points > 0).sort((a, b) => b.points - a.points);
    return matching.slice(0, count).map(({ key }) => key);
  });
}

/** Counts the stemmed words of texts, without the stop words of the language. */
async function countWords(db: Db, language: string, texts: readonly string[]): Promise<WordCounts[]> {
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  const words = texts.map((text) =>
    Array.from(segmenter.segment(text.normalize('NFKC').toLowerCase()))
      .filter(({ isWordLike }) => isWordLike)
      .map(({ segment }) => segment),
  );
  const distinct = [...new Set(words.flat())];
  const { rows } = await sql<{ word: string; stem: string | null }>`
    select word, (select min(lexeme) from unnest(to_tsvector(${getTextSearchConfig(language)}::regconfig, word))) as stem
    from unnest(${distinct}::text[]) word`.execute(db);
  const stems = new Map(rows.map(({ word, stem }) => [word, stem]));
  return words.map((list) => {
    const counts = new Map<string, number>();
    for (const word of list) {
      const stem = stems.get(word) ?? null;
      if (stem !== null) counts.set(stem, (counts.get(stem) ?? 0) + 1);
    }
    return counts;
  });
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
