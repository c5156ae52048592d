import { createHmac, timingSafeEqual } from 'node:crypto';
import { isId } from '../ids.ts';
import type { Position, Sort } from './pagination.ts';

/** How positions in a list are written for those who read it page by page. */
export interface CursorCodec {
  encode(sort: Sort, position: Position): string;
  /** Undefined for what they did not write. */
  decode(sort: Sort, cursor: string): Position | undefined;
}

/** The identifier itself, of lists that are ordered by one: any identifier is a position. */
export const ID_CURSORS: CursorCodec = {
  encode: (_sort, [id]) => id ?? '',
  decode: (_sort, cursor) => (isId(cursor) ? [cursor] : undefined),
};

/** Bytes of a signature; guessing one is hopeless with far fewer. */
const SIGNATURE_BYTES = 16;

/**
 * Cursors that nobody can make or change: positions signed with the first key, and good under any. They are good for this
 * list only, as `list` describes it, and in this order.
 */
export function createSignedCursors(keys: readonly Buffer[], list: unknown): CursorCodec {
  const sign = (key: Buffer, sort: Sort, position: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([list, sort, position]))
      .digest()
      .subarray(0, SIGNATURE_BYTES);
  return {
    encode(sort, position) {
      const [key] = keys;
      if (key === undefined) throw new Error('there is no key to sign a cursor with');
      const text = JSON.stringify(position);
      return Buffer.concat([sign(key, sort, text), Buffer.from(text)]).toString('base64url');
    },
    decode(sort, cursor) {
      const bytes = Buffer.from(cursor, 'base64url');
      // One position has one cursor, whatever else the decoder would take.
      if (bytes.length <= SIGNATURE_BYTES || bytes.toString('base64url') !== cursor) return undefined;
      const signature = bytes.subarray(0, SIGNATURE_BYTES);
      const text = bytes.subarray(SIGNATURE_BYTES).toString();
      const isValid = keys.some((key) => timingSafeEqual(sign(key, sort, text), signature));
      return isValid ? JSON.parse(text) : undefined;
    },
  };
}
