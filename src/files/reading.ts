import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Db } from '../platform/db/client.ts';
import type { BlobStore, ByteRange } from './blobs/store.ts';
import { fileErrors } from './errors.ts';
import type { StoredFile } from './queries.ts';
import type { StagedBlob } from './staging.ts';

type FileContent = Pick<StoredFile, 'id' | 'size' | 'sha256' | 'blob_key'>;

/** Dependencies of reading files. */
export interface FileSource {
  readonly db: Db;
  readonly blobs: BlobStore;
}

/**
 * Opens a file or a range of it once the first bytes have arrived. A complete file is verified: the stream fails if its
 * size or digest differs. Throws a 503 if the store cannot read it.
 */
export async function openFile(source: FileSource, file: FileContent, range?: ByteRange): Promise<Readable> {
  const bytes = await openBlob(source, file, range);
  const checked = (range === undefined ? verifyContent(bytes, file) : mapStoreErrors(bytes))[Symbol.asyncIterator]();
  const first = await checked.next();
  const stream = Readable.from(prependFirst(first, checked), { objectMode: false });
  return stream.once('close', () => bytes.destroy());
}

/** Reads a complete file into memory. */
export async function readFile(source: FileSource, file: FileContent): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of verifyContent(await openBlob(source, file), file)) chunks.push(chunk);
  return Buffer.concat(chunks, file.size);
}

/** Reads a staged blob into memory. */
export function readStaged(source: FileSource, blob: StagedBlob): Promise<Buffer> {
  return readFile(source, { id: blob.key, size: blob.size, sha256: blob.sha256, blob_key: blob.key });
}

async function openBlob({ blobs }: FileSource, file: FileContent, range?: ByteRange): Promise<Readable> {
  const blob = await blobs.read(file.blob_key, range);
  if (blob === undefined) throw fileErrors.fileDamaged(file.id, 'are missing');
  if (blob.size !== file.size) {
    blob.bytes.destroy();
    throw fileErrors.fileDamaged(file.id, `have the length ${blob.size} instead of ${file.size}`);
  }
  return blob.bytes;
}

/** Passes a file on and holds its last chunk back until size and digest are verified. */
async function* verifyContent(source: Readable, file: FileContent): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let size = 0;
  let pending: Buffer | undefined;
  for await (const chunk of mapStoreErrors(source)) {
    hash.update(chunk);
    size += chunk.length;
    if (pending !== undefined) yield pending;
    pending = chunk;
  }
  if (size !== file.size) throw fileErrors.fileDamaged(file.id, `have the length ${size} instead of ${file.size}`);
  if (!hash.digest().equals(file.sha256)) throw fileErrors.fileDamaged(file.id, 'were changed since they were stored');
  if (pending !== undefined) yield pending;
}

async function* mapStoreErrors(source: Readable): AsyncGenerator<Buffer> {
  try {
    yield* source;
  } catch (error) {
    throw fileErrors.fileStoreUnavailable(error);
  }
}

async function* prependFirst(first: IteratorResult<Buffer>, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  for (let step = first; !step.done; step = await rest.next()) yield step.value;
}
