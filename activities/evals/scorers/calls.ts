import { isDeepStrictEqual } from 'node:util';
import type { ExpectedCall } from '../../../src/evals/cases.ts';
import type { RecordedCall } from '../../../src/evals/target.ts';
import { type ScorerImplementation, toResult } from './kind.ts';

/** Whether the calls that a case speaks of were made, or not made. */
export const calls: ScorerImplementation = {
  async score(_ctx, { item }) {
    const { expectedCalls } = item;
    if (expectedCalls === null || expectedCalls.length === 0)
      return { verdict: null, score: null, reasoning: 'the case speaks of no calls' };
    const made = await item.calls('candidate');
    const broken = expectedCalls.filter((one) => made.some((call) => isCall(one, call)) !== (one.must === 'be_made'));
    const reasoning = broken.map(({ tool_name, must }) =>
      must === 'be_made'
        ? `${tool_name} was not called as it should be`
        : `${tool_name} was called, which it should not`,
    );
    return toResult(broken.length === 0, reasoning.join('; ') || 'the calls are those that the case asks for');
  },
};

function isCall(expected: ExpectedCall, made: RecordedCall): boolean {
  if (expected.tool_name !== made.tool_name) return false;
  return (
    expected.arguments === undefined || isDeepStrictEqual(made.edited_arguments ?? made.arguments, expected.arguments)
  );
}
