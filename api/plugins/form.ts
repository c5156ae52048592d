import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { StagedBlob } from '../../src/files/staging.ts';
import { DomainError, ValidationError } from '../../src/platform/errors.ts';
import { mediaTypeOf } from '../../src/platform/media-type.ts';
import { requestErrors } from '../errors.ts';
import type { Upload } from '../operation.ts';

/** Most files, unless told otherwise, and fields one form may carry. */
const MOST_FILES = 20;
const MOST_FIELDS = 50;
/** Most bytes and lines of what stands above a part. */
const MOST_HEADER_BYTES = 16_384;
const MOST_HEADER_LINES = 20;

/** How much a form may carry. */
export interface FormBounds {
  /** Bytes of all fields together. */
  readonly fields: number;
  /** Bytes of the whole form. */
  readonly form: number;
  /** Files; {@link MOST_FILES} when left out. */
  readonly files?: number | undefined;
}

/** A form as it was sent. */
export interface Form {
  /** Each name once; of one that came twice the last. */
  readonly fields: ReadonlyMap<string, string>;
  readonly files: readonly Upload[];
}

/** Streams a file to where it is kept, no faster than that takes it. */
export type KeepFile = (bytes: Readable) => Promise<StagedBlob>;

/**
 * Reads a form while it arrives; its files go where `keep` takes them, of which none is under way any more when this
 * returns or throws. Throws a 413 as soon as it is over a bound, and a 400 where it is no form.
 */
export async function readForm(request: IncomingMessage, bounds: FormBounds, keep: KeepFile): Promise<Form> {
  const stated = Number(request.headers['content-length'] ?? 0);
  if (stated > bounds.form) throw requestErrors.formTooLarge(bounds.form);
  const parser = openParser(request, bounds);
  const arriving = new FilesArriving(keep);
  try {
    const fields = await new Promise<ReadonlyMap<string, string>>((resolve, reject) =>
      collect(request, parser, bounds, arriving, { resolve, reject }),
    );
    return { fields, files: await arriving.all() };
  } catch (error) {
    await arriving.stop(error as Error);
    if (error instanceof DomainError || error instanceof ValidationError) throw error;
    throw unreadable(error);
  } finally {
    request.unpipe(parser);
    request.removeAllListeners('data');
  }
}

function openParser(request: IncomingMessage, { fields, files = MOST_FILES }: FormBounds): BusboyInstance {
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': request.headers['content-type'] ?? '' },
      limits: {
        files,
        fields: MOST_FIELDS,
        parts: files + MOST_FIELDS,
        fieldSize: fields,
        headerPairs: MOST_HEADER_LINES,
        headerSize: MOST_HEADER_BYTES,
      },
    });
  } catch (error) {
    throw unreadable(error);
  }
}

function unreadable(error: unknown): DomainError {
  return requestErrors.malformedBody(
    `the form cannot be read: ${error instanceof Error ? error.message : String(error)}`,
  );
}

/** The files of a form, each of which is being kept or was. */
class FilesArriving {
  readonly #keep: KeepFile;
  readonly #streams: Readable[] = [];
  readonly #kept: Promise<Upload>[] = [];

  constructor(keep: KeepFile) {
    this.#keep = keep;
  }

  add(stream: Readable, about: Omit<Upload, 'blob'>, reject: (error: unknown) => void): void {
    const kept = this.#keep(stream).then((blob) => {
      return { ...about, mediaType: mediaTypeOf(blob.beginning, about.mediaType), blob };
    });
    kept.catch(reject);
    // The parser tells of a broken part as it likes, also while nobody reads it: whoever does then has to find it broken.
    stream.on('error', (error) => {
      reject(error);
      stream.destroy(error);
    });
    this.#streams.push(stream);
    this.#kept.push(kept);
  }

  all(): Promise<Upload[]> {
    return Promise.all(this.#kept);
  }

  async stop(reason: Error): Promise<void> {
    for (const stream of this.#streams) stream.destroy(reason);
    await Promise.allSettled(this.#kept);
  }
}

interface Outcome {
  readonly resolve: (fields: ReadonlyMap<string, string>) => void;
  readonly reject: (error: unknown) => void;
}

function collect(
  request: IncomingMessage,
  parser: BusboyInstance,
  bounds: FormBounds,
  files: FilesArriving,
  { resolve, reject }: Outcome,
): void {
  const fields = new Map<string, string>();
  let received = 0;
  let inFields = 0;
  request.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > bounds.form) reject(requestErrors.formTooLarge(bounds.form));
  });
  request.once('error', reject);
  request.once('close', () => request.complete || reject(new Error('it broke off')));
  parser.on('field', (name: string | undefined, value, _nameTruncated, isTruncated) => {
    inFields += Buffer.byteLength(value);
    if (isTruncated || inFields > bounds.fields) reject(requestErrors.bodyTooLarge(bounds.fields));
    else if (name === undefined || name === '__proto__') reject(NAMELESS);
    else fields.set(name, value);
  });
  parser.on('file', (field: string | undefined, stream, name: string | undefined, _encoding, mediaType) => {
    if (field === undefined) reject(NAMELESS);
    files.add(stream, { field: field ?? '', name: name ?? '', mediaType }, reject);
  });
  const { files: mostFiles = MOST_FILES } = bounds;
  const counted = [
    ['filesLimit', 'files', mostFiles],
    ['fieldsLimit', 'fields', MOST_FIELDS],
    ['partsLimit', 'parts', mostFiles + MOST_FIELDS],
  ] as const;
  for (const [limit, what, most] of counted) parser.on(limit, () => reject(requestErrors.tooManyParts(most, what)));
  // A form without a single byte is an empty one: some clients send none where there is nothing to send.
  parser.on('error', (error: unknown) => (received === 0 ? resolve(fields) : reject(error)));
  parser.once('finish', () => resolve(fields));
  request.pipe(parser);
}

const NAMELESS = new Error('a part has no name');
