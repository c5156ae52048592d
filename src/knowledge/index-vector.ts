import { type RawBuilder, sql } from 'kysely';
import { getTextSearchConfig, segmentWords } from './words.ts';

/** Input of the full text index of a chunk. */
interface IndexedText {
  readonly projectId: string;
  readonly text: string;
  readonly headingPath: readonly string[];
  /** Language of the document, ISO 639-1. Null if unknown. */
  readonly language: string | null;
}

/**
 * Expression for `chunks.words`: words of the chunk, words of its headings with a higher weight, and a word for the
 * project. The project word lets the index skip other projects without reading rows.
 */
export function toIndexVector({ projectId, text, headingPath, language }: IndexedText): RawBuilder<string> {
  const config = sql`${getTextSearchConfig(language)}::regconfig`;
  const headings = sql`setweight(to_tsvector(${config}, ${segmentWords(headingPath.join('\n'))}), 'C')`;
  const words = sql`to_tsvector(${config}, ${segmentWords(text)})`;
  return sql<string>`${headings} || ${words} || array_to_tsvector(array[${getProjectWord(projectId)}])`;
}

/** Returns the word that every chunk of a project contains. */
export function getProjectWord(projectId: string): string {
  return `project ${projectId}`;
}

/** Quotes an indexed word for the text form of a query. */
export function quoteWord(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
