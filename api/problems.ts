import { defineProblems } from '../src/platform/messages.ts';

/** Validation problems of any request. */
export const requestProblems = defineProblems({
  immutable_field: 'cannot be changed; {hint}',
  form_body_missing: { type: 'missing', msg: 'is required: it contains the fields as JSON' },
  invalid_json: { type: 'json_invalid', msg: 'must be valid JSON' },
  nested_too_deep: { type: 'nesting', msg: 'must be nested at most {limit} levels deep' },
  unstorable_text: { type: 'text', msg: 'must be well-formed Unicode without NUL characters' },
  number_too_large: { type: 'finite_number', msg: 'must be a number whose magnitude is below 1.8e308' },
  invalid_if_match: 'must be * or a comma-separated list of quoted ETags',
  invalid_idempotency_key: { type: 'string_pattern_mismatch', msg: 'must be 1 to 255 printable ASCII characters' },
});
