import { createHash } from 'node:crypto';
import { newId } from '../platform/ids.ts';
import { SNIFFED_BYTES } from '../platform/media-type.ts';
import type { BlobStore } from './blobs/store.ts';
import { fileErrors } from './errors.ts';

/** Bytes per block. Upload parts are multiples of it, because some servers require equal parts. */
const BLOCK_BYTES = 65_536;

/** Owner of a blob. Owners share no blobs, even with equal content. */
export type BlobOwner = { readonly orgId: string } | { readonly userId: string } | { readonly shared: 'catalog' };

/** Stored bytes that belong to no file yet. */
export interface StagedBlob {
  readonly key: string;
  readonly size: number;
  readonly sha256: Buffer;
  /** First bytes, enough to detect the media type. */
  readonly beginning: Buffer;
  /** Whether a transaction has taken it over. After that only maintenance may delete it. */
  isTransferred: boolean;
}

/**
 * Streams bytes into the store and computes size and digest. Throws a 413 over `maxBytes`; the store keeps nothing
 * after an error.
 */
export async function stageBlob(
  blobs: BlobStore,
  owner: BlobOwner,
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<StagedBlob> {
  const key = createKey(owner);
  const hash = createHash('sha256');
  let size = 0;
  let beginning = Buffer.alloc(0);
  async function* measure() {
    for await (const block of splitBlocks(source)) {
      if (size === 0) beginning = Buffer.from(block.subarray(0, SNIFFED_BYTES));
      size += block.length;
      if (size > maxBytes) throw fileErrors.fileTooLarge(maxBytes);
      hash.update(block);
      yield block;
    }
  }
  await blobs.write(key, measure());
  return { key, size, sha256: hash.digest(), beginning, isTransferred: false };
}

/** Removes staged blobs that no transaction has taken over. */
export async function discardBlobs(blobs: BlobStore, staged: Iterable<StagedBlob>): Promise<void> {
  await removeBlobs(
    blobs,
    [...staged].filter((blob) => !blob.isTransferred).map((blob) => blob.key),
  );
}

/** Removes blobs without a file. Maintenance removes those that fail. */
export async function removeBlobs(blobs: BlobStore, keys: readonly string[]): Promise<void> {
  await Promise.allSettled(keys.map((key) => blobs.remove(key)));
}

/** Creates a unique key. Its last part distributes keys evenly over folders. */
function createKey(owner: BlobOwner): string {
  const id = newId();
  return `${getOwnerFolder(owner)}/${id.slice(-2)}/${id}`;
}

function getOwnerFolder(owner: BlobOwner): string {
  if ('orgId' in owner) return `organizations/${owner.orgId}`;
  return 'userId' in owner ? `users/${owner.userId}` : owner.shared;
}

/** Splits chunks of any size into full blocks; only the last may be shorter. */
async function* splitBlocks(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Buffer> {
  let block = Buffer.allocUnsafe(BLOCK_BYTES);
  let used = 0;
  for await (const chunk of source) {
    for (let rest = chunk; rest.length > 0; ) {
      const fitting = rest.subarray(0, BLOCK_BYTES - used);
      block.set(fitting, used);
      used += fitting.length;
      rest = rest.subarray(fitting.length);
      if (used < BLOCK_BYTES) continue;
      yield block;
      block = Buffer.allocUnsafe(BLOCK_BYTES);
      used = 0;
    }
  }
  if (used > 0) yield block.subarray(0, used);
}
