import { parseTimestamp } from '../../platform/dates.ts';
import {
  METADATA_LIMITS,
  type Metadata,
  type MetadataField,
  type MetadataType,
  type MetadataValue,
  type OwnMetadata,
  type StatedMetadata,
} from './contract.ts';

/** Reads a value of a request as a type. Returns undefined for a value of another type. */
export function parseValue(type: MetadataType, value: unknown): MetadataValue | undefined {
  switch (type) {
    case 'text':
      return isText(value, METADATA_LIMITS.text) ? value : undefined;
    case 'number':
      return isExactNumber(value) ? value : undefined;
    case 'date':
      return typeof value === 'string' ? toDateText(value) : undefined;
    case 'list':
      return Array.isArray(value) && value.length <= METADATA_LIMITS.items && value.every(isItem)
        ? [...new Set<string>(value)]
        : undefined;
  }
}

/** Converts a stored or stated value to a type. Returns undefined if that would lose something. */
export function convertValue(type: MetadataType, value: MetadataValue): MetadataValue | undefined {
  if (type === 'list') return parseValue(type, typeof value === 'object' ? value : [String(value)]);
  const [only, ...others] = typeof value === 'object' ? value : [value];
  if (only === undefined || others.length > 0) return undefined;
  if (type === 'number' && typeof only === 'string') return parseValue(type, NUMBER.test(only) ? Number(only) : only);
  return parseValue(type, type === 'number' ? only : String(only));
}

/** Values of a document: those that callers set, then those that the file states, then those of its source. */
export function resolveMetadata(
  fields: readonly MetadataField[],
  own: OwnMetadata,
  ...stated: readonly StatedMetadata[]
): Metadata {
  const found = fields.flatMap(({ key, type }) => {
    const values = Object.hasOwn(own, key) ? [own[key]] : stated.map((some) => getOwn(some, key.toLowerCase()));
    for (const value of values) {
      const converted = value == null ? undefined : convertValue(type, value);
      if (converted !== undefined) return [[key, converted] as const];
    }
    return [];
  });
  return Object.fromEntries(found);
}

const getOwn = (stated: StatedMetadata, key: string) => (Object.hasOwn(stated, key) ? stated[key] : undefined);

const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Whether a text can be stored: not blank, without NUL and lone surrogates. */
function isText(value: unknown, maxLength: number): value is string {
  return (
    typeof value === 'string' &&
    value.length <= maxLength &&
    value.trim() !== '' &&
    value.isWellFormed() &&
    !value.includes('\0')
  );
}

const isItem = (value: unknown): value is string => isText(value, METADATA_LIMITS.item);

/** Whether a number is stored as it was written: large integers would be rounded. */
function isExactNumber(value: unknown): value is number {
  return (
    typeof value === 'number' && Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
  );
}

/** Canonical text of a date, so that equal times have equal texts, and the order of texts is that of the times. */
function toDateText(text: string): string | undefined {
  const iso = parseTimestamp(text)?.toISOString();
  if (iso === undefined || iso.length !== '2026-01-01T00:00:00.000Z'.length) return undefined;
  return iso.replace('T00:00:00.000Z', '');
}
