/**
 * JSON from outside. An integer beyond ±(2^53−1) is read as a bigint and written with all its digits, because a double
 * would round it. JSON.stringify writes bigints through the `toJSON` that this module installs.
 */
import { randomUUID } from 'node:crypto';

/** Maximum number of digits of an integer that is kept. A double cannot hold a longer one at all. */
const MAX_INTEGER_DIGITS = 400;
/** Matches a number that a double may not represent: 16 digits, also with an exponent, or a large exponent. */
const MAY_HOLD_LARGE_NUMBERS = /(?<![.\d])\d{16}|[.\d]{16}[eE]\+?\d|\d[eE]\+?\d{3}/;
const INTEGER = /^-?\d+$/;
const DECIMAL = /^(-?\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** Begins the strings that stand for large integers. It is random, so that no other text can pass for one. */
const MARK = `integer:${randomUUID()}:`;
const MARKED = new RegExp(`"${MARK}(-?\\d+)"`, 'g');

/** `JSON.rawJSON` and the third argument of revivers are newer than the compiler's library. */
interface SourceJson {
  rawJSON(text: string): object;
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
}
const sourceJson = JSON as unknown as SourceJson;

Object.defineProperty(BigInt.prototype, 'toJSON', {
  configurable: true,
  writable: true,
  value(this: bigint): object {
    return sourceJson.rawJSON(this.toString());
  },
});

/** Returns whether parseJson may read a text differently than JSON.parse. */
export function mayHoldLargeNumbers(text: string): boolean {
  return MAY_HOLD_LARGE_NUMBERS.test(text);
}

/**
 * Parses a JSON text. Integers beyond ±(2^53−1) become bigints, also those
 * with fraction or exponent that a double would round; every other value is as in JSON.parse. Throws
 * SyntaxError for a text that is not JSON or is nested too deeply. It also throws for a number that neither a double
 * nor an integer of 400 digits can hold. With `overflow: 'infinity'` such a number becomes Infinity, so that the caller
 * can report its location.
 */
export function parseJson(text: string, { overflow = 'throw' }: { overflow?: 'throw' | 'infinity' } = {}): unknown {
  if (!mayHoldLargeNumbers(text)) return JSON.parse(text);
  try {
    return sourceJson.parse(text, (_key, value, { source }) => {
      if (typeof value !== 'number' || source === undefined || Number.isSafeInteger(value)) return value;
      if (source.length <= MAX_INTEGER_DIGITS && INTEGER.test(source)) return BigInt(source);
      if (!Number.isFinite(value) && overflow === 'throw') throw new SyntaxError('a number is too large');
      const exact = Number.isInteger(value) ? toExactInteger(source) : undefined;
      // 1e21 is written as it was read.
      return exact === undefined || exact === toExactInteger(String(value)) ? value : exact;
    });
  } catch (error) {
    // The reviver is called recursively.
    if (error instanceof RangeError) throw new SyntaxError('the JSON is nested too deeply', { cause: error });
    throw error;
  }
}

/** Returns the integer that a number with fraction or exponent stands for. Undefined if it is none or too long. */
function toExactInteger(source: string): bigint | undefined {
  const [, whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(source) ?? [];
  const digits = whole + fraction;
  const zeros = Number(exponent) - fraction.length;
  if (digits.length + Math.max(0, zeros) > MAX_INTEGER_DIGITS) return undefined;
  if (zeros >= 0) return BigInt(digits + '0'.repeat(zeros));
  return /^0*$/.test(digits.slice(zeros)) ? BigInt(digits.slice(0, zeros)) : undefined;
}

/** Parses a JSON text as {@link parseJson}. Returns undefined for a text that it throws on. */
export function parseJsonIfValid(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Copies a value as JSON holds it. Throws TypeError for a value that contains itself. */
export function copyAsJson(value: unknown): unknown {
  return parseJson(JSON.stringify(value) ?? 'null');
}

/** Returns the integer that a text holds, as parseJson would: a number, or a bigint if a number would be rounded. */
export function parseInteger(text: string): number | bigint {
  const number = Number(text);
  return INTEGER.test(text) && !Number.isSafeInteger(number) ? BigInt(text) : number;
}

/** Returns the value with every bigint as the nearest double, for libraries that know no other numbers. */
export function toDoubles<T>(value: T): T {
  if (typeof value === 'bigint') return Number(value) as T;
  if (!hasBigInt(value)) return value;
  const copy = structuredClone(value);
  replaceScalars(copy as object, (item) => (typeof item === 'bigint' ? Number(item) : item));
  return copy;
}

/** Returns whether a value has a bigint at any depth. */
export function hasBigInt(value: unknown): boolean {
  if (typeof value === 'bigint') return true;
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const holder = pending.pop();
    if (typeof holder !== 'object' || holder === null) continue;
    for (const item of Object.values(holder)) {
      if (typeof item === 'bigint') return true;
      if (typeof item === 'object') pending.push(item);
    }
  }
  return false;
}

/**
 * Prepares a JSON text for a parser that would round: large integers become marked strings, which
 * {@link restoreIntegers} and {@link restoreIntegerText} turn back. A text that is not JSON stays as it is.
 */
export function markIntegers(text: string): string {
  if (!mayHoldLargeNumbers(text)) return text;
  const value = parseJsonIfValid(text);
  if (!hasBigInt(value)) return text;
  // A replacer sees what `toJSON` returned, and the value itself in its holder.
  return JSON.stringify(value, function (this: Record<string, unknown>, key: string, written: unknown) {
    const own = this[key];
    return typeof own === 'bigint' ? `${MARK}${own}` : written;
  });
}

/** Turns marked strings back into bigints, in place and at every depth. */
export function restoreIntegers(value: object): void {
  replaceScalars(value, (item) =>
    typeof item === 'string' && item.startsWith(MARK) ? BigInt(item.slice(MARK.length)) : item,
  );
}

/** Replaces scalars in place, without recursion, which a hostile value could exhaust. */
function replaceScalars(value: object, replace: (item: unknown) => unknown): void {
  const pending: object[] = [value];
  for (let holder = pending.pop(); holder !== undefined; holder = pending.pop()) {
    for (const [key, item] of Object.entries(holder)) {
      if (typeof item === 'object' && item !== null) {
        pending.push(item);
        continue;
      }
      const replaced = replace(item);
      if (replaced !== item) Reflect.set(holder, key, replaced);
    }
  }
}

/** Turns marked strings of a JSON text back into integers. */
export function restoreIntegerText(text: string): string {
  return text.includes(MARK) ? text.replace(MARKED, '$1') : text;
}
