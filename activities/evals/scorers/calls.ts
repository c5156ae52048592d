import { isDeepStrictEqual } from 'node:util';
import type { ExpectedCall } from '../../../src/evals/cases.ts';
import type { RecordedCall } from '../../../src/evals/target.ts';
import { type ScorerImplementation, toResult } from './kind.ts';

/** Checks the calls that a case expects or forbids. */
export const calls: ScorerImplementation = {
  async score(_ctx, { item }) {
    const { expectedCalls } = item;
    if (expectedCalls === null || expectedCalls.length === 0)
      return { verdict: null, score: null, reasoning: 'the case expects no calls' };
    const made = await item.calls('candidate');
    const broken = expectedCalls.filter((one) => made.some((call) => isCall(one, call)) !== (one.must === 'be_made'));
    const reasoning = broken.map(({ tool_name, must }) =>
      must === 'be_made' ? `${tool_name} was not called as expected` : `${tool_name} was called, but must not be`,
    );
    return toResult(broken.length === 0, reasoning.join('; ') || 'the calls are as expected');
  },
};

function isCall(expected: ExpectedCall, made: RecordedCall): boolean {
  if (expected.tool_name !== made.tool_name) return false;
  return (
    expected.arguments === undefined || isDeepStrictEqual(made.edited_arguments ?? made.arguments, expected.arguments)
  );
}
