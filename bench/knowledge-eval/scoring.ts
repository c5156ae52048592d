/** How many of a ranking's first places are looked at. */
export const PLACES = 10;

/** How good a ranking is, each from 0 to 1. */
export interface RankingScores {
  /** Normalized discounted cumulative gain: right passages count less the lower they stand. */
  readonly ndcg: number;
  /** Share of the right passages, of so many as there are places for, that were found. */
  readonly recall: number;
  /** One divided by the place of the first right passage; 0 without one. */
  readonly reciprocalRank: number;
}

/**
 * Scores the first places of a ranking.
 * @param right whether the passage at each place is right
 * @param existing how many right passages there are
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

/** The mean of each score; undefined without rankings. */
export function meanScores(scores: readonly RankingScores[]): RankingScores | undefined {
  if (scores.length === 0) return undefined;
  const mean = (key: keyof RankingScores) => scores.reduce((sum, each) => sum + each[key], 0) / scores.length;
  return { ndcg: mean('ndcg'), recall: mean('recall'), reciprocalRank: mean('reciprocalRank') };
}

/** What was decided about one question, and what would have been right. */
export interface Decision {
  /** Whether the documents hold the answer. */
  readonly answerable: boolean;
  /** Whether it was said that they do not. */
  readonly refused: boolean;
}

/** How often "not in the documents" was right, each from 0 to 1. */
export interface DecisionScores {
  /** Of all questions, those decided right. */
  readonly right: number;
  /** Of those without an answer, those refused. */
  readonly refusedOfUnanswerable: number;
  /** Of those with an answer, those wrongly refused. */
  readonly refusedOfAnswerable: number;
}

/** Counts decisions; undefined without questions of both kinds. */
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
