import Type from 'typebox';

export { ShownFiles } from '../src/files/shown.ts';
export {
  AnyObject,
  Email,
  Id,
  NonEmpty,
  Nullable,
  OneOf,
  PersonName,
  Text,
  Timestamp,
} from '../src/platform/shapes.ts';

/** A file of a form, as the document tells of it. */
export function BinaryFile(description: string) {
  return Type.String({ format: 'binary', contentMediaType: 'application/octet-stream', description });
}
