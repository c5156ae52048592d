import { defineMessages } from '../../platform/messages.ts';

/** What limits the result of a query. */
export const queryWarnings = defineMessages({
  quote_not_in_chunk: 'A quote was dropped, because the chunk that the model named does not contain it: {quote}',
  quote_proves_nothing: 'A quote was dropped, because it is too short or too common to prove the answer: {quote}',
  reranker_failed: 'The reranker {model} did not sort the results: {reason}',
  retrieval_steps_used: 'The retrieval stopped after its maximum of {limit} steps. Some passages may be missing.',
  retrieval_credits_used: 'The retrieval stopped at its limit of {limit} credits. Some passages may be missing.',
  retrieval_plan_invalid: 'The retrieval stopped because {model} returned no valid list of further searches.',
  quote_over_limit: 'A quote was dropped, because an answer has at most {limit} citations: {quote}',
});
