import { compareCalls, type TrajectoryConfig, toRequiredCalls } from '../../../src/evals/scorers/trajectory.ts';
import { type ScorerImplementation, toMismatchResult } from './kind.ts';

/** Checks the sequence of an agent's calls. */
export const trajectory: ScorerImplementation = {
  async score(_ctx, { item, config }) {
    const { calls, order, ...same } = config as TrajectoryConfig;
    if (calls === undefined && item.reference === undefined)
      return { verdict: null, score: null, reasoning: 'there is no past run to compare the calls with' };
    const required = calls ?? toRequiredCalls(await item.calls('reference'), same);
    const { matched, sentences } = compareCalls(required, await item.calls('candidate'), order);
    const score = required.length === 0 ? Number(sentences.length === 0) : matched / required.length;
    return { ...toMismatchResult(sentences, 'the calls are as expected'), score };
  },
};
