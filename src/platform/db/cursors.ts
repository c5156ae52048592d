import { createHmac, timingSafeEqual } from 'node:crypto';
import { isId } from '../ids.ts';
import type { Position, Sort } from './pagination.ts';

/** Codec of pagination cursors. */
export interface CursorCodec {
  encode(sort: Sort, position: Position): string;
  /** Returns undefined for a cursor of another codec. */
  decode(sort: Sort, cursor: string): Position | undefined;
}

/** Cursors of lists ordered by id: the identifier itself. Any identifier is a position. */
export const ID_CURSORS: CursorCodec = {
  encode: (_sort, [id]) => id ?? '',
  decode: (_sort, cursor) => (isId(cursor) ? [cursor] : undefined),
};

/** Length of a signature in bytes; far fewer would already be unguessable. */
const SIGNATURE_BYTES = 16;

/**
 * Creates tamper-proof cursors: positions signed with the first key and accepted with any key. They are valid only for
 * this list, as `list` describes it, and this order.
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
      if (key === undefined) throw new Error('no key is available to sign a cursor');
      const text = JSON.stringify(position);
      return Buffer.concat([sign(key, sort, text), Buffer.from(text)]).toString('base64url');
    },
    decode(sort, cursor) {
      const bytes = Buffer.from(cursor, 'base64url');
      // Each position has one canonical cursor, although the decoder accepts others.
      if (bytes.length <= SIGNATURE_BYTES || bytes.toString('base64url') !== cursor) return undefined;
      const signature = bytes.subarray(0, SIGNATURE_BYTES);
      const text = bytes.subarray(SIGNATURE_BYTES).toString();
      const isValid = keys.some((key) => timingSafeEqual(sign(key, sort, text), signature));
      return isValid ? JSON.parse(text) : undefined;
    },
  };
}
