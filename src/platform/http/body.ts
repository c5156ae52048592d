import { pipeline, Readable, type Transform } from 'node:stream';
import { constants, createBrotliDecompress, createUnzip } from 'node:zlib';

/** The part of a body that was read. */
interface ReadBody {
  readonly bytes: Uint8Array;
  /** The body continued after the limit. */
  readonly truncated: boolean;
  /** A content coding was removed, so that the headers for length and coding no longer apply. */
  readonly decoded: boolean;
}

/** Whether a limit truncated the body. */
export interface Truncation {
  isTruncated: boolean;
}

// Each coding needs a decoder. Servers use one; a long chain is an attack.
const MAX_CODINGS = 2;

// A truncated stream is decoded as far as possible, as browsers do.
const DECODERS = new Map<string, () => Transform>([
  ['gzip', () => createUnzip({ finishFlush: constants.Z_SYNC_FLUSH })],
  ['x-gzip', () => createUnzip({ finishFlush: constants.Z_SYNC_FLUSH })],
  ['deflate', () => createUnzip({ finishFlush: constants.Z_SYNC_FLUSH })],
  ['br', () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH })],
]);

/**
 * Reads a body and removes its content coding. The limit applies to the bytes on the wire and to the decoded ones. So
 * neither a decompression bomb nor an endless stream that decodes to nothing exceeds it. An unknown coding stays.
 * Throws errors of the stream or the decoder.
 */
export async function readBody(body: Readable, coding: string | undefined, maxBytes: number): Promise<ReadBody> {
  const truncation: Truncation = { isTruncated: false };
  const { chunks, decoded } = decodeBody(body, coding, maxBytes, truncation);
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return { bytes: Buffer.concat(parts), truncated: truncation.isTruncated, decoded };
}

/** Decodes a body while it is read. It ends at the limit and sets `truncation`. */
export function decodeBody(
  body: Readable,
  coding: string | undefined,
  maxBytes: number,
  truncation: Truncation,
): { readonly chunks: AsyncGenerator<Uint8Array>; readonly decoded: boolean } {
  const decoders = createDecoders(coding);
  let source = Readable.from(limitBytes(body, maxBytes, truncation), { objectMode: false });
  for (const decoder of decoders) {
    // The error reaches the reader below through the decoder; the callback prevents an unhandled error.
    source = pipeline(source, decoder, () => undefined);
  }
  return { chunks: limitBytes(source, maxBytes, truncation), decoded: decoders.length > 0 };
}

function createDecoders(coding: string | undefined): Transform[] {
  const names = (coding ?? '').split(',').map((name) => name.trim().toLowerCase());
  const codings = names.filter((name) => name !== '' && name !== 'identity').reverse();
  const factories = codings.map((name) => DECODERS.get(name)).filter((factory) => factory !== undefined);
  if (factories.length !== codings.length) return [];
  if (factories.length > MAX_CODINGS) throw new Error(`the response is encoded ${factories.length} times`);
  return factories.map((factory) => factory());
}

/** Passes on a stream up to `maxBytes` and sets `truncation` if it continues. */
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
