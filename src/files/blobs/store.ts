import type { Readable } from 'node:stream';

/** Part of a blob: its first and its last byte, both included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** A blob that is being read. */
export interface OpenBlob {
  /** Bytes of the whole blob, also where a part of it is read. */
  readonly size: number;
  /** To be read to its end or destroyed. */
  readonly bytes: Readable;
}

/** A blob as a listing shows it. */
export interface ListedBlob {
  readonly key: string;
  readonly modified: Date;
}

/**
 * Bytes by key, for every process of an installation alike. Keys are paths of letters, digits and dashes that are used
 * once, so that nobody reads a blob that is still being written. What a store can't do now it throws as a 503.
 */
export interface BlobStore {
  /** Keeps what the source yields, safe from a crash when this resolves. Throws what the source throws, and then keeps nothing. */
  write(key: string, source: AsyncIterable<Buffer>): Promise<void>;
  /** Opens a blob or a part of it; undefined where nothing has the key. Whoever reads goes on reading when it is removed. */
  read(key: string, range?: ByteRange): Promise<OpenBlob | undefined>;
  /** Forgets a blob; so does a repeat. */
  remove(key: string): Promise<void>;
  /** Blobs whose keys come after one, in the order of their bytes, at most so many. What broke off may be among them. */
  list(after: string, limit: number): Promise<ListedBlob[]>;
  /** Throws a SettingError where the settings can't be right. */
  check(): Promise<void>;
  close(): Promise<void>;
}
