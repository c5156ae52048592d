import { findExceeded, toBound } from '../../../src/evals/scorers/bounds.ts';
import type { CaseRun } from '../../../src/evals/target.ts';
import { type ScorerImplementation, toMismatchResult } from './kind.ts';

function defineBoundScorer(
  most: string,
  getUsage: (side: CaseRun) => string | null,
  unit: string,
): ScorerImplementation {
  return {
    score(_ctx, { item: { candidate, reference }, config }) {
      const used = getUsage(candidate);
      const found = findExceeded(toBound(config, most), used, reference ? getUsage(reference) : null);
      if (!found)
        return { verdict: null, score: null, reasoning: `the limit or the actual number of ${unit} is unknown` };
      return toMismatchResult(found.sentences, `it took ${used} ${unit}`);
    },
  };
}

/** Duration of the run. */
export const latency = defineBoundScorer('max_ms', ({ duration_ms }) => duration_ms?.toFixed() ?? null, 'milliseconds');

/** Cost of the run. */
export const cost = defineBoundScorer('max_credits', ({ charged_credits }) => charged_credits, 'credits');
