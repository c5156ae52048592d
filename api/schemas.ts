import Type from 'typebox';

export { FileRecords as ShownFiles } from '../src/files/record-schema.ts';
export {
  AnyObject,
  BoundedText as Text,
  DisplayName as PlainName,
  Email,
  Id,
  NonBlankText as NonEmpty,
  Nullable,
  StringEnum as OneOf,
  Timestamp,
} from '../src/platform/schemas.ts';

/** A file of a form, as the document tells of it. */
export function BinaryFile(description: string) {
  return Type.String({ format: 'binary', contentMediaType: 'application/octet-stream', description });
}

/** What was taken out of something that was imported, because nobody sees it and a model reads it all the same. */
export const HiddenText = Type.Array(
  Type.Object({
    place: Type.String({ description: 'File, operation or tool.' }),
    characters: Type.Integer({ description: 'Number of removed characters.' }),
  }),
  { description: 'Invisible characters removed on import; empty if there were none.' },
);
