import Type, { type TSchema } from 'typebox';
import { MAX_ADDRESS_LENGTH } from './mail/address.ts';
import { DISPLAY_NAME_PATTERN } from './names.ts';

/** Shapes of values that many schemas use. */

export const Id = Type.String({ format: 'uuid' });
export const Email = Type.String({ format: 'email', maxLength: MAX_ADDRESS_LENGTH });
export const Timestamp = Type.String({ format: 'date-time', description: 'ISO 8601 in UTC' });

export function Nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

/** One of some words; written as an enum so that the OpenAPI document reads well. */
export function StringEnum<const W extends readonly string[]>(values: W, options: object = {}) {
  return Type.Unsafe<W[number]>({ type: 'string', enum: values, ...options });
}

/** Text of a bounded length. */
export function BoundedText(maxLength: number, options: object = {}) {
  return Type.String({ maxLength: maxLength, ...options });
}

/** Text that says something. */
export function NonBlankText(maxLength: number, options: object = {}) {
  return Type.String({ minLength: 1, maxLength: maxLength, pattern: '\\S', ...options });
}

/** A name on one line that shows all that it says: others know a person, an agent or a credential by it. */
export function DisplayName(options: object = {}) {
  return Type.String({ minLength: 1, maxLength: 200, pattern: DISPLAY_NAME_PATTERN, ...options });
}

/** Any JSON object. */
export const AnyObject = Type.Record(Type.String(), Type.Unknown());
