import { defineProblems } from '../platform/messages.ts';

/** What can be wrong with files. */
export const fileProblems = defineProblems({
  invalid_file_name: 'must be a file name of 1 to 255 characters without slashes',
  image_too_large: 'has {width} × {height} pixels; at most {limit} million are allowed',
});
