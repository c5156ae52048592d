import Type, { type TSchema } from 'typebox';
import { LONGEST_ADDRESS } from './mail/address.ts';
import { PLAIN_NAME } from './names.ts';
import { patternFor, patternProblems } from './patterns.ts';

/** Shapes of values that many schemas use. */

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
  return Type.String({
    minLength: 1,
    maxLength: most,
    pattern: patternFor(patternProblems.blank_text, '\\S'),
    ...options,
  });
}

/** A name on one line that shows all that it says: others know a person, an agent or a credential by it. */
export function PlainName(options: object = {}) {
  return Type.String({ minLength: 1, maxLength: 200, pattern: PLAIN_NAME, ...options });
}

/** Any JSON object. */
export const AnyObject = Type.Record(Type.String(), Type.Unknown());
