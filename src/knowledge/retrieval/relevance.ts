import { MIN_RELEVANCE, MIN_SIMILARITY, NAME_PENALTY, RELEVANCE_HITS } from './constants.ts';
import type { Hit } from './contract.ts';

/** Fields of a hit that determine its relevance. */
export type RelevanceInput = Pick<Hit, 'text' | 'headingPath' | 'coverage' | 'similarity'>;

/**
 * Whether one of the first hits is relevant: it contains enough query words, names above all, and has a similar
 * meaning. Uses no model; `npm run knowledge:eval` measures its accuracy.
 */
export function hasRelevantHit(query: string, hits: readonly RelevanceInput[]): boolean {
  const names = extractNames(query);
  return hits.slice(0, RELEVANCE_HITS).some((hit) => scoreRelevance(names, hit) >= MIN_RELEVANCE);
}

function scoreRelevance(names: readonly string[], { text, headingPath, coverage, similarity }: RelevanceInput): number {
  const passage = [...headingPath, text].join(' ').toLowerCase();
  const missing = names.filter((name) => !passage.includes(name)).length / Math.max(1, names.length);
  // An unknown similarity adds no penalty.
  const far = Math.max(0, MIN_SIMILARITY - (similarity ?? MIN_SIMILARITY));
  return coverage - NAME_PENALTY * missing - far;
}

/** Extracts likely names and numbers: capitalized words within the query, and digits. Inflected endings are removed. */
function extractNames(query: string): string[] {
  const words = query
    .replaceAll(/[?.,:'’¿¡]/g, ' ')
    .split(/\s+/)
    .filter(Boolean);
  return words
    .filter((word, at) => /\d/.test(word) || (at > 0 && /^\p{Lu}/u.test(word)))
    .map((word) => word.toLowerCase().slice(0, Math.max(4, word.length - 2)));
}
