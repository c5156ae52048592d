import { ENOUGH_FIT, FAR_SIMILARITY, FIRST_HITS, NAME_PENALTY } from './constants.ts';
import type { Hit } from './contract.ts';

/** What of a passage tells whether it is about a query. */
export type Fitting = Pick<Hit, 'text' | 'headingPath' | 'coverage' | 'similarity'>;

/**
 * Whether anything that was found is about the query: one of the first passages has enough of its words, the names in it
 * above all, and is not far from it in meaning. Needs no model; how often it is right is what `npm run knowledge:eval` prints.
 */
export function somethingFits(query: string, hits: readonly Fitting[]): boolean {
  const names = namesIn(query);
  return hits.slice(0, FIRST_HITS).some((hit) => fitOf(names, hit) >= ENOUGH_FIT);
}

function fitOf(names: readonly string[], { text, headingPath, coverage, similarity }: Fitting): number {
  const passage = [...headingPath, text].join(' ').toLowerCase();
  const missing = names.filter((name) => !passage.includes(name)).length / Math.max(1, names.length);
  // A similarity that nobody knows says nothing.
  const far = Math.max(0, FAR_SIMILARITY - (similarity ?? FAR_SIMILARITY));
  return coverage - NAME_PENALTY * missing - far;
}

/** What looks like a name or a number: capitals within the query, and digits. Without their endings, which change. */
function namesIn(query: string): string[] {
  const words = query
    .replaceAll(/[?.,:'’¿¡]/g, ' ')
    .split(/\s+/)
    .filter(Boolean);
  return words
    .filter((word, at) => /\d/.test(word) || (at > 0 && /^\p{Lu}/u.test(word)))
    .map((word) => word.toLowerCase().slice(0, Math.max(4, word.length - 2)));
}
