import { parseJson, rawInteger } from '../../../client/json.ts';

export { parseJson };

// JSON.stringify refuses bigints, which parseJson makes of integers that would be rounded.
Object.defineProperty(BigInt.prototype, 'toJSON', {
  configurable: true,
  writable: true,
  value(this: bigint) {
    return rawInteger(this);
  },
});

/** A number as somebody types it: a bigint where a number would be rounded. Undefined for a text that is no number. */
export function parseNumber(text: string): number | bigint | undefined {
  const number = Number(text);
  if (text.trim() === '' || Number.isNaN(number)) return undefined;
  return /^-?\d+$/.test(text.trim()) && !Number.isSafeInteger(number) ? BigInt(text.trim()) : number;
}
