import { constants, type Dirent } from 'node:fs';
import { type FileHandle, open, readdir, realpath, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { sourceFailures } from '../../../src/knowledge/failures.ts';
import type { SourceItem } from '../../../src/knowledge/sources/items.ts';
import { type FolderConfig, isInside, rootOf } from '../../../src/knowledge/sources/kinds/folder.ts';
import { toRunError } from '../../../src/runs/errors.ts';
import { filesTaken, leftOut } from './files.ts';
import { type ActingSource, SourceProblem, type SyncWork, type Visit } from './kind.ts';
import { tooLarge } from './problems.ts';

/** Files that one folder source may have, and folders within folders. */
const MOST_FILES = 200_000;
const MOST_DEPTH = 50;

/** Files of a folder on this machine. Links are followed nowhere: what they lead to is read where it is. */
export const folderSource: ActingSource = {
  together: 4,
  listsAll: true,
  most: () => Number.POSITIVE_INFINITY,
  async list(work) {
    const folder = await openedFolder(work);
    const isTaken = filesTaken((work.run.plan.config as unknown as FolderConfig).paths);
    const found: { ref: string; etag: string }[] = [];
    let left = 0;
    for await (const path of filesIn(folder, work.signal)) {
      const ref = relative(folder, path).split(sep).join('/');
      const about = isTaken(ref) ? await unlessGone(stat(path, { bigint: true })) : undefined;
      if (about) found.push({ ref, etag: `${about.mtimeNs}-${about.size}` });
      else left += 1;
      if (found.length > MOST_FILES) throw tooMany();
    }
    return { found, next: null, notes: leftOut(left) };
  },
  async visit(work, item) {
    const folder = await openedFolder(work);
    try {
      const file = await openWithin(folder, item.ref);
      if (file) return await read(work, item, file);
      return { state: 'gone', problem: toRunError('NOT_FOUND', sourceFailures.folder_file_missing) };
    } catch (error) {
      if (!(error instanceof SourceProblem)) throw error;
      return { state: 'failed', problem: error.problem, mayPass: false };
    }
  },
};

function tooMany(): SourceProblem {
  const failure = sourceFailures.folder_files_over_limit({ limit: MOST_FILES });
  return new SourceProblem(toRunError('TOO_MANY_FILES', failure), false);
}

/** The folder as it is named without links. Throws where it is not there, or opened no more. */
async function openedFolder({ ctx, run }: SyncWork): Promise<string> {
  const { folder } = run.plan.config as unknown as FolderConfig;
  const root = rootOf(folder, ctx.config.knowledgeFolders, run.org_id);
  if (root === undefined)
    throw new SourceProblem(toRunError('FOLDER_NOT_OPENED', sourceFailures.folder_not_allowed), false);
  const [outer, inner] = [await unlessGone(realpath(root)), await unlessGone(realpath(folder))];
  if (!outer || !inner) throw new SourceProblem(toRunError('FOLDER_MISSING', sourceFailures.folder_missing), false);
  if (!isInside(outer, inner))
    throw new SourceProblem(toRunError('FOLDER_NOT_OPENED', sourceFailures.folder_link_outside), false);
  return inner;
}

async function* filesIn(folder: string, signal: AbortSignal, depth = 0): AsyncGenerator<string> {
  signal.throwIfAborted();
  if (depth > MOST_DEPTH) return;
  const entries = (await unlessGone(readdir(folder, { withFileTypes: true }))) ?? [];
  for (const entry of entries.toSorted(byName)) {
    const path = join(folder, entry.name);
    if (entry.isFile()) yield path;
    else if (entry.isDirectory()) yield* filesIn(path, signal, depth + 1);
  }
}

const byName = (one: Dirent, other: Dirent) => (one.name < other.name ? -1 : 1);

/** A file of the folder; undefined where there is none, or the way to it leads over a link. */
async function openWithin(folder: string, ref: string): Promise<FileHandle | undefined> {
  const path = join(folder, ref);
  if ((await unlessGone(realpath(path))) !== path || !isInside(folder, path)) return undefined;
  const file = await unlessGone(open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK));
  // Somebody may have put a link into the way meanwhile.
  const isThere = file && (await unlessGone(realpath(path))) === path && (await isSame(file, path));
  if (isThere) return file;
  await file?.close();
  return undefined;
}

async function isSame(file: FileHandle, path: string): Promise<boolean> {
  const [opened, named] = [await file.stat(), await unlessGone(stat(path))];
  return opened.isFile() && opened.ino === named?.ino && opened.dev === named.dev;
}

async function read({ ctx }: SyncWork, item: SourceItem, file: FileHandle): Promise<Visit> {
  const { size } = await file.stat();
  const most = ctx.config.uploadLimit;
  if (size > most) {
    await file.close();
    return { state: 'failed', problem: tooLarge(most), mayPass: false };
  }
  const name = basename(item.ref);
  const content = { title: name, name, mediaType: undefined, etag: item.listed_etag, lastModified: null };
  return { state: 'content', content: { ...content, bytes: file.createReadStream() } };
}

const GONE = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);

/** What a look at the disk answers; undefined where there is nothing. What may not be read is there all the same. */
async function unlessGone<T>(look: Promise<T>): Promise<T | undefined> {
  try {
    return await look;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (GONE.has(code)) return undefined;
    if (code !== 'EACCES' && code !== 'EPERM') throw error;
    throw new SourceProblem(toRunError('ACCESS_DENIED', sourceFailures.folder_access_denied), false);
  }
}
