import { evalReasons } from '../../../src/evals/reasons.ts';
import { type ContainsConfig, findTextMismatches } from '../../../src/evals/scorers/contains.ts';
import { toText } from '../../../src/evals/scorers/similarity.ts';
import { type ScorerImplementation, toMismatchResult } from './kind.ts';

/** Checks which texts the output contains. */
export const contains: ScorerImplementation = {
  score(_ctx, { item: { candidate }, config }) {
    return toMismatchResult(
      findTextMismatches(toText(candidate.output), config as ContainsConfig),
      evalReasons.contains_expected_texts,
    );
  },
};
