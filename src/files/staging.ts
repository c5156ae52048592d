import { createHash } from 'node:crypto';
import { newId } from '../platform/ids.ts';
import { LOOKED_AT } from '../platform/media-type.ts';
import type { BlobStore } from './blobs/store.ts';
import { fileErrors } from './errors.ts';

/** Bytes that are handed to the store at once. Parts of uploads are multiples of it, since some servers want them all alike. */
const BLOCK_BYTES = 65_536;

/** Whom a file is kept for. Blobs of different owners share nothing, equal bytes or not. */
export type BlobOwner = { readonly orgId: string } | { readonly userId: string } | { readonly shared: 'catalogue' };

/** Bytes that are in the store and belong to no file yet. */
export interface StagedBlob {
  readonly key: string;
  readonly size: number;
  readonly sha256: Buffer;
  /** The first bytes, enough to tell the media type. */
  readonly beginning: Buffer;
  /** Whether a transaction was given it: from then on only maintenance may delete it. */
  isHandedOver: boolean;
}

/**
 * Streams bytes into the store, measuring them on the way. Throws what the source throws and a 413 over `most` bytes; the
 * store keeps nothing then.
 */
export async function stage(
  blobs: BlobStore,
  owner: BlobOwner,
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  most = Number.POSITIVE_INFINITY,
): Promise<StagedBlob> {
  const key = newKey(owner);
  const hash = createHash('sha256');
  let size = 0;
  let beginning = Buffer.alloc(0);
  async function* measured() {
    for await (const block of inBlocks(source)) {
      if (size === 0) beginning = Buffer.from(block.subarray(0, LOOKED_AT));
      size += block.length;
      if (size > most) throw fileErrors.fileTooLarge(most);
      hash.update(block);
      yield block;
    }
  }
  await blobs.write(key, measured());
  return { key, size, sha256: hash.digest(), beginning, isHandedOver: false };
}

/** Takes staged bytes away again that no transaction was given. */
export async function discard(blobs: BlobStore, staged: Iterable<StagedBlob>): Promise<void> {
  await removeBlobs(
    blobs,
    [...staged].filter((blob) => !blob.isHandedOver).map((blob) => blob.key),
  );
}

/** Removes blobs that no file has any more. What can't be removed now goes with the orphans. */
export async function removeBlobs(blobs: BlobStore, keys: readonly string[]): Promise<void> {
  await Promise.allSettled(keys.map((key) => blobs.remove(key)));
}

/** A key nobody has used; its folders stay small, since its last part spreads evenly. */
function newKey(owner: BlobOwner): string {
  const id = newId();
  return `${folderOf(owner)}/${id.slice(-2)}/${id}`;
}

function folderOf(owner: BlobOwner): string {
  if ('orgId' in owner) return `organizations/${owner.orgId}`;
  return 'userId' in owner ? `users/${owner.userId}` : owner.shared;
}

/** The chunks as full blocks but for the last, however small a sender made them. */
async function* inBlocks(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Buffer> {
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
