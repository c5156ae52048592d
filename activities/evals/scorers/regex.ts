import { matchesPattern, type RegexConfig } from '../../../src/evals/scorers/regex.ts';
import { toText } from '../../../src/evals/scorers/similarity.ts';
import { ScorerFailure, type ScorerImplementation, toResult } from './kind.ts';

/** Matches the output with a pattern. */
export const regex: ScorerImplementation = {
  score(_ctx, { item: { candidate }, config }) {
    const regexConfig = config as unknown as RegexConfig;
    const found = matchesPattern(regexConfig, toText(candidate.output));
    if (found === undefined) throw new ScorerFailure('the regular expression timed out on this output');
    return toResult(
      found === (regexConfig.must !== 'not_match'),
      `the pattern ${found ? 'matches' : 'does not match'} the output`,
    );
  },
};
