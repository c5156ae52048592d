/** Sandboxed process that reads a Git pack and sends the selected files of a commit. */

import { readSync } from 'node:fs';
import git from 'isomorphic-git';
import { getErrorMessage } from '../../../platform/error-message.ts';
import { INPUT_DESCRIPTOR, type SendMessage, serveSandbox } from '../../../platform/sandbox/serve.ts';
import { findStatedKind } from '../../parsing/detect.ts';
import { createPathFilter } from '../kinds/fields.ts';

/** Parameters of reading a pack. */
export interface PackJob {
  readonly commit: string;
  readonly patterns: readonly string[];
  /** Maximum size of a file in bytes; larger ones are sent without content. */
  readonly maxBytes: number;
}

/** Messages: files, their content in Base64 pieces, and finally the number of skipped files. */
export type PackMessage =
  | { readonly file: { readonly path: string; readonly oid: string; readonly isTooLarge: boolean } }
  | { readonly piece: { readonly oid: string; readonly base64: string } }
  | { readonly skippedCount: number }
  | { readonly problem: string };

const DIR = '/repository';
const PACK = 'objects/pack/pack-0.pack';
const PIECE_BYTES = 3 * 65_536;
const MAX_FILES = 200_000;
const MAX_DEPTH = 50;

/** In-memory file system for the library. */
class MemoryFileSystem {
  readonly #files = new Map<string, Uint8Array>();
  readonly promises = this;

  async readFile(path: string, options?: { encoding?: string } | string): Promise<Uint8Array | string> {
    const bytes = this.#files.get(path);
    if (!bytes) throw fileNotFound(path);
    const encoding = typeof options === 'string' ? options : options?.encoding;
    return encoding ? Buffer.from(bytes).toString('utf8') : bytes;
  }
  async writeFile(path: string, data: Uint8Array | string): Promise<void> {
    this.#files.set(path, typeof data === 'string' ? Buffer.from(data) : data);
  }
  async readdir(path: string): Promise<string[]> {
    const inside = [...this.#files.keys()].filter((name) => name.startsWith(`${path}/`));
    return [...new Set(inside.map((name) => name.slice(path.length + 1).split('/')[0] ?? ''))];
  }
  async stat(path: string) {
    const bytes = this.#files.get(path);
    const isFolder = !bytes && (await this.readdir(path)).length > 0;
    if (!bytes && !isFolder) throw fileNotFound(path);
    const stats = { size: bytes?.length ?? 0, mode: 0o100644, mtimeMs: 0, ctimeMs: 0, ino: 0, dev: 0, uid: 0, gid: 0 };
    return { ...stats, isFile: () => !isFolder, isDirectory: () => isFolder, isSymbolicLink: () => false };
  }
  lstat = this.stat;
  async mkdir(): Promise<void> {}
  async rmdir(): Promise<void> {}
  async unlink(path: string): Promise<void> {
    this.#files.delete(path);
  }
  async readlink(path: string): Promise<never> {
    throw fileNotFound(path);
  }
  async symlink(path: string): Promise<never> {
    throw fileNotFound(path);
  }
}

function fileNotFound(path: string): Error {
  return Object.assign(new Error(`no file ${path}`), { code: 'ENOENT' });
}

interface Repository {
  readonly fs: MemoryFileSystem;
  readonly cache: object;
  readonly gitdir: string;
}

/** A file of the commit. */
interface Entry {
  readonly path: string;
  readonly oid: string;
}

async function readPack(job: PackJob, send: SendMessage<PackMessage>): Promise<void> {
  const fs = new MemoryFileSystem();
  await fs.writeFile(`${DIR}/${PACK}`, readInput());
  await fs.writeFile(`${DIR}/config`, '[core]\n\trepositoryformatversion = 0\n\tbare = true\n');
  const repository: Repository = { fs, cache: {}, gitdir: DIR };
  await git.indexPack({ ...repository, dir: DIR, filepath: PACK });
  const { commit } = await git.readCommit({ ...repository, oid: job.commit });
  const isSelected = createPathFilter(job.patterns);
  const sent = new Set<string>();
  let skippedCount = 0;
  let count = 0;
  for await (const { path, oid } of listFiles(repository, commit.tree, '', 0)) {
    count += 1;
    if (count > MAX_FILES) throw new Error(`the repository has more than ${MAX_FILES} files`);
    if (!isSelected(path) || !findStatedKind({ mediaType: null, name: path.split('/').at(-1) ?? '' }))
      skippedCount += 1;
    else await sendFile(repository, { path, oid }, job, sent, send);
  }
  await send({ skippedCount });
}

async function* listFiles(repository: Repository, tree: string, prefix: string, depth: number): AsyncGenerator<Entry> {
  if (depth > MAX_DEPTH) return;
  const { tree: entries } = await git.readTree({ ...repository, oid: tree });
  for (const { path, oid, type, mode } of entries) {
    // A symbolic link is not the file that it points to.
    if (type === 'blob' && mode !== '120000') yield { path: prefix + path, oid };
    else if (type === 'tree') yield* listFiles(repository, oid, `${prefix}${path}/`, depth + 1);
  }
}

async function sendFile(
  repository: Repository,
  { path, oid }: Entry,
  { maxBytes }: PackJob,
  sent: Set<string>,
  send: SendMessage<PackMessage>,
): Promise<void> {
  // The pack does not contain files over the requested limit.
  const found = await git.readBlob({ ...repository, oid }).catch(ignoreMissing);
  const isTooLarge = !found || found.blob.length > maxBytes;
  await send({ file: { path, oid, isTooLarge } });
  if (isTooLarge || sent.has(oid)) return;
  sent.add(oid);
  const { blob } = found;
  for (let at = 0; at === 0 || at < blob.length; at += PIECE_BYTES)
    await send({ piece: { oid, base64: Buffer.from(blob.subarray(at, at + PIECE_BYTES)).toString('base64') } });
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof git.Errors.NotFoundError) return undefined;
  throw error;
}

function readInput(): Buffer {
  const pieces: Buffer[] = [];
  for (;;) {
    const piece = Buffer.alloc(1 << 20);
    const size = readSync(INPUT_DESCRIPTOR, piece, 0, piece.length, null);
    if (size === 0) return Buffer.concat(pieces);
    pieces.push(piece.subarray(0, size));
  }
}

await serveSandbox<PackJob, PackMessage>(async (job, send) => {
  try {
    await readPack(job, send);
  } catch (error) {
    await send({ problem: getErrorMessage(error).slice(0, 300) });
  }
});
