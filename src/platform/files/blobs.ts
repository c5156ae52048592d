import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sha256 } from '../digest.ts';

/** Bytes kept by what they are: equal content has one name. Small enough an interface for an object store. */
export interface BlobStore {
  /** Keeps the bytes; answers their SHA-256 in hexadecimal, which is their name. Repeats are harmless. */
  put(content: Uint8Array): Promise<string>;
  /** The bytes, or undefined where nothing has the name. */
  read(hash: string): Promise<Buffer | undefined>;
  /** Forgets the bytes; so does a repeat. */
  remove(hash: string): Promise<void>;
}

/** A store in a folder, which all API processes of an installation have to share. */
export function openFolderBlobs(folder: string): BlobStore {
  const pathOf = (hash: string) => join(folder, hash.slice(0, 2), hash.slice(2));
  return {
    async put(content) {
      const hash = sha256(content).toString('hex');
      const path = pathOf(hash);
      await mkdir(dirname(path), { recursive: true });
      // Readers see whole files only: the bytes get their name when all of them are there.
      const fresh = `${path}.${randomUUID()}`;
      try {
        await writeFile(fresh, content, { mode: 0o600 });
        await rename(fresh, path);
      } catch (error) {
        await rm(fresh, { force: true });
        throw error;
      }
      return hash;
    },
    async read(hash) {
      try {
        return await readFile(pathOf(hash));
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw error;
      }
    },
    remove: (hash) => rm(pathOf(hash), { force: true }),
  };
}

/**
 * Forgets bytes that nothing refers to any more. Whoever refers to them again at the same time finds them: a reference
 * that appears while they go is seen afterwards, and they are put back; a later one is followed by a `put` of its own.
 */
export async function discardBlob(blobs: BlobStore, hash: string, isReferred: () => Promise<boolean>): Promise<void> {
  if (await isReferred()) return;
  const content = await blobs.read(hash);
  await blobs.remove(hash);
  if (content !== undefined && (await isReferred())) await blobs.put(content);
}
