import type { ParseSettings } from '../../platform/config/parsing.ts';
import { ParseError } from './contract.ts';
import { parseFailures } from './failures.ts';

/** Throws a ParseError if a document has too many pages. */
export function assertPageCount(count: number, { maxPages: pages }: ParseSettings): void {
  if (count > pages) throw new ParseError('TOO_MANY_PAGES', parseFailures.pages_over_limit({ count, limit: pages }));
}

/** Texts of headers and footers that contain only a page number. */
export const PAGE_NUMBER = /^\W*(?:page|seite|p\.|s\.)?\s*[\d#]*\s*(?:(?:\/|of|von|de|sur|-|–)\s*[\d#]*)?\W*$/i;
