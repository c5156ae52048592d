import { constants, type Dirent } from 'node:fs';
import { type FileHandle, open, readdir, realpath, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { sourceFailures } from '../../../src/knowledge/failures.ts';
import type { DiscoveredItem, SourceItem } from '../../../src/knowledge/sources/items.ts';
import { type FolderConfig, findAllowedRoot, isInside } from '../../../src/knowledge/sources/kinds/folder.ts';
import { toRunError } from '../../../src/runs/errors.ts';
import { ACCESS_FILE, MAX_ACCESS_FILE_BYTES, readAccessFiles } from './access-files.ts';
import { toTooLargeError } from './failures.ts';
import {
  createFileFilter,
  SourceError,
  type SourceVisitor,
  type SyncContext,
  toSkippedNotes,
  type VisitResult,
} from './kind.ts';

/** Maximum number of files in a folder source, and maximum folder depth. */
const MAX_FILES = 200_000;
const MAX_DEPTH = 50;

/** Visitor of a folder on this machine. Links are not followed. */
export const folderSource: SourceVisitor = {
  concurrency: 4,
  listsAllItems: true,
  maxItems: () => Number.POSITIVE_INFINITY,
  async list(work) {
    const folder = await resolveFolder(work);
    const { paths, permissions } = getConfig(work);
    const isSelected = createFileFilter(paths);
    const found: DiscoveredItem[] = [];
    const accessFiles = new Map<string, string>();
    let skippedCount = 0;
    for await (const path of listFiles(folder, work.signal)) {
      const ref = relative(folder, path).split(sep).join('/');
      if (basename(ref) === ACCESS_FILE) {
        if (permissions === 'source') accessFiles.set(getFolder(ref), await readAccessFile(folder, ref));
        continue;
      }
      const stats = isSelected(ref) ? await ignoreMissing(stat(path, { bigint: true })) : undefined;
      if (stats) found.push({ ref, etag: `${stats.mtimeNs}-${stats.size}` });
      else skippedCount += 1;
      if (found.length > MAX_FILES) throw createFileLimitError();
    }
    if (permissions !== 'source') return { found, next: null, notes: toSkippedNotes(skippedCount), groups: new Map() };
    const { getReaders, groups, notes } = readAccessFiles(accessFiles);
    const withReaders = found.map((item) => ({ ...item, readers: getReaders(item.ref) }));
    return { found: withReaders, next: null, notes: [...toSkippedNotes(skippedCount), ...notes], groups };
  },
  async isPresent(work, ref) {
    const folder = await resolveFolder(work);
    if (!createFileFilter(getConfig(work).paths)(ref)) return false;
    const path = join(folder, ref);
    return (await ignoreMissing(realpath(path))) === path && (await ignoreMissing(stat(path)))?.isFile() === true;
  },
  async visit(work, item) {
    const folder = await resolveFolder(work);
    try {
      const file = await openInFolder(folder, item.ref);
      if (file) return await readFileContent(work, item, file);
      return { state: 'gone', problem: toRunError('NOT_FOUND', sourceFailures.folder_file_missing) };
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      return { state: 'failed', problem: error.problem, isTransient: false };
    }
  },
};

const getConfig = ({ run }: SyncContext) => run.plan.config as unknown as FolderConfig;

/** Path of the folder that contains a file. Empty for the top folder. */
const getFolder = (ref: string) => ref.split('/').slice(0, -1).join('/');

/** Returns the text of an access file. An unreadable one is invalid, so that nobody reads the files of its folder. */
async function readAccessFile(folder: string, ref: string): Promise<string> {
  const file = await openInFolder(folder, ref);
  if (file === undefined) return '';
  try {
    const { size } = await file.stat();
    return size > MAX_ACCESS_FILE_BYTES ? '' : await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

function createFileLimitError(): SourceError {
  const failure = sourceFailures.folder_files_over_limit({ limit: MAX_FILES });
  return new SourceError(toRunError('TOO_MANY_FILES', failure), false);
}

/** Resolves links in the path of the folder. Throws if the folder is missing or not allowed. */
async function resolveFolder({ ctx, run }: SyncContext): Promise<string> {
  const { folder } = run.plan.config as unknown as FolderConfig;
  const root = findAllowedRoot(folder, ctx.config.knowledgeFolders, run.org_id);
  if (root === undefined)
    throw new SourceError(toRunError('FOLDER_NOT_OPENED', sourceFailures.folder_not_allowed), false);
  const [outer, inner] = [await ignoreMissing(realpath(root)), await ignoreMissing(realpath(folder))];
  if (!outer || !inner) throw new SourceError(toRunError('FOLDER_MISSING', sourceFailures.folder_missing), false);
  if (!isInside(outer, inner))
    throw new SourceError(toRunError('FOLDER_NOT_OPENED', sourceFailures.folder_link_outside), false);
  return inner;
}

async function* listFiles(folder: string, signal: AbortSignal, depth = 0): AsyncGenerator<string> {
  signal.throwIfAborted();
  if (depth > MAX_DEPTH) return;
  const entries = (await ignoreMissing(readdir(folder, { withFileTypes: true }))) ?? [];
  for (const entry of entries.toSorted(byName)) {
    const path = join(folder, entry.name);
    if (entry.isFile()) yield path;
    else if (entry.isDirectory()) yield* listFiles(path, signal, depth + 1);
  }
}

const byName = (one: Dirent, other: Dirent) => (one.name < other.name ? -1 : 1);

/** Opens a file of the folder. Returns undefined if it is missing or its path contains a link. */
async function openInFolder(folder: string, ref: string): Promise<FileHandle | undefined> {
  const path = join(folder, ref);
  if ((await ignoreMissing(realpath(path))) !== path || !isInside(folder, path)) return undefined;
  const file = await ignoreMissing(open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK));
  // The path may have changed to a link since the check.
  const isUnchanged = file && (await ignoreMissing(realpath(path))) === path && (await isSameFile(file, path));
  if (isUnchanged) return file;
  await file?.close();
  return undefined;
}

async function isSameFile(file: FileHandle, path: string): Promise<boolean> {
  const [opened, current] = [await file.stat(), await ignoreMissing(stat(path))];
  return opened.isFile() && opened.ino === current?.ino && opened.dev === current.dev;
}

async function readFileContent({ ctx }: SyncContext, item: SourceItem, file: FileHandle): Promise<VisitResult> {
  const { size } = await file.stat();
  const limit = ctx.config.uploadLimit;
  if (size > limit) {
    await file.close();
    return { state: 'failed', problem: toTooLargeError(limit), isTransient: false };
  }
  const name = basename(item.ref);
  const content = { title: name, name, mediaType: undefined, etag: item.listed_etag, lastModified: null };
  return { state: 'content', content: { ...content, bytes: file.createReadStream() } };
}

const MISSING_CODES = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);
const UNAVAILABLE_CODES = new Set([
  'EIO',
  'ESTALE',
  'ENOTCONN',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ETIMEDOUT',
  'ECONNRESET',
]);

/** Returns undefined if the file or folder is missing. Throws a SourceError if it cannot be read. */
async function ignoreMissing<T>(operation: Promise<T>): Promise<T | undefined> {
  try {
    return await operation;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (MISSING_CODES.has(code)) return undefined;
    if (code === 'EACCES' || code === 'EPERM')
      throw new SourceError(toRunError('ACCESS_DENIED', sourceFailures.folder_access_denied), false);
    // A network mount fails so while its server is unavailable.
    if (UNAVAILABLE_CODES.has(code))
      throw new SourceError(toRunError('UNREACHABLE', sourceFailures.folder_unavailable({ code })), true);
    throw error;
  }
}
