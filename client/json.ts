/** Matches texts that may contain an integer that a double would round. */
const MAY_HOLD_LARGE_INTEGERS = /(?<![.\d])\d{16}/;

/** Types of `JSON.rawJSON` and the third argument of revivers, which the compiler's library lacks. */
interface SourceJson {
  rawJSON?(text: string): object;
  parse(text: string, reviver: (key: string, value: unknown, context?: { source?: string }) => unknown): unknown;
}
const sourceJson = JSON as unknown as SourceJson;

/** Parses JSON. Integers beyond ±(2^53−1) become bigints. Throws SyntaxError. */
export function parseJson(text: string): unknown {
  if (!MAY_HOLD_LARGE_INTEGERS.test(text)) return JSON.parse(text);
  return sourceJson.parse(text, (_key, value, context) => {
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
    return /^-?\d+$/.test(context?.source ?? '') ? BigInt(context?.source ?? 0) : value;
  });
}

/** Returns a bigint in a form that `JSON.stringify` writes with all digits. */
export function rawInteger(value: bigint): unknown {
  return sourceJson.rawJSON?.(value.toString()) ?? Number(value);
}

/** Writes a value as JSON, bigints as integers. */
export function stringifyJson(value: unknown): string {
  return JSON.stringify(value, (_key, item) => (typeof item === 'bigint' ? rawInteger(item) : item));
}
