import Type from 'typebox';
import { SUBJECT_TYPES } from '../src/access/subjects.ts';
import { BoundedText, Id, Nullable, StringEnum } from '../src/platform/schemas.ts';

/** Author of a revision. */
export const REVISION_AUTHOR = {
  created_by: Nullable(
    Type.String({ ...Id, description: 'ID of the user or project that saved the revision; null if unknown.' }),
  ),
  created_by_type: Nullable(
    StringEnum(SUBJECT_TYPES, {
      description: 'Type of the author: user, or project for an OAuth client of the project; null if unknown.',
    }),
  ),
};

/** Schema of a file in a multipart form. */
export function BinaryFile(description: string) {
  return Type.String({ format: 'binary', contentMediaType: 'application/octet-stream', description });
}

/** Characters removed on import because people do not see them but models read them. */
export const HiddenText = Type.Array(
  Type.Object({
    place: Type.String({ description: 'File, operation or tool.' }),
    characters: Type.Integer({ description: 'Number of removed characters.' }),
  }),
  { description: 'Invisible characters removed on import; empty if there were none.' },
);

/** Query parameter of an authorization that ends with a redirect. */
export const RedirectTo = Type.Optional(
  BoundedText(2000, { description: 'Target of the redirect: a path or a URL of this server.' }),
);
