import { MIN_RELEVANCE, MIN_SIMILARITY, NAME_PENALTY, RELEVANCE_HITS } from './constants.ts';
import type { Hit } from './contract.ts';

/** What of a passage tells whether it is about a query. */
export type RelevanceInput = Pick<Hit, 'text' | 'headingPath' | 'coverage' | 'similarity'>;

/**
 * Whether anything that was found is about the query: one of the first passages has enough of its words, the names in it
 * above all, and is not far from it in meaning. Needs no model; how often it is right is what `npm run knowledge:eval` prints.
 */
export function hasRelevantHit(query: string, hits: readonly RelevanceInput[]): boolean {
  const names = extractNames(query);
  return hits.slice(0, RELEVANCE_HITS).some((hit) => scoreRelevance(names, hit) >= MIN_RELEVANCE);
}

function scoreRelevance(names: readonly string[], { text, headingPath, coverage, similarity }: RelevanceInput): number {
  const passage = [...headingPath, text].join(' ').toLowerCase();
  const missing = names.filter((name) => !passage.includes(name)).length / Math.max(1, names.length);
  // A similarity that nobody knows says nothing.
  const far = Math.max(0, MIN_SIMILARITY - (similarity ?? MIN_SIMILARITY));
  return coverage - NAME_PENALTY * missing - far;
}

/** What looks like a name or a number: capitals within the query, and digits. Without their endings, which change. */
function extractNames(query: string): string[] {
  const words = query
    .replaceAll(/[?.,:'’¿¡]/g, ' ')
    .split(/\s+/)
    .filter(Boolean);
  return words
    .filter((word, at) => /\d/.test(word) || (at > 0 && /^\p{Lu}/u.test(word)))
    .map((word) => word.toLowerCase().slice(0, Math.max(4, word.length - 2)));
}
