/** A process of its own that reads a pack of Git, and tells the files of a commit that are taken. */
import { readSync } from 'node:fs';
import git from 'isomorphic-git';
import { INPUT_DESCRIPTOR, type SendMessage, serveSandbox } from '../../../platform/sandbox/serve.ts';
import { saidKind } from '../../parsing/detect.ts';
import { takenBy } from '../kinds/paths.ts';

/** What is to be read. */
export interface PackJob {
  readonly commit: string;
  readonly patterns: readonly string[];
  /** Bytes of a file; a longer one is told without its bytes. */
  readonly mostBytes: number;
}

/** What is told: files with their bytes in pieces of base64, and at the end how many were left out. */
export type PackTold =
  | { readonly file: { readonly path: string; readonly oid: string; readonly isTooLarge: boolean } }
  | { readonly piece: { readonly oid: string; readonly base64: string } }
  | { readonly leftOut: number }
  | { readonly problem: string };

const DIR = '/repository';
const PACK = 'objects/pack/pack-0.pack';
const PIECE_BYTES = 3 * 65_536;
const MOST_FILES = 200_000;
const MOST_DEPTH = 50;

/** Files in memory, as the library wants a file system. */
class Memory {
  readonly #files = new Map<string, Uint8Array>();
  readonly promises = this;

  async readFile(path: string, options?: { encoding?: string } | string): Promise<Uint8Array | string> {
    const bytes = this.#files.get(path);
    if (!bytes) throw missing(path);
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
    if (!bytes && !isFolder) throw missing(path);
    const about = { size: bytes?.length ?? 0, mode: 0o100644, mtimeMs: 0, ctimeMs: 0, ino: 0, dev: 0, uid: 0, gid: 0 };
    return { ...about, isFile: () => !isFolder, isDirectory: () => isFolder, isSymbolicLink: () => false };
  }
  lstat = this.stat;
  async mkdir(): Promise<void> {}
  async rmdir(): Promise<void> {}
  async unlink(path: string): Promise<void> {
    this.#files.delete(path);
  }
  async readlink(path: string): Promise<never> {
    throw missing(path);
  }
  async symlink(path: string): Promise<never> {
    throw missing(path);
  }
}

function missing(path: string): Error {
  return Object.assign(new Error(`no file ${path}`), { code: 'ENOENT' });
}

interface Repository {
  readonly fs: Memory;
  readonly cache: object;
  readonly gitdir: string;
}

/** A file of the commit. */
interface Entry {
  readonly path: string;
  readonly oid: string;
}

async function read(job: PackJob, tell: SendMessage<PackTold>): Promise<void> {
  const fs = new Memory();
  await fs.writeFile(`${DIR}/${PACK}`, wholeInput());
  await fs.writeFile(`${DIR}/config`, '[core]\n\trepositoryformatversion = 0\n\tbare = true\n');
  const repository: Repository = { fs, cache: {}, gitdir: DIR };
  await git.indexPack({ ...repository, dir: DIR, filepath: PACK });
  const { commit } = await git.readCommit({ ...repository, oid: job.commit });
  const isTaken = takenBy(job.patterns);
  const told = new Set<string>();
  let leftOut = 0;
  let count = 0;
  for await (const { path, oid } of filesOf(repository, commit.tree, '', 0)) {
    count += 1;
    if (count > MOST_FILES) throw new Error(`the repository has more than ${MOST_FILES} files`);
    if (!isTaken(path) || !saidKind({ mediaType: null, name: path.split('/').at(-1) ?? '' })) leftOut += 1;
    else await tellFile(repository, { path, oid }, job, told, tell);
  }
  await tell({ leftOut });
}

async function* filesOf(repository: Repository, tree: string, prefix: string, depth: number): AsyncGenerator<Entry> {
  if (depth > MOST_DEPTH) return;
  const { tree: entries } = await git.readTree({ ...repository, oid: tree });
  for (const { path, oid, type, mode } of entries) {
    // A link is a file whose text is a path: it is not the file that it leads to.
    if (type === 'blob' && mode !== '120000') yield { path: prefix + path, oid };
    else if (type === 'tree') yield* filesOf(repository, oid, `${prefix}${path}/`, depth + 1);
  }
}

async function tellFile(
  repository: Repository,
  { path, oid }: Entry,
  { mostBytes }: PackJob,
  told: Set<string>,
  tell: SendMessage<PackTold>,
): Promise<void> {
  // What the server was asked to leave out, because it is so large, is in no pack.
  const found = await git.readBlob({ ...repository, oid }).catch(ifMissing);
  const isTooLarge = !found || found.blob.length > mostBytes;
  await tell({ file: { path, oid, isTooLarge } });
  if (isTooLarge || told.has(oid)) return;
  told.add(oid);
  const { blob } = found;
  for (let at = 0; at === 0 || at < blob.length; at += PIECE_BYTES)
    await tell({ piece: { oid, base64: Buffer.from(blob.subarray(at, at + PIECE_BYTES)).toString('base64') } });
}

function ifMissing(error: unknown): undefined {
  if (error instanceof git.Errors.NotFoundError) return undefined;
  throw error;
}

function wholeInput(): Buffer {
  const pieces: Buffer[] = [];
  for (;;) {
    const piece = Buffer.alloc(1 << 20);
    const size = readSync(INPUT_DESCRIPTOR, piece, 0, piece.length, null);
    if (size === 0) return Buffer.concat(pieces);
    pieces.push(piece.subarray(0, size));
  }
}

await serveSandbox<PackJob, PackTold>(async (job, tell) => {
  try {
    await read(job, tell);
  } catch (error) {
    await tell({ problem: (error instanceof Error ? error.message : String(error)).slice(0, 300) });
  }
});
