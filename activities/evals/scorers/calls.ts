import { isDeepStrictEqual } from 'node:util';
import type { ExpectedCall } from '../../../src/evals/cases.ts';
import { evalReasons } from '../../../src/evals/reasons.ts';
import type { RecordedCall } from '../../../src/evals/target.ts';
import { type ScorerImplementation, toMismatchResult, toUnknownResult } from './kind.ts';

/** Checks the calls that a case expects or forbids. */
export const calls: ScorerImplementation = {
  async score(_ctx, { item }) {
    const { expectedCalls } = item;
    if (expectedCalls === null || expectedCalls.length === 0) return toUnknownResult(evalReasons.no_expected_calls);
    const made = await item.calls('candidate');
    const broken = expectedCalls.filter((one) => made.some((call) => isCall(one, call)) !== (one.must === 'be_made'));
    const mismatches = broken.map(({ tool_name: tool, must }) =>
      must === 'be_made' ? evalReasons.expected_call_missing({ tool }) : evalReasons.unwanted_call({ tool }),
    );
    return toMismatchResult(mismatches, evalReasons.calls_as_expected);
  },
};

function isCall(expected: ExpectedCall, made: RecordedCall): boolean {
  if (expected.tool_name !== made.tool_name) return false;
  return (
    expected.arguments === undefined || isDeepStrictEqual(made.edited_arguments ?? made.arguments, expected.arguments)
  );
}
