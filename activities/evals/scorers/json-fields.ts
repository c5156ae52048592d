import { evalReasons } from '../../../src/evals/reasons.ts';
import { compareFields, type FieldRule } from '../../../src/evals/scorers/json-fields.ts';
import { NOTHING_EXPECTED, type ScorerImplementation, toMismatchResult } from './kind.ts';

/** Checks fields of the output. */
export const jsonFields: ScorerImplementation = {
  score(_ctx, { item: { candidate, expected }, config }) {
    const { held, mismatches } = compareFields(config.fields as readonly FieldRule[], candidate.output, expected);
    if (held === 0) return NOTHING_EXPECTED;
    return {
      ...toMismatchResult(mismatches, evalReasons.fields_as_expected),
      score: (held - mismatches.length) / held,
    };
  },
};
