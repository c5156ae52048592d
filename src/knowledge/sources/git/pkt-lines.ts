/** The lines of Git's protocol: four hexadecimal digits of length, then that many bytes; a length of zero is a break. */

/** A line; null for a break. */
export type PktLine = Buffer | null;

const HEAD = 4;

/** Thrown where bytes are no lines. */
export class NoPktLines extends Error {
  override readonly name = 'NoPktLines';
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
      if (!/^[0-9a-f]{4}$/i.test(text)) throw new NoPktLines('the server does not speak the protocol of Git');
      const length = Number.parseInt(text, 16);
      if (length > 0 && length < HEAD) throw new NoPktLines('the server sends a line of no length');
      const end = Math.max(length, HEAD);
      if (rest.length < end) break;
      yield length === 0 ? null : rest.subarray(HEAD, end);
      rest = rest.subarray(end);
    }
  }
  if (rest.length > 0) throw new NoPktLines('the answer of the server breaks off');
}
