import { createReadStream } from 'node:fs';
import { access, constants, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SettingError } from '../../platform/config.ts';
import { fileErrors } from '../errors.ts';
import { type BlobStore, type ListedBlob, mapStoreErrors } from './store.ts';

/** Opens a blob store in a folder that all processes of the installation share. */
export function openFolder(folder: string): BlobStore {
  const pathOf = (key: string) => join(folder, key);
  return {
    write: (key, source) => writeFile(pathOf(key), source),
    async read(key, range) {
      const file = await ignoreMissing(() => open(pathOf(key)));
      if (file === undefined) return undefined;
      const { size } = await file.stat();
      const part = range === undefined ? {} : { start: range.first, end: range.last };
      return { size, bytes: createReadStream('', { fd: file, ...part }) };
    },
    remove: async (key) => void (await mapStoreErrors(() => rm(pathOf(key), { force: true }))),
    list: (after, limit) => mapStoreErrors(() => listFolder(folder, after, limit)),
    async check() {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await access(folder, constants.R_OK | constants.W_OK);
      } catch (error) {
        throw new SettingError('DATA_DIR', `files cannot be stored in ${folder} (${(error as Error).message})`);
      }
    },
    close: async () => undefined,
  };
}

async function writeFile(path: string, source: AsyncIterable<Buffer>): Promise<void> {
  const folder = dirname(path);
  const file = await mapStoreErrors(async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return open(path, 'wx', 0o600);
  });
  try {
    for await (const block of source) await mapStoreErrors(() => file.write(block));
    await mapStoreErrors(() => file.datasync());
    await file.close();
    // Syncing the folder makes the file name survive a crash of the machine.
    await mapStoreErrors(() => syncFolder(folder));
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(path, { force: true });
    throw error;
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

/** Walks the folder in key order. Skips subfolders before `after`. */
async function listFolder(folder: string, after: string, limit: number): Promise<ListedBlob[]> {
  const found: ListedBlob[] = [];
  const pathOf = (key: string) => join(folder, key);
  const visit = async (prefix: string): Promise<void> => {
    const entries = await ignoreMissing(() => readdir(pathOf(prefix), { withFileTypes: true }));
    // With a trailing slash, a folder sorts like the keys in it.
    const names = (entries ?? []).map((entry) => prefix + entry.name + (entry.isDirectory() ? '/' : ''));
    for (const name of names.toSorted((a, b) => (a < b ? -1 : 1))) {
      if (found.length >= limit) return;
      if (name.endsWith('/')) {
        if (name > after || after.startsWith(name)) await visit(name);
      } else if (name > after) {
        const stats = await ignoreMissing(() => stat(pathOf(name)));
        if (stats !== undefined) found.push({ key: name, modified: stats.mtime });
      }
    }
  };
  await visit('');
  return found;
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Returns undefined if the file or folder is missing. Throws a 503 for other errors. */
async function ignoreMissing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw fileErrors.fileStoreUnavailable(error);
  }
}
