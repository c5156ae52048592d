import { MIN_COVERAGE, MIN_DISTINCTION, RELEVANCE_HITS } from './constants.ts';
import type { Hit } from './contract.ts';

/** Fields of a hit that determine its relevance. */
type RelevanceInput = Pick<Hit, 'coverage' | 'distinction'>;

/**
 * Whether a hit may answer the query: one of the first contains query words, or the similarity of any is more than
 * chance. A number that the query contains can place other hits first. An unknown distinction counts as more. The model
 * judges the rest.
 */
export function hasRelevantHit(hits: readonly RelevanceInput[]): boolean {
  return (
    hits.slice(0, RELEVANCE_HITS).some(({ coverage }) => coverage >= MIN_COVERAGE) ||
    hits.some(({ distinction }) => (distinction ?? 1) >= MIN_DISTINCTION)
  );
}
