import { evalReasons } from '../../../src/evals/reasons.ts';
import { compareCalls, type TrajectoryConfig, toRequiredCalls } from '../../../src/evals/scorers/trajectory.ts';
import { type ScorerImplementation, toMismatchResult, toUnknownResult } from './kind.ts';

/** Checks the sequence of an agent's calls. */
export const trajectory: ScorerImplementation = {
  async score(_ctx, { item, config }) {
    const { calls, order, ...same } = config as TrajectoryConfig;
    if (calls === undefined && item.reference === undefined) return toUnknownResult(evalReasons.no_reference_calls);
    const required = calls ?? toRequiredCalls(await item.calls('reference'), same);
    const { matched, mismatches } = compareCalls(required, await item.calls('candidate'), order);
    const score = required.length === 0 ? Number(mismatches.length === 0) : matched / required.length;
    return { ...toMismatchResult(mismatches, evalReasons.calls_as_expected), score };
  },
};
