import Type from 'typebox';
import { NonBlankText } from '../../src/platform/schemas.ts';

/** Tags of a resource in a body. Older names may be longer than new ones. */
export const TagNames = Type.Array(NonBlankText(60), {
  maxItems: 50,
  description: 'Names or IDs of tags; an unknown name creates a tag.',
});
