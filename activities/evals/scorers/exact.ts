import { isDeepStrictEqual } from 'node:util';
import { NOTHING_EXPECTED, type ScorerImplementation, toResult } from './kind.ts';

/** Equality to the last character. */
export const exact: ScorerImplementation = {
  score(_ctx, { item: { expected, candidate } }) {
    if (expected === undefined) return NOTHING_EXPECTED;
    const equal = isDeepStrictEqual(candidate.output, expected);
    return toResult(equal, equal ? 'the output equals what is expected' : 'the output is not what is expected');
  },
};
