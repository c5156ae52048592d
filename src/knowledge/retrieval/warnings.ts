import { defineMessages } from '../../platform/messages.ts';

/** What limits the result of a query. */
export const queryWarnings = defineMessages({
  quote_not_in_chunk: 'A quote was dropped, because the chunk that the model named does not contain it: {quote}',
  quote_proves_nothing: 'A quote was dropped, because it is too short or too common to prove the answer: {quote}',
  reranker_failed: 'The reranker {model} did not sort the results: {reason}',
  quote_over_limit: 'A quote was dropped, because an answer has at most {limit} citations: {quote}',
});
