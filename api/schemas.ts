import Type from 'typebox';

export { AnyObject, Email, Id, NonEmpty, Nullable, OneOf, Text, Timestamp } from '../src/platform/shapes.ts';

/** A file of a form, as the document tells of it. */
export function BinaryFile(description: string) {
  return Type.String({ format: 'binary', contentMediaType: 'application/octet-stream', description });
}

/** Files as records show them; their bytes have an address of their own. */
export const ShownFiles = Type.Array(
  Type.Object({ name: Type.String(), media_type: Type.String(), size: Type.Integer({ description: 'bytes' }) }),
);
