import Type, { type TSchema } from 'typebox';
import { MAX_ADDRESS_LENGTH } from './mail/address.ts';
import { DISPLAY_NAME_PATTERN, VISIBLE_LINE_PATTERN, VISIBLE_TEXT_PATTERN } from './names.ts';
import { definePattern, patternProblems } from './patterns.ts';

/** Schemas that many modules share. */

/** Schema of a record's ID. */
export const Id = Type.String({ format: 'uuid' });
export const Email = Type.String({ format: 'email', maxLength: MAX_ADDRESS_LENGTH });
export const Timestamp = Type.String({ format: 'date-time', description: 'ISO 8601 in UTC' });

/** Returns the schema of a value or null. */
export function Nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

/** Creates an enum schema of strings, which reads better in the OpenAPI document than a union. */
export function StringEnum<const W extends readonly string[]>(values: W, options: object = {}) {
  return Type.Unsafe<W[number]>({ type: 'string', enum: values, ...options });
}

/** Creates a schema of a text with a maximum length. */
export function BoundedText(maxLength: number, options: object = {}) {
  return Type.String({ maxLength: maxLength, ...options });
}

/** Creates a schema of a non-blank text. */
export function NonBlankText(maxLength: number, options: object = {}) {
  return Type.String({
    minLength: 1,
    maxLength: maxLength,
    pattern: definePattern(patternProblems.blank_text, '\\S'),
    ...options,
  });
}

/** Creates a schema of one line without hidden characters, which others read. */
export function VisibleLine(maxLength: number, options: object = {}) {
  return BoundedText(maxLength, { pattern: VISIBLE_LINE_PATTERN, ...options });
}

/** Creates a schema of lines without hidden characters that others read, such as a description. Not for prompts. */
export function VisibleText(maxLength: number, options: object = {}) {
  return BoundedText(maxLength, { pattern: VISIBLE_TEXT_PATTERN, ...options });
}

/**
 * Creates a schema of a one-line name without hidden characters, by which others know a person, an agent or a
 * credential.
 */
export function DisplayName(options: object = {}) {
  return Type.String({ minLength: 1, maxLength: 200, pattern: DISPLAY_NAME_PATTERN, ...options });
}

/** Any JSON object. */
export const AnyObject = Type.Record(Type.String(), Type.Unknown());
