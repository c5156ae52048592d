/** The lines of Git's protocol: four hexadecimal digits of length, then that many bytes; a length of zero is a break. */

import type { Message } from '../../../platform/messages.ts';
import { sourceFailures } from '../../failures.ts';

/** A line; null for a break. */
export type PktLine = Buffer | null;

const HEAD = 4;

/** Thrown where bytes are no lines. */
export class NoPktLines extends Error {
  override readonly name = 'NoPktLines';
  readonly detail: Message;

  constructor(detail: Message) {
    super(detail.msg);
    this.detail = detail;
  }
}

/** A line on the wire. */
export function pktLine(text: string): string {
  return (Buffer.byteLength(text) + HEAD).toString(16).padStart(HEAD, '0') + text;
}

/** The lines of a stream, as they come. */
export async function* pktLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<PktLine> {
  let rest = Buffer.alloc(0);
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
    for (;;) {
      if (rest.length < HEAD) break;
      const text = rest.toString('latin1', 0, HEAD);
      if (!/^[0-9a-f]{4}$/i.test(text)) throw new NoPktLines(sourceFailures.git_protocol_mismatch);
      const length = Number.parseInt(text, 16);
      if (length > 0 && length < HEAD) throw new NoPktLines(sourceFailures.git_line_invalid);
      const end = Math.max(length, HEAD);
      if (rest.length < end) break;
      yield length === 0 ? null : rest.subarray(HEAD, end);
      rest = rest.subarray(end);
    }
  }
  if (rest.length > 0) throw new NoPktLines(sourceFailures.git_response_incomplete);
}
