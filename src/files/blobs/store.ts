import type { Readable } from 'node:stream';
import { fileErrors } from '../errors.ts';

/** Range of bytes, both ends included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** A blob that is being read. */
export interface OpenBlob {
  /** Size of the complete blob in bytes. */
  readonly size: number;
  /** The caller must read it to the end or destroy it. */
  readonly bytes: Readable;
}

/** Listed blob. */
export interface ListedBlob {
  readonly key: string;
  readonly modified: Date;
}

/**
 * Stores bytes by key for all processes of an installation. Keys are used once, so nobody reads an incomplete blob.
 * Failures of the store are thrown as a 503.
 */
export interface BlobStore {
  /** Stores the source durably. If the source throws, nothing is stored and the error is rethrown. */
  write(key: string, source: AsyncIterable<Buffer>): Promise<void>;
  /** Opens a blob or a range of it, undefined if the key is unknown. A removal does not interrupt open reads. */
  read(key: string, range?: ByteRange): Promise<OpenBlob | undefined>;
  /** Removes a blob. Safe to repeat. */
  remove(key: string): Promise<void>;
  /** Lists blobs after a key in byte order, including incomplete writes. */
  list(after: string, limit: number): Promise<ListedBlob[]>;
  /** Throws a SettingError if the settings are invalid. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Converts errors of the disk or object store to a 503. */
export async function mapStoreErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw fileErrors.fileStoreUnavailable(error);
  }
}
