import { createReadStream } from 'node:fs';
import { appendFile, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sourceFailures } from '../../../../src/knowledge/failures.ts';
import type { PackJob, PackMessage } from '../../../../src/knowledge/sources/git/reader.ts';
import type { RepositoryConfig } from '../../../../src/knowledge/sources/kinds/git.ts';
import { runInSandbox, SandboxError } from '../../../../src/platform/sandbox/run.ts';
import { toRunError } from '../../../../src/runs/errors.ts';
import { SourceError, type SyncContext } from '../kind.ts';
import { fetchPack, findCommit } from './remote.ts';

const READER = new URL('../../../../src/knowledge/sources/git/reader.ts', import.meta.url);
const FOLDER = 'holdfast-repository-';
/** Hours before copies of crashed processes are deleted. */
const RETENTION_HOURS = 24;
const LIMITS = { memoryMb: 768, timeoutMs: 300_000, outputBytes: 1024 * 1024 * 1024 };

/** A selected file of the commit. */
interface RepositoryFile {
  readonly path: string;
  readonly oid: string;
  readonly isTooLarge: boolean;
}

/** Local copy of the files of a commit. */
interface RepositoryCopy {
  /** Files by path. */
  readonly files: ReadonlyMap<string, RepositoryFile>;
  readonly skippedCount: number;
  bytesOf(oid: string): AsyncIterable<Uint8Array>;
}

/** List of files, stored next to them. */
interface CopyList {
  readonly files: readonly RepositoryFile[];
  readonly skippedCount: number;
}

/** Copies on this machine by folder. */
const copies = new Map<string, RepositoryCopy>();

/** Reading a pack needs much memory, so packs are read one after another. */
let last: Promise<unknown> = Promise.resolve();

/** Returns the local copy of the branch. Creates it if it is missing; it is kept until the run ends. */
export async function getCopy(work: SyncContext): Promise<RepositoryCopy> {
  const folder = getFolder(work.run.id);
  const existing = await findCopy(folder);
  if (existing) return existing;
  const creation = last.then(async () => (await findCopy(folder)) ?? (await createCopy(work, folder)));
  last = creation.catch(() => undefined);
  return creation;
}

/** Deletes the local copy of a run. */
export async function deleteCopy(runId: string): Promise<void> {
  copies.delete(getFolder(runId));
  await rm(getFolder(runId), { recursive: true, force: true });
}

const getFolder = (runId: string) => join(tmpdir(), `${FOLDER}${runId}`);
const LIST = 'files.json';

async function findCopy(folder: string): Promise<RepositoryCopy | undefined> {
  const found = copies.get(folder);
  if (found) return found;
  try {
    const { files, skippedCount } = JSON.parse(await readFile(join(folder, LIST), 'utf8')) as CopyList;
    const byPath = new Map(files.map((file) => [file.path, file]));
    const copy = { files: byPath, skippedCount, bytesOf: (oid: string) => createReadStream(join(folder, oid)) };
    copies.set(folder, copy);
    return copy;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function createCopy(work: SyncContext, folder: string): Promise<RepositoryCopy> {
  work.signal.throwIfAborted();
  await deleteOldCopies();
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  const remote = await findCommit(work);
  const pack = join(folder, 'pack');
  await fetchPack(work, remote, pack);
  const list = await unpack(work, remote.commit, pack, folder);
  await rm(pack);
  // The list appears atomically.
  await writeFile(join(folder, 'list'), JSON.stringify(list));
  await rename(join(folder, 'list'), join(folder, LIST));
  const copy = await findCopy(folder);
  if (!copy) throw new Error('the files of a repository are gone as soon as they were brought');
  return copy;
}

async function unpack(work: SyncContext, commit: string, pack: string, folder: string): Promise<CopyList> {
  const { paths } = work.run.plan.config as unknown as RepositoryConfig;
  const job: PackJob = { commit, patterns: paths, maxBytes: work.ctx.config.uploadLimit };
  const files: RepositoryFile[] = [];
  let skippedCount = 0;
  const input = await open(pack);
  try {
    for await (const message of runInSandbox<PackMessage>(
      { program: READER, argument: job, input: input.fd, limits: LIMITS },
      work.signal,
    )) {
      if ('file' in message) files.push(message.file);
      else if ('piece' in message)
        await appendFile(join(folder, message.piece.oid), Buffer.from(message.piece.base64, 'base64'));
      else if ('skippedCount' in message) skippedCount = message.skippedCount;
      else
        throw new SourceError(
          toRunError('REPOSITORY_DAMAGED', sourceFailures.repository_not_readable({ cause: message.problem })),
          false,
        );
    }
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    const problem =
      error.kind === 'crash'
        ? toRunError('REPOSITORY_DAMAGED', sourceFailures.repository_reader_crashed)
        : toRunError('REPOSITORY_TOO_LARGE', sourceFailures.repository_cost_over_limit({ resource: error.kind }));
    throw new SourceError(problem, false);
  } finally {
    await input.close();
  }
  return { files, skippedCount };
}

async function deleteOldCopies(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(FOLDER)) continue;
    const stats = await stat(join(tmpdir(), name)).catch(() => undefined);
    if (stats && Date.now() - stats.mtimeMs > RETENTION_HOURS * 3_600_000)
      await rm(join(tmpdir(), name), { recursive: true, force: true });
  }
}
