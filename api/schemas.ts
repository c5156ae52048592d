import Type, { type TSchema } from 'typebox';
import { LONGEST_ADDRESS } from '../src/platform/mail/address.ts';

/** Shapes that many rooms use. */

export const Id = Type.String({ format: 'uuid' });
export const Email = Type.String({ format: 'email', maxLength: LONGEST_ADDRESS });
export const Timestamp = Type.String({ format: 'date-time', description: 'ISO 8601 in UTC' });

export function Nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

/** One of some words; written as an enum so that the OpenAPI document reads well. */
export function OneOf<const W extends readonly string[]>(words: W, options: object = {}) {
  return Type.Unsafe<W[number]>({ type: 'string', enum: words, ...options });
}

/** Text of a bounded length. */
export function Text(most: number, options: object = {}) {
  return Type.String({ maxLength: most, ...options });
}

/** Text that says something. */
export function NonEmpty(most: number, options: object = {}) {
  return Type.String({ minLength: 1, maxLength: most, pattern: '\\S', ...options });
}

/** A file of a form, as the document tells of it. */
export function BinaryFile(description: string) {
  return Type.String({ format: 'binary', contentMediaType: 'application/octet-stream', description });
}

/** Any JSON object. */
export const AnyObject = Type.Record(Type.String(), Type.Unknown());

/** Files as records show them; their bytes have an address of their own. */
export const ShownFiles = Type.Array(
  Type.Object({ name: Type.String(), media_type: Type.String(), size: Type.Integer({ description: 'bytes' }) }),
);
