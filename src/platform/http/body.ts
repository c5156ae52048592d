import { pipeline, Readable, type Transform } from 'node:stream';
import { constants, createBrotliDecompress, createUnzip } from 'node:zlib';

/** A body as far as it was read. */
export interface ReadBody {
  readonly bytes: Uint8Array;
  /** The body went on after the limit. */
  readonly truncated: boolean;
  /** A content coding was undone, so that the headers about length and coding no longer fit. */
  readonly decoded: boolean;
}

/** Whether a limit cut something off. */
export interface Cut {
  done: boolean;
}

// Each coding costs a decoder; servers use one, and a long chain is an attack.
const MAX_CODINGS = 2;

// A stream that was cut on purpose is decoded as far as it goes, as browsers do.
const DECODERS = new Map<string, () => Transform>([
  ['gzip', () => createUnzip({ finishFlush: constants.Z_SYNC_FLUSH })],
  ['x-gzip', () => createUnzip({ finishFlush: constants.Z_SYNC_FLUSH })],
  ['deflate', () => createUnzip({ finishFlush: constants.Z_SYNC_FLUSH })],
  ['br', () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH })],
]);

/**
 * Reads a body and undoes its content coding. The limit holds for the bytes on the wire and for the decoded ones, so
 * that neither a bomb nor an endless stream that decodes to nothing gets further; memory stays near the limit.
 * An unknown coding is left as it is. Throws what the stream or the decoder throws.
 */
export async function readBody(body: Readable, coding: string | undefined, maxBytes: number): Promise<ReadBody> {
  const cut: Cut = { done: false };
  const { chunks, decoded } = decodedBody(body, coding, maxBytes, cut);
  const kept: Uint8Array[] = [];
  for await (const chunk of chunks) kept.push(chunk);
  return { bytes: Buffer.concat(kept), truncated: cut.done, decoded };
}

/** A body with its content coding undone while it is read. It ends at the limit, and `cut` tells then that it went on. */
export function decodedBody(
  body: Readable,
  coding: string | undefined,
  maxBytes: number,
  cut: Cut,
): { readonly chunks: AsyncGenerator<Uint8Array>; readonly decoded: boolean } {
  const decoders = decodersFor(coding);
  let source = Readable.from(upTo(body, maxBytes, cut), { objectMode: false });
  for (const decoder of decoders) {
    // The error reaches the reader below through the decoder; the callback only keeps it from being unhandled.
    source = pipeline(source, decoder, () => undefined);
  }
  return { chunks: upTo(source, maxBytes, cut), decoded: decoders.length > 0 };
}

function decodersFor(coding: string | undefined): Transform[] {
  const names = (coding ?? '').split(',').map((name) => name.trim().toLowerCase());
  const codings = names.filter((name) => name !== '' && name !== 'identity').reverse();
  const makers = codings.map((name) => DECODERS.get(name)).filter((maker) => maker !== undefined);
  if (makers.length !== codings.length) return [];
  if (makers.length > MAX_CODINGS) throw new Error(`the answer is encoded ${makers.length} times`);
  return makers.map((maker) => maker());
}

/** Passes a stream on until `max` bytes have gone through; `cut` tells whether more was there. */
async function* upTo(source: Readable, max: number, cut: Cut): AsyncGenerator<Uint8Array> {
  let room = max;
  for await (const chunk of source as AsyncIterable<Uint8Array>) {
    if (chunk.byteLength > room) {
      cut.done = true;
      if (room > 0) yield chunk.subarray(0, room);
      return;
    }
    room -= chunk.byteLength;
    yield chunk;
  }
}
