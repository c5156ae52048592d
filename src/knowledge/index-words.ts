import { type RawBuilder, sql } from 'kysely';
import { segmentWords, textSearchConfig } from './words.ts';

/** What the words of a passage are made of. */
export interface IndexedText {
  readonly projectId: string;
  readonly text: string;
  readonly headingPath: readonly string[];
  /** Of the document, ISO 639-1; null where it is unknown. */
  readonly language: string | null;
}

/**
 * What `chunks.words` holds, as an expression: the words of the passage and, weighing more, of the headings above it, and
 * the project, so that the index leaves the passages of others aside without a look at their rows.
 */
export function indexedWords({ projectId, text, headingPath, language }: IndexedText): RawBuilder<string> {
  const config = sql`${textSearchConfig(language)}::regconfig`;
  const headings = sql`setweight(to_tsvector(${config}, ${segmentWords(headingPath.join('\n'))}), 'C')`;
  const words = sql`to_tsvector(${config}, ${segmentWords(text)})`;
  return sql<string>`${headings} || ${words} || array_to_tsvector(array[${projectWord(projectId)}])`;
}

/** The word that every passage of a project has. */
export function projectWord(projectId: string): string {
  return `project ${projectId}`;
}

/** A word, as the index has it, in the text form of a query for it. */
export function quoted(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
