import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Serializes JSON with sorted object keys, so that equal values have equal text. Integer keys come first in numeric
 * order, as in any JavaScript object.
 */
export function toCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const fields = value as Readonly<Record<string, unknown>>;
  const definedKeys = Object.keys(fields).filter((key) => fields[key] !== undefined);
  const firstNameIndex = definedKeys.findIndex((key) => !isArrayIndex(key));
  const sortedKeys =
    firstNameIndex < 0
      ? definedKeys
      : [...definedKeys.slice(0, firstNameIndex), ...definedKeys.slice(firstNameIndex).sort()];
  return `{${sortedKeys.map((key) => `${JSON.stringify(key)}:${toCanonicalJson(fields[key])}`).join(',')}}`;
}

/** Returns whether JavaScript treats the key as an array index. */
function isArrayIndex(key: string): boolean {
  return /^(0|[1-9]\d{0,9})$/.test(key) && Number(key) < 2 ** 32 - 1;
}

/** Returns the hexadecimal SHA-256 of the canonical JSON. */
export function digestJson(value: unknown): string {
  return sha256(toCanonicalJson(value)).toString('hex');
}

/** Computes the SHA-256 digest. */
export function sha256(data: string | Uint8Array): Buffer {
  return createHash('sha256').update(data).digest();
}

/** Returns whether two texts are equal, in constant time. */
export function equalsInConstantTime(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b));
}
