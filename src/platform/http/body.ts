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
export interface Truncation {
  isTruncated: boolean;
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
  const truncation: Truncation = { isTruncated: false };
  const { chunks, decoded } = decodeBody(body, coding, maxBytes, truncation);
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return { bytes: Buffer.concat(parts), truncated: truncation.isTruncated, decoded };
}

/** A body with its content coding undone while it is read. It ends at the limit, and `cut` tells then that it went on. */
export function decodeBody(
  body: Readable,
  coding: string | undefined,
  maxBytes: number,
  truncation: Truncation,
): { readonly chunks: AsyncGenerator<Uint8Array>; readonly decoded: boolean } {
  const decoders = createDecoders(coding);
  let source = Readable.from(limitBytes(body, maxBytes, truncation), { objectMode: false });
  for (const decoder of decoders) {
    // The error reaches the reader below through the decoder; the callback only keeps it from being unhandled.
    source = pipeline(source, decoder, () => undefined);
  }
  return { chunks: limitBytes(source, maxBytes, truncation), decoded: decoders.length > 0 };
}

function createDecoders(coding: string | undefined): Transform[] {
  const names = (coding ?? '').split(',').map((name) => name.trim().toLowerCase());
  const codings = names.filter((name) => name !== '' && name !== 'identity').reverse();
  const factories = codings.map((name) => DECODERS.get(name)).filter((factory) => factory !== undefined);
  if (factories.length !== codings.length) return [];
  if (factories.length > MAX_CODINGS) throw new Error(`the answer is encoded ${factories.length} times`);
  return factories.map((factory) => factory());
}

/** Passes a stream on until `max` bytes have gone through; `cut` tells whether more was there. */
async function* limitBytes(source: Readable, maxBytes: number, truncation: Truncation): AsyncGenerator<Uint8Array> {
  let bytesLeft = maxBytes;
  for await (const chunk of source as AsyncIterable<Uint8Array>) {
    if (chunk.byteLength > bytesLeft) {
      truncation.isTruncated = true;
      if (bytesLeft > 0) yield chunk.subarray(0, bytesLeft);
      return;
    }
    bytesLeft -= chunk.byteLength;
    yield chunk;
  }
}
