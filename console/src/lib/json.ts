import { parseJson, rawInteger } from '../../../client/json.ts';

export { parseJson };

// parseJson returns bigints for integers beyond the safe range, and JSON.stringify throws on bigints.
Object.defineProperty(BigInt.prototype, 'toJSON', {
  configurable: true,
  writable: true,
  value(this: bigint) {
    return rawInteger(this);
  },
});

/** Parses a number: a bigint beyond the safe integer range, undefined if the text is no number. */
export function parseNumber(text: string): number | bigint | undefined {
  const number = Number(text);
  if (text.trim() === '' || Number.isNaN(number)) return undefined;
  return /^-?\d+$/.test(text.trim()) && !Number.isSafeInteger(number) ? BigInt(text.trim()) : number;
}
