import { createReadStream } from 'node:fs';
import { appendFile, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sourceFailures } from '../../../../src/knowledge/failures.ts';
import type { PackJob, PackTold } from '../../../../src/knowledge/sources/git/reader.ts';
import type { RepositoryConfig } from '../../../../src/knowledge/sources/kinds/git.ts';
import { runInSandbox, SandboxError } from '../../../../src/platform/sandbox/run.ts';
import { toRunError } from '../../../../src/runs/errors.ts';
import { SourceProblem, type SyncWork } from '../kind.ts';
import { fetchPack, findCommit } from './remote.ts';

const READER = new URL('../../../../src/knowledge/sources/git/reader.ts', import.meta.url);
const FOLDER = 'holdfast-repository-';
/** Hours after which what a process that died has left is taken away. */
const KEPT_HOURS = 24;
const COST = { memoryMb: 768, timeoutMs: 300_000, outputBytes: 1024 * 1024 * 1024 };

/** A file of the commit that is taken. */
export interface RepositoryFile {
  readonly path: string;
  readonly oid: string;
  readonly isTooLarge: boolean;
}

/** The files of a commit on this machine. */
export interface RepositoryCopy {
  /** By their paths. */
  readonly files: ReadonlyMap<string, RepositoryFile>;
  readonly leftOut: number;
  bytesOf(oid: string): AsyncIterable<Uint8Array>;
}

/** What is known of a copy's files, as it is kept beside them. */
interface CopyList {
  readonly files: readonly RepositoryFile[];
  readonly leftOut: number;
}

/** Copies on this machine, by their folders. */
const copies = new Map<string, RepositoryCopy>();

/** Reading a pack takes much memory: one is read at a time. */
let last: Promise<unknown> = Promise.resolve();

/** The files of the branch, brought to this machine where they are not there yet; the run has them until it ends. */
export async function copyOf(work: SyncWork): Promise<RepositoryCopy> {
  const folder = folderOf(work.run.id);
  const there = await known(folder);
  if (there) return there;
  const made = last.then(async () => (await known(folder)) ?? (await bring(work, folder)));
  last = made.catch(() => undefined);
  return made;
}

/** Takes the files of a run away again. */
export async function dropCopy(runId: string): Promise<void> {
  copies.delete(folderOf(runId));
  await rm(folderOf(runId), { recursive: true, force: true });
}

const folderOf = (runId: string) => join(tmpdir(), `${FOLDER}${runId}`);
const LIST = 'files.json';

async function known(folder: string): Promise<RepositoryCopy | undefined> {
  const found = copies.get(folder);
  if (found) return found;
  try {
    const { files, leftOut } = JSON.parse(await readFile(join(folder, LIST), 'utf8')) as CopyList;
    const byPath = new Map(files.map((file) => [file.path, file]));
    const copy = { files: byPath, leftOut, bytesOf: (oid: string) => createReadStream(join(folder, oid)) };
    copies.set(folder, copy);
    return copy;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function bring(work: SyncWork, folder: string): Promise<RepositoryCopy> {
  work.signal.throwIfAborted();
  await dropOld();
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  const remote = await findCommit(work);
  const pack = join(folder, 'pack');
  await fetchPack(work, remote, pack);
  const list = await unpack(work, remote.commit, pack, folder);
  await rm(pack);
  // Whole or not at all.
  await writeFile(join(folder, 'list'), JSON.stringify(list));
  await rename(join(folder, 'list'), join(folder, LIST));
  const copy = await known(folder);
  if (!copy) throw new Error('the files of a repository are gone as soon as they were brought');
  return copy;
}

async function unpack(work: SyncWork, commit: string, pack: string, folder: string): Promise<CopyList> {
  const { paths } = work.run.plan.config as unknown as RepositoryConfig;
  const job: PackJob = { commit, patterns: paths, mostBytes: work.ctx.config.uploadLimit };
  const files: RepositoryFile[] = [];
  let leftOut = 0;
  const input = await open(pack);
  try {
    for await (const told of runInSandbox<PackTold>(
      { program: READER, argument: job, input: input.fd, limits: COST },
      work.signal,
    )) {
      if ('file' in told) files.push(told.file);
      else if ('piece' in told)
        await appendFile(join(folder, told.piece.oid), Buffer.from(told.piece.base64, 'base64'));
      else if ('leftOut' in told) leftOut = told.leftOut;
      else
        throw new SourceProblem(
          toRunError('REPOSITORY_DAMAGED', sourceFailures.repository_not_readable({ cause: told.problem })),
          false,
        );
    }
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    const problem =
      error.kind === 'crash'
        ? toRunError('REPOSITORY_DAMAGED', sourceFailures.repository_reader_crashed)
        : toRunError('REPOSITORY_TOO_LARGE', sourceFailures.repository_cost_over_limit({ resource: error.kind }));
    throw new SourceProblem(problem, false);
  } finally {
    await input.close();
  }
  return { files, leftOut };
}

async function dropOld(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(FOLDER)) continue;
    const about = await stat(join(tmpdir(), name)).catch(() => undefined);
    if (about && Date.now() - about.mtimeMs > KEPT_HOURS * 3_600_000)
      await rm(join(tmpdir(), name), { recursive: true, force: true });
  }
}
