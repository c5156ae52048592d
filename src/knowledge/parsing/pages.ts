import type { ParseSettings } from '../../platform/config/parsing.ts';
import { parseFailures } from '../failures.ts';
import { ParseError } from './contract.ts';

/** Throws a ParseError where a document has more pages than are read. */
export function assertPageCount(count: number, { pages }: ParseSettings): void {
  if (count > pages) throw new ParseError('TOO_MANY_PAGES', parseFailures.pages_over_limit({ count, limit: pages }));
}
