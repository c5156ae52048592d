import { isDeepStrictEqual } from 'node:util';
import { type ActingScorer, NOTHING_EXPECTED, said } from './kind.ts';

/** Equality to the last character. */
export const exact: ActingScorer = {
  score(_ctx, { item: { expected, candidate } }) {
    if (expected === undefined) return NOTHING_EXPECTED;
    const equal = isDeepStrictEqual(candidate.output, expected);
    return said(equal, equal ? 'the output equals what is expected' : 'the output is not what is expected');
  },
};
