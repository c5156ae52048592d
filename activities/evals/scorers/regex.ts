import { evalReasons } from '../../../src/evals/reasons.ts';
import { matchesPattern, type RegexConfig } from '../../../src/evals/scorers/regex.ts';
import { toText } from '../../../src/evals/scorers/similarity.ts';
import { ScorerFailure, type ScorerImplementation, toResult } from './kind.ts';

/** Matches the output with a pattern. */
export const regex: ScorerImplementation = {
  score(_ctx, { item: { candidate }, config }) {
    const regexConfig = config as unknown as RegexConfig;
    const found = matchesPattern(regexConfig, toText(candidate.output));
    if (found === undefined) throw new ScorerFailure(evalReasons.pattern_timed_out);
    return toResult(
      found === (regexConfig.must !== 'not_match'),
      found ? evalReasons.pattern_matched : evalReasons.pattern_not_matched,
    );
  },
};
