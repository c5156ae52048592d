import { evalReasons } from '../../../src/evals/reasons.ts';
import { findExceeded, toBound } from '../../../src/evals/scorers/bounds.ts';
import type { CaseRun } from '../../../src/evals/target.ts';
import { type ScorerImplementation, toMismatchResult, toUnknownResult } from './kind.ts';

function defineBoundScorer(
  most: string,
  getUsage: (side: CaseRun) => string | null,
  unit: 'milliseconds' | 'credits',
): ScorerImplementation {
  return {
    score(_ctx, { item: { candidate, reference }, config }) {
      const used = getUsage(candidate);
      const found = findExceeded(toBound(config, most), used, reference ? getUsage(reference) : null);
      if (!found) return toUnknownResult(evalReasons.usage_unknown({ unit }));
      return toMismatchResult(found, evalReasons.usage_measured({ used: String(used), unit }));
    },
  };
}

/** Duration of the run. */
export const latency = defineBoundScorer('max_ms', ({ duration_ms }) => duration_ms?.toFixed() ?? null, 'milliseconds');

/** Cost of the run. */
export const cost = defineBoundScorer('max_credits', ({ charged_credits }) => charged_credits, 'credits');
