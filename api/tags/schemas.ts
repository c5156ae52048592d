import Type from 'typebox';
import { NonEmpty } from '../schemas.ts';

/** Tags of a resource in a body. Older names may be longer than new ones. */
export const TagNames = Type.Array(NonEmpty(60), {
  maxItems: 50,
  description: 'Names or IDs of tags; an unknown name creates a tag.',
});
