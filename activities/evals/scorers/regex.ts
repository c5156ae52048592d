import { matchesPattern, type RegexConfig } from '../../../src/evals/scorers/regex.ts';
import { toText } from '../../../src/evals/scorers/similarity.ts';
import { ScorerFailure, type ScorerImplementation, toResult } from './kind.ts';

/** A pattern in the output. */
export const regex: ScorerImplementation = {
  score(_ctx, { item: { candidate }, config }) {
    const wanted = config as unknown as RegexConfig;
    const found = matchesPattern(wanted, toText(candidate.output));
    if (found === undefined) throw new ScorerFailure('the regular expression takes too long over this output');
    return toResult(
      found === (wanted.must !== 'not_match'),
      `the pattern ${found ? 'finds something' : 'finds nothing'} in the output`,
    );
  },
};
