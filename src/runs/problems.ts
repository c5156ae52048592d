import { defineProblems } from '../platform/messages.ts';

/** Validation problems of run requests and feedback. */
export const runProblems = defineProblems({
  invalid_max_wait: 'must be an ISO 8601 duration of at most ten years, such as PT24H or PT0S',
  revisions_differ: 'must name the same revision as {other}',
  provider_not_awaited: 'must be omitted unless waiting_for is provider',
  wait_not_resumable: 'must be one of: {known}; runs that wait for something else cannot be resumed',
  feedback_empty: { type: 'missing', msg: 'is required: feedback has a value, a note or both' },
});
