/** Lines of the Git protocol: a length in four hexadecimal digits, then the content. Length zero is a delimiter. */

import type { Message } from '../../../platform/messages.ts';
import { sourceFailures } from '../../failures.ts';

/** A line; null for a delimiter. */
type PktLine = Buffer | null;

const LENGTH_BYTES = 4;

/** Thrown if a response is not in the Git protocol. */
export class GitProtocolError extends Error {
  override readonly name = 'GitProtocolError';
  readonly detail: Message;

  constructor(detail: Message) {
    super(detail.msg);
    this.detail = detail;
  }
}

/** Formats a line. */
export function formatPktLine(text: string): string {
  return (Buffer.byteLength(text) + LENGTH_BYTES).toString(16).padStart(LENGTH_BYTES, '0') + text;
}

/** Yields the lines of a stream. */
export async function* iteratePktLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<PktLine> {
  let rest = Buffer.alloc(0);
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
    for (;;) {
      if (rest.length < LENGTH_BYTES) break;
      const text = rest.toString('latin1', 0, LENGTH_BYTES);
      if (!/^[0-9a-f]{4}$/i.test(text)) throw new GitProtocolError(sourceFailures.git_protocol_mismatch);
      const length = Number.parseInt(text, 16);
      if (length > 0 && length < LENGTH_BYTES) throw new GitProtocolError(sourceFailures.git_line_invalid);
      const end = Math.max(length, LENGTH_BYTES);
      if (rest.length < end) break;
      yield length === 0 ? null : rest.subarray(LENGTH_BYTES, end);
      rest = rest.subarray(end);
    }
  }
  if (rest.length > 0) throw new GitProtocolError(sourceFailures.git_response_incomplete);
}
