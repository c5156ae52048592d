import { createReadStream } from 'node:fs';
import { access, constants, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SettingError } from '../../platform/config.ts';
import { fileErrors } from '../errors.ts';
import type { BlobStore, ListedBlob } from './store.ts';

/** A store in a folder, which all processes of an installation have to share. */
export function openFolder(folder: string): BlobStore {
  const pathOf = (key: string) => join(folder, key);
  return {
    write: (key, source) => writeFile(pathOf(key), source),
    async read(key, range) {
      const file = await unlessMissing(() => open(pathOf(key)));
      if (file === undefined) return undefined;
      const { size } = await file.stat();
      const part = range === undefined ? {} : { start: range.first, end: range.last };
      return { size, bytes: createReadStream('', { fd: file, ...part }) };
    },
    remove: async (key) => void (await available(() => rm(pathOf(key), { force: true }))),
    list: (after, limit) => available(() => listFolder(folder, after, limit)),
    async check() {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await access(folder, constants.R_OK | constants.W_OK);
      } catch (error) {
        throw new SettingError('DATA_DIR', `files can't be kept in ${folder} (${(error as Error).message})`);
      }
    },
    close: async () => undefined,
  };
}

async function writeFile(path: string, source: AsyncIterable<Buffer>): Promise<void> {
  const folder = dirname(path);
  const file = await available(async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return open(path, 'wx', 0o600);
  });
  try {
    for await (const block of source) await available(() => file.write(block));
    await available(() => file.datasync());
    await file.close();
    // Only then does a crash of the machine leave its name as well.
    await available(() => syncFolder(folder));
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

/** Walks the folder in the order of keys and leaves out whole subfolders that come before `after`. */
async function listFolder(folder: string, after: string, limit: number): Promise<ListedBlob[]> {
  const found: ListedBlob[] = [];
  const pathOf = (key: string) => join(folder, key);
  const visit = async (prefix: string): Promise<void> => {
    const entries = await unlessMissing(() => readdir(pathOf(prefix), { withFileTypes: true }));
    // With its slash a folder's name sorts as the keys below it do.
    const names = (entries ?? []).map((entry) => prefix + entry.name + (entry.isDirectory() ? '/' : ''));
    for (const name of names.toSorted((a, b) => (a < b ? -1 : 1))) {
      if (found.length >= limit) return;
      if (name.endsWith('/')) {
        if (name > after || after.startsWith(name)) await visit(name);
      } else if (name > after) {
        const about = await unlessMissing(() => stat(pathOf(name)));
        if (about !== undefined) found.push({ key: name, modified: about.mtime });
      }
    }
  };
  await visit('');
  return found;
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** What `work` answers; undefined where the file or folder does not exist. */
async function unlessMissing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw fileErrors.fileStoreUnavailable(error);
  }
}

/** What `work` answers; what the disk refuses (no room, no rights) is a 503. */
async function available<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw fileErrors.fileStoreUnavailable(error);
  }
}
