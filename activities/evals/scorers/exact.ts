import { isDeepStrictEqual } from 'node:util';
import { evalReasons } from '../../../src/evals/reasons.ts';
import { NOTHING_EXPECTED, type ScorerImplementation, toResult } from './kind.ts';

/** Checks exact equality. */
export const exact: ScorerImplementation = {
  score(_ctx, { item: { expected, candidate } }) {
    if (expected === undefined) return NOTHING_EXPECTED;
    const equal = isDeepStrictEqual(candidate.output, expected);
    return toResult(equal, equal ? evalReasons.output_identical : evalReasons.output_not_identical);
  },
};
