import { type ContainsConfig, misfitsIn } from '../../../src/evals/scorers/contains.ts';
import { asText } from '../../../src/evals/scorers/similarity.ts';
import { type ActingScorer, saidOf } from './kind.ts';

/** Texts that are in the output, or are not. */
export const contains: ActingScorer = {
  score(_ctx, { item: { candidate }, config }) {
    return saidOf(misfitsIn(asText(candidate.output), config as ContainsConfig), 'the output has what it should have');
  },
};
