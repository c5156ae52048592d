import { MIN_COVERAGE, MIN_DISTINCTION, RELEVANCE_HITS } from './constants.ts';
import type { Hit } from './contract.ts';

/** Fields of a hit that determine its relevance. */
export type RelevanceInput = Pick<Hit, 'coverage' | 'distinction'>;

/**
 * Whether one of the first hits may answer the query: it contains query words, or its similarity is more than chance. An
 * unknown distinction counts as more. The model judges the rest.
 */
export function hasRelevantHit(hits: readonly RelevanceInput[]): boolean {
  return hits
    .slice(0, RELEVANCE_HITS)
    .some(({ coverage, distinction }) => coverage >= MIN_COVERAGE || (distinction ?? 1) >= MIN_DISTINCTION);
}
