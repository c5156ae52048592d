import { defineMessages, type Message } from '../platform/messages.ts';

const UNIT = '{unit, select, milliseconds {milliseconds} other {credits}}';

/** Reasons for verdicts of scorers and for skipped cases. */
export const evalReasons = defineMessages({
  no_expected_output: 'the case has no expected output',
  output_identical: 'the output equals the expected output exactly',
  output_not_identical: 'the output does not equal the expected output exactly',
  output_equal: 'the output equals the expected output',
  output_different: 'the output differs from the expected output',
  contains_expected_texts: 'the output contains the expected texts',
  expected_text_missing: 'the output does not contain {text}',
  expected_texts_missing: 'the output contains none of these texts: {texts}',
  unwanted_text: 'the output contains {text}',
  fields_as_expected: 'all fields are as expected',
  field_different: '{path} is {value}, not {expected}',
  pattern_matched: 'the pattern matches the output',
  pattern_not_matched: 'the pattern does not match the output',
  similarity_measured: 'the similarity is {similarity}; at least {minimum} is required',
  usage_measured: `it took {used} ${UNIT}`,
  usage_unknown: `the limit or the actual number of ${UNIT} is unknown`,
  usage_over_limit: '{used} is more than {limit}',
  usage_over_reference: '{used} is more than {times} times the {reference} of the past run',
  calls_as_expected: 'the calls are as expected',
  no_expected_calls: 'the case expects no calls',
  no_reference_calls: 'there is no past run to compare the calls with',
  expected_call_missing: '{tool} was not called as expected',
  expected_call_misplaced: '{tool} was not called as expected, or not in this position',
  call_repeated: '{tool} was called once too often',
  unwanted_call: '{tool} was called, but must not be',
  scorer_failed: 'the scorer failed',
  pattern_timed_out: 'the regular expression timed out on this output',
  embedding_model_gone: 'no embedding model is named {name} any more',
  judge_missing: 'no judge model is set: set judges or judge_model_id',
  made_by_candidate: 'the candidate made this run itself, so there is nothing to compare',
  reference_deleted: 'the past run of the case was deleted',
  candidate_waits: 'the candidate run waits for a person ({status}); an eval does not wait for people',
  eval_ended: 'not evaluated: {error}',
  eval_budget_spent: 'the budget of the eval is spent',
});

/** Returns reasons as one text and as messages for translation. */
export function toReasoning(reasons: readonly Message[]): {
  readonly reasoning: string;
  readonly reasons: readonly Message[];
} {
  return { reasoning: reasons.map(({ msg }) => msg).join('; '), reasons };
}
