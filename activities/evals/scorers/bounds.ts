import type { Side } from '../../../src/evals/evaluated.ts';
import { boundOf, over } from '../../../src/evals/scorers/bounds.ts';
import { type ActingScorer, saidOf } from './kind.ts';

function bounding(most: string, tookOf: (side: Side) => string | null, unit: string): ActingScorer {
  return {
    score(_ctx, { item: { candidate, reference }, config }) {
      const took = tookOf(candidate);
      const found = over(boundOf(config, most), took, reference ? tookOf(reference) : null);
      if (!found)
        return { verdict: null, score: null, reasoning: `nobody knows how many ${unit} it may take, or took` };
      return saidOf(found.sentences, `it took ${took} ${unit}`);
    },
  };
}

/** How long the run took. */
export const latency = bounding('max_ms', ({ duration_ms }) => duration_ms?.toFixed() ?? null, 'milliseconds');

/** What the run cost. */
export const cost = bounding('max_credits', ({ charged_credits }) => charged_credits, 'credits');
