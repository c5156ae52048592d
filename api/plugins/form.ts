import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { DomainError, errors, ValidationError } from '../../src/platform/errors.ts';
import type { Upload } from '../operation.ts';
import { Pile } from './pile.ts';

/** Most files and fields one form may carry. */
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
}

/** A form as it was sent. */
export interface Form {
  /** Each name once; of one that came twice the last. */
  readonly fields: ReadonlyMap<string, string>;
  readonly files: readonly Upload[];
}

/** Reads a form while it arrives. Throws a 413 as soon as it is over a bound, and a 400 where it is no form. */
export async function readForm(request: IncomingMessage, bounds: FormBounds): Promise<Form> {
  const stated = Number(request.headers['content-length'] ?? 0);
  if (stated > bounds.form) throw errors.formTooLarge(bounds.form);
  const parser = openParser(request, bounds);
  try {
    return await new Promise((resolve, reject) => collect(request, parser, bounds, { resolve, reject }));
  } catch (error) {
    if (error instanceof DomainError || error instanceof ValidationError) throw error;
    throw unreadable(error);
  } finally {
    request.unpipe(parser);
    request.removeAllListeners('data');
  }
}

function openParser(request: IncomingMessage, bounds: FormBounds): BusboyInstance {
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': request.headers['content-type'] ?? '' },
      limits: {
        files: MOST_FILES,
        fields: MOST_FIELDS,
        parts: MOST_FILES + MOST_FIELDS,
        fieldSize: bounds.fields,
        headerPairs: MOST_HEADER_LINES,
        headerSize: MOST_HEADER_BYTES,
      },
    });
  } catch (error) {
    throw unreadable(error);
  }
}

function unreadable(error: unknown): DomainError {
  return errors.malformedBody(`the form cannot be read: ${error instanceof Error ? error.message : String(error)}`);
}

interface Outcome {
  readonly resolve: (form: Form) => void;
  readonly reject: (error: unknown) => void;
}

function collect(request: IncomingMessage, parser: BusboyInstance, bounds: FormBounds, outcome: Outcome): void {
  const fields = new Map<string, string>();
  const files: Upload[] = [];
  const { resolve, reject } = outcome;
  let received = 0;
  let inFields = 0;
  request.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > bounds.form) reject(errors.formTooLarge(bounds.form));
  });
  request.once('error', reject);
  request.once('close', () => request.complete || reject(new Error('it broke off')));
  parser.on('field', (name: string | undefined, value, _nameTruncated, isTruncated) => {
    inFields += Buffer.byteLength(value);
    if (isTruncated || inFields > bounds.fields) reject(errors.bodyTooLarge(bounds.fields));
    else if (name === undefined || name === '__proto__') reject(NAMELESS);
    else fields.set(name, value);
  });
  parser.on('file', (field: string | undefined, stream, name: string | undefined, _encoding, mediaType) => {
    if (field === undefined) reject(NAMELESS);
    gather(stream, reject, (content) => files.push({ field: field ?? '', name: name ?? '', mediaType, ...content }));
  });
  for (const [limit, what, most] of COUNTED) parser.on(limit, () => reject(errors.tooManyParts(most, what)));
  // A form without a single byte is an empty one: some clients send none where there is nothing to send.
  parser.on('error', (error: unknown) => (received === 0 ? resolve({ fields, files }) : reject(error)));
  parser.once('finish', () => resolve({ fields, files }));
  request.pipe(parser);
}

const NAMELESS = new Error('a part has no name');
const COUNTED = [
  ['filesLimit', 'files', MOST_FILES],
  ['fieldsLimit', 'fields', MOST_FIELDS],
  ['partsLimit', 'parts', MOST_FILES + MOST_FIELDS],
] as const;

/** Reads a file; its digest is made on the way, since over 50 MB at once it would hold everybody else up. */
function gather(
  stream: BusboyFileStream,
  reject: (error: unknown) => void,
  done: (content: Pick<Upload, 'pieces' | 'size' | 'sha256'>) => void,
): void {
  const pile = new Pile();
  const hash = createHash('sha256');
  stream.on('data', (chunk: Buffer) => {
    pile.add(chunk);
    hash.update(chunk);
  });
  stream.once('end', () => done({ pieces: pile.pieces(), size: pile.size, sha256: hash.digest() }));
  stream.on('error', reject);
}
