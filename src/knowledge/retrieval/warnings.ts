import { defineMessages } from '../../platform/messages.ts';

/** What an answer to a query lacks. */
export const queryWarnings = defineMessages({
  quote_not_in_chunk: 'A quote was dropped, because the chunk that the model named does not contain it: {quote}',
  quote_proves_nothing: 'A quote was dropped, because it is too short or too common to prove the answer: {quote}',
  quote_over_limit: 'A quote was dropped, because an answer has at most {limit} citations: {quote}',
});
