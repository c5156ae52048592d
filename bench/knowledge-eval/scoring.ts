/** Number of ranks that are scored. */
export const PLACES = 10;

/** Ranking scores, each from 0 to 1. */
export interface RankingScores {
  /** Normalized discounted cumulative gain: correct chunks count less at lower ranks. */
  readonly ndcg: number;
  /** Share of the correct chunks that were found, limited by the number of ranks. */
  readonly recall: number;
  /** Reciprocal of the rank of the first correct chunk; 0 without one. */
  readonly reciprocalRank: number;
}

/**
 * Scores the first ranks of a ranking. `right` says whether the chunk at each rank is correct, `existing` is the number
 * of correct chunks.
 */
export function scoreRanking(right: readonly boolean[], existing: number): RankingScores {
  if (existing === 0) throw new Error('a ranking without anything right to find has no score');
  const places = right.slice(0, PLACES);
  const findable = Math.min(existing, PLACES);
  const gain = places.reduce((sum, isRight, place) => sum + (isRight ? discount(place) : 0), 0);
  const best = Array.from({ length: findable }, (_, place) => discount(place)).reduce((sum, each) => sum + each, 0);
  const first = places.indexOf(true);
  return {
    ndcg: gain / best,
    recall: places.filter(Boolean).length / findable,
    reciprocalRank: first < 0 ? 0 : 1 / (first + 1),
  };
}

function discount(place: number): number {
  return 1 / Math.log2(place + 2);
}

/** Returns the mean of each score; undefined without rankings. */
export function meanScores(scores: readonly RankingScores[]): RankingScores | undefined {
  if (scores.length === 0) return undefined;
  const mean = (key: keyof RankingScores) => scores.reduce((sum, each) => sum + each[key], 0) / scores.length;
  return { ndcg: mean('ndcg'), recall: mean('recall'), reciprocalRank: mean('reciprocalRank') };
}

/** A decision about one question. */
interface Decision {
  /** Whether the documents contain the answer. */
  readonly answerable: boolean;
  /** Whether the search reported no answer. */
  readonly refused: boolean;
}

/** Accuracy of "not in the documents", each from 0 to 1. */
export interface DecisionScores {
  /** Share of correct decisions. */
  readonly right: number;
  /** Share of rejected questions among those without an answer. */
  readonly refusedOfUnanswerable: number;
  /** Share of wrongly rejected questions among those with an answer. */
  readonly refusedOfAnswerable: number;
}

/** Aggregates decisions; undefined without questions of both kinds. */
export function scoreDecisions(decisions: readonly Decision[]): DecisionScores | undefined {
  const answerable = decisions.filter((each) => each.answerable);
  const unanswerable = decisions.filter((each) => !each.answerable);
  if (answerable.length === 0 || unanswerable.length === 0) return undefined;
  const refused = (of: readonly Decision[]) => of.filter((each) => each.refused).length / of.length;
  return {
    right: decisions.filter((each) => each.refused !== each.answerable).length / decisions.length,
    refusedOfUnanswerable: refused(unanswerable),
    refusedOfAnswerable: refused(answerable),
  };
}
