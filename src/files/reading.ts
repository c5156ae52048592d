import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Db } from '../platform/db/client.ts';
import type { BlobStore, ByteRange } from './blobs/store.ts';
import { fileErrors } from './errors.ts';
import type { StoredFile } from './queries.ts';
import type { StagedBlob } from './staging.ts';

type Bytes = Pick<StoredFile, 'id' | 'size' | 'sha256' | 'blob_key'>;

/** Bytes of an old file that are read from the database at once. */
const SLICE_BYTES = 1024 * 1024;

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

async function bytesOf({ db, blobs }: FileSource, file: Bytes, range?: ByteRange): Promise<Readable> {
  if (file.blob_key === null) {
    const { first, last } = range ?? { first: 0, last: file.size - 1 };
    return Readable.from(slices(db, file, first, last), { objectMode: false });
  }
  const blob = await blobs.read(file.blob_key, range);
  if (blob === undefined) throw fileErrors.fileDamaged(file.id, 'are missing');
  if (blob.size !== file.size) {
    blob.bytes.destroy();
    throw fileErrors.fileDamaged(file.id, `are ${blob.size} instead of ${file.size}`);
  }
  return blob.bytes;
}

/** Bytes that stand in the database, slice by slice. */
async function* slices(db: Db, file: Bytes, first: number, last: number): AsyncGenerator<Buffer> {
  for (let at = first; at <= last; at += SLICE_BYTES) {
    const length = Math.min(SLICE_BYTES, last + 1 - at);
    const { rows } = await sql<{ slice: Buffer | null }>`
      select substring(content from ${at + 1}::int for ${length}::int) as slice from files where id = ${file.id}`.execute(
      db,
    );
    const slice = rows[0]?.slice;
    // It was moved meanwhile; a repeat finds it in the store.
    if (slice === null || slice === undefined)
      throw fileErrors.fileStoreUnavailable(new Error(`file ${file.id} was moved`));
    yield slice;
  }
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
  if (size !== file.size) throw fileErrors.fileDamaged(file.id, `are ${size} instead of ${file.size}`);
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
