import { defineMessages, defineProblems } from '../platform/messages.ts';

/** What can be wrong with files. */
export const fileProblems = defineProblems({
  invalid_file_name: 'must be a file name of 1 to 255 characters without slashes',
  image_too_large: 'has {width} × {height} pixels; at most {limit} million are allowed',
  image_incomplete: 'is damaged: it is incomplete',
  image_damaged: 'is damaged: {cause}',
  image_cost_over_limit: 'takes too much time or memory to decode',
  avatar_address_not_accepted: 'must be null or unchanged; send another image to `avatar`',
  avatar_file_missing: { type: 'missing', msg: 'is required; send it in a multipart form' },
  avatar_file_repeated: 'must be sent only once',
});

/** Why a run failed because of a file. */
export const fileFailures = defineMessages({
  file_not_usable: 'the file {file} {problem}',
});
