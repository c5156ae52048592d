import Type from 'typebox';
import { NonEmpty } from '../schemas.ts';

/** The tags of a resource as a body gives them. Names from before tags were records may be longer than a new one's. */
export const TagNames = Type.Array(NonEmpty(60), {
  maxItems: 50,
  description: 'Names or IDs of tags; an unknown name creates a tag.',
});
