import { finds, type RegexConfig } from '../../../src/evals/scorers/regex.ts';
import { asText } from '../../../src/evals/scorers/similarity.ts';
import { type ActingScorer, ScorerFailure, said } from './kind.ts';

/** A pattern in the output. */
export const regex: ActingScorer = {
  score(_ctx, { item: { candidate }, config }) {
    const wanted = config as unknown as RegexConfig;
    const found = finds(wanted, asText(candidate.output));
    if (found === undefined) throw new ScorerFailure('the regular expression takes too long over this output');
    return said(
      found === (wanted.must !== 'not_match'),
      `the pattern ${found ? 'finds something' : 'finds nothing'} in the output`,
    );
  },
};
