import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { StagedBlob } from '../../src/files/staging.ts';
import { getErrorMessage } from '../../src/platform/error-message.ts';
import { DomainError, ValidationError } from '../../src/platform/errors.ts';
import { getFileMediaType } from '../../src/platform/media-type.ts';
import { requestErrors } from '../errors.ts';
import type { Upload } from '../operation.ts';

/** Default maximum number of files, and maximum number of fields per form. */
const MAX_FILES = 20;
const MAX_FIELDS = 50;
/** Maximum bytes and lines of a part's headers. */
const MAX_HEADER_BYTES = 16_384;
const MAX_HEADER_LINES = 20;

/** Limits of a form. */
interface FormLimits {
  /** Total bytes of all fields. */
  readonly fields: number;
  /** Total bytes of the form. */
  readonly form: number;
  /** Number of files. Default {@link MAX_FILES}. */
  readonly files?: number | undefined;
}

/** Parsed form. */
interface Form {
  /** Fields by name; the last of duplicates. */
  readonly fields: ReadonlyMap<string, string>;
  readonly files: readonly Upload[];
}

/** Streams a file into its store with backpressure. */
type StoreFile = (bytes: Readable) => Promise<StagedBlob>;

/**
 * Reads a form as it arrives and passes its files to `storeFile`. All writes have finished when this returns or throws.
 * Throws a 413 as soon as a limit is exceeded, a 400 if the form is invalid.
 */
export async function readForm(request: IncomingMessage, limits: FormLimits, storeFile: StoreFile): Promise<Form> {
  const contentLength = Number(request.headers['content-length'] ?? 0);
  if (contentLength > limits.form) throw requestErrors.formTooLarge(limits.form);
  const parser = openParser(request, limits);
  const uploads = new UploadQueue(storeFile);
  try {
    const fields = await new Promise<ReadonlyMap<string, string>>((resolve, reject) =>
      collect(request, parser, limits, uploads, { resolve, reject }),
    );
    return { fields, files: await uploads.all() };
  } catch (error) {
    await uploads.stop(error as Error);
    if (error instanceof DomainError || error instanceof ValidationError) throw error;
    throw toFormError(error);
  } finally {
    request.unpipe(parser);
    request.removeAllListeners('data');
  }
}

function openParser(request: IncomingMessage, { fields, files = MAX_FILES }: FormLimits): BusboyInstance {
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': request.headers['content-type'] ?? '' },
      limits: {
        files,
        fields: MAX_FIELDS,
        parts: files + MAX_FIELDS,
        fieldSize: fields,
        headerPairs: MAX_HEADER_LINES,
        headerSize: MAX_HEADER_BYTES,
      },
    });
  } catch (error) {
    throw toFormError(error);
  }
}

function toFormError(error: unknown): DomainError {
  return requestErrors.malformedBody(`the form cannot be read: ${getErrorMessage(error)}`);
}

/** Files of a form, stored or being stored. */
class UploadQueue {
  readonly #storeFile: StoreFile;
  readonly #streams: Readable[] = [];
  readonly #uploads: Promise<Upload>[] = [];

  constructor(storeFile: StoreFile) {
    this.#storeFile = storeFile;
  }

  add(stream: Readable, metadata: Omit<Upload, 'blob'>, reject: (error: unknown) => void): void {
    const upload = this.#storeFile(stream).then((blob) => {
      return { ...metadata, mediaType: getFileMediaType(blob.beginning, metadata.mediaType), blob };
    });
    upload.catch(reject);
    // The parser may report a broken part before it is read; its later reader must still see the error.
    stream.on('error', (error) => {
      reject(error);
      stream.destroy(error);
    });
    this.#streams.push(stream);
    this.#uploads.push(upload);
  }

  all(): Promise<Upload[]> {
    return Promise.all(this.#uploads);
  }

  async stop(reason: Error): Promise<void> {
    for (const stream of this.#streams) stream.destroy(reason);
    await Promise.allSettled(this.#uploads);
  }
}

interface FormCallbacks {
  readonly resolve: (fields: ReadonlyMap<string, string>) => void;
  readonly reject: (error: unknown) => void;
}

function collect(
  request: IncomingMessage,
  parser: BusboyInstance,
  limits: FormLimits,
  files: UploadQueue,
  { resolve, reject }: FormCallbacks,
): void {
  const fields = new Map<string, string>();
  let receivedBytes = 0;
  let fieldBytes = 0;
  request.on('data', (chunk: Buffer) => {
    receivedBytes += chunk.length;
    if (receivedBytes > limits.form) reject(requestErrors.formTooLarge(limits.form));
  });
  request.once('error', reject);
  request.once('close', () => request.complete || reject(new Error('it is incomplete')));
  parser.on('field', (name: string | undefined, value, _nameTruncated, isTruncated) => {
    fieldBytes += Buffer.byteLength(value);
    if (isTruncated || fieldBytes > limits.fields) reject(requestErrors.bodyTooLarge(limits.fields));
    else if (name === undefined || name === '__proto__') reject(UNNAMED_PART_ERROR);
    else fields.set(name, value);
  });
  parser.on('file', (field: string | undefined, stream, name: string | undefined, _encoding, mediaType) => {
    if (field === undefined) reject(UNNAMED_PART_ERROR);
    files.add(stream, { field: field ?? '', name: name ?? '', mediaType }, reject);
  });
  const { files: maxFiles = MAX_FILES } = limits;
  const partLimits = [
    ['filesLimit', 'files', maxFiles],
    ['fieldsLimit', 'fields', MAX_FIELDS],
    ['partsLimit', 'parts', maxFiles + MAX_FIELDS],
  ] as const;
  for (const [limit, label, maximum] of partLimits)
    parser.on(limit, () => reject(requestErrors.tooManyParts(maximum, label)));
  // A form without any bytes counts as empty, since some clients send none without fields.
  parser.on('error', (error: unknown) => (receivedBytes === 0 ? resolve(fields) : reject(error)));
  parser.once('finish', () => resolve(fields));
  request.pipe(parser);
}

const UNNAMED_PART_ERROR = new Error('a part has no name');
