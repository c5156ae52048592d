/** Matches wherever a text may hold an integer that a double would round. */
const MAY_HOLD_LARGE_INTEGERS = /(?<![.\d])\d{16}/;

/** `JSON.rawJSON` and the third argument of revivers are newer than the compiler's library. */
interface SourceJson {
  rawJSON?(text: string): object;
  parse(text: string, reviver: (key: string, value: unknown, context?: { source?: string }) => unknown): unknown;
}
const sourceJson = JSON as unknown as SourceJson;

/** Parses a JSON text. Integers beyond ±(2^53−1) become bigints, so that none is rounded. Throws SyntaxError. */
export function parseJson(text: string): unknown {
  if (!MAY_HOLD_LARGE_INTEGERS.test(text)) return JSON.parse(text);
  return sourceJson.parse(text, (_key, value, context) => {
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
    return /^-?\d+$/.test(context?.source ?? '') ? BigInt(context?.source ?? 0) : value;
  });
}

/** A bigint as JSON writes it: with all its digits. */
export function rawInteger(value: bigint): unknown {
  return sourceJson.rawJSON?.(value.toString()) ?? Number(value);
}

/** Writes a value as JSON, bigints as integers. */
export function stringifyJson(value: unknown): string {
  return JSON.stringify(value, (_key, item) => (typeof item === 'bigint' ? rawInteger(item) : item));
}
