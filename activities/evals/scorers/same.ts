import { isDeepStrictEqual } from 'node:util';
import { evalReasons } from '../../../src/evals/reasons.ts';
import { NOTHING_EXPECTED, type ScorerImplementation, toResult } from './kind.ts';

/** Checks equality except for white space and case. */
export const same: ScorerImplementation = {
  score(_ctx, { item: { expected, candidate } }) {
    if (expected === undefined) return NOTHING_EXPECTED;
    const equal = isDeepStrictEqual(normalize(candidate.output), normalize(expected));
    return toResult(equal, equal ? evalReasons.output_equal : evalReasons.output_different);
  },
};

/** Normalizes all texts in a value. */
function normalize(value: unknown): unknown {
  if (typeof value === 'string') return value.normalize('NFC').replace(/\s+/gu, ' ').trim().toLowerCase();
  if (Array.isArray(value)) return value.map(normalize);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, normalize(item)]));
}
