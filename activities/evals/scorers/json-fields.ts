import { type FieldRule, fieldMisfits } from '../../../src/evals/scorers/json-fields.ts';
import { type ActingScorer, NOTHING_EXPECTED, saidOf } from './kind.ts';

/** Single fields of the output. */
export const jsonFields: ActingScorer = {
  score(_ctx, { item: { candidate, expected }, config }) {
    const { held, sentences } = fieldMisfits(config.fields as readonly FieldRule[], candidate.output, expected);
    if (held === 0) return NOTHING_EXPECTED;
    return { ...saidOf(sentences, 'all fields are as they should be'), score: (held - sentences.length) / held };
  },
};
