import type { Sentences } from '../../en/sentences.ts';

/** Joined sentences. */
export const automation: Sentences = {
  'must be a text that is not empty': 'Das muss Text sein, der nicht leer ist.',
  '{0}: {1}': '{0:said}: {1:said}',
  'body.{0}: {1}': '{0}: {1:said}',
  '{0}; {1}': '{0:said} {1:said}',
};
