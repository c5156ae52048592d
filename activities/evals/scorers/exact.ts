import { isDeepStrictEqual } from 'node:util';
import { NOTHING_EXPECTED, type ScorerImplementation, toResult } from './kind.ts';

/** Checks exact equality. */
export const exact: ScorerImplementation = {
  score(_ctx, { item: { expected, candidate } }) {
    if (expected === undefined) return NOTHING_EXPECTED;
    const equal = isDeepStrictEqual(candidate.output, expected);
    return toResult(
      equal,
      equal ? 'the output equals the expected output exactly' : 'the output does not equal the expected output exactly',
    );
  },
};
