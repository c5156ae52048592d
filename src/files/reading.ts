import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Db } from '../platform/db/client.ts';
import type { BlobStore, ByteRange } from './blobs/store.ts';
import { fileErrors } from './errors.ts';
import type { StoredFile } from './queries.ts';
import type { StagedBlob } from './staging.ts';

type Bytes = Pick<StoredFile, 'id' | 'size' | 'sha256' | 'blob_key'>;

/** What reading files stands on. */
export interface FileSource {
  readonly db: Db;
  readonly blobs: BlobStore;
}

/**
 * Opens a file, or a part of it, once its first bytes are there. A whole file is proved on the way: where its size or digest
 * is not the one it was stored with, the stream fails before its end. Throws a 503 where the store can't read it.
 */
export async function openFile(source: FileSource, file: Bytes, range?: ByteRange): Promise<Readable> {
  const bytes = await bytesOf(source, file, range);
  const checked = (range === undefined ? proved(bytes, file) : available(bytes))[Symbol.asyncIterator]();
  const first = await checked.next();
  const stream = Readable.from(startingWith(first, checked), { objectMode: false });
  return stream.once('close', () => bytes.destroy());
}

/** A whole file, for what can't take it piece by piece. */
export async function readFile(source: FileSource, file: Bytes): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of proved(await bytesOf(source, file), file)) chunks.push(chunk);
  return Buffer.concat(chunks, file.size);
}

/** All of what a request brought in. */
export function readStaged(source: FileSource, blob: StagedBlob): Promise<Buffer> {
  return readFile(source, { id: blob.key, size: blob.size, sha256: blob.sha256, blob_key: blob.key });
}

async function bytesOf({ blobs }: FileSource, file: Bytes, range?: ByteRange): Promise<Readable> {
  const blob = await blobs.read(file.blob_key, range);
  if (blob === undefined) throw fileErrors.fileDamaged(file.id, 'are missing');
  if (blob.size !== file.size) {
    blob.bytes.destroy();
    throw fileErrors.fileDamaged(file.id, `have the length ${blob.size} instead of ${file.size}`);
  }
  return blob.bytes;
}

/** Passes a whole file on and keeps its last chunk back until size and digest are seen to be right. */
async function* proved(source: Readable, file: Bytes): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let size = 0;
  let held: Buffer | undefined;
  for await (const chunk of available(source)) {
    hash.update(chunk);
    size += chunk.length;
    if (held !== undefined) yield held;
    held = chunk;
  }
  if (size !== file.size) throw fileErrors.fileDamaged(file.id, `have the length ${size} instead of ${file.size}`);
  if (!hash.digest().equals(file.sha256)) throw fileErrors.fileDamaged(file.id, 'were changed since they were stored');
  if (held !== undefined) yield held;
}

async function* available(source: Readable): AsyncGenerator<Buffer> {
  try {
    yield* source;
  } catch (error) {
    throw fileErrors.fileStoreUnavailable(error);
  }
}

async function* startingWith(first: IteratorResult<Buffer>, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  for (let step = first; !step.done; step = await rest.next()) yield step.value;
}
