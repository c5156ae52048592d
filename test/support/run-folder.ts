import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SettingError } from '../../src/platform/config.ts';

const PREFIX = 'holdfast-test-';

/** Free space of the temporary folder that a run needs. */
const MIN_FREE_BYTES = 1e9;

/** Throws SettingError if a folder is too full, before the servers fail with errors of their own. */
export function requireFreeSpace(folder: string, minBytes = MIN_FREE_BYTES): void {
  const { bavail, bsize } = statfsSync(folder);
  const [free, needed] = [bavail * bsize, minBytes].map((bytes) => Math.floor(bytes / 1e6)) as [number, number];
  if (free < needed)
    throw new SettingError('TMPDIR', `${folder} has ${free} MB free, the tests need ${needed}; free space or set it`);
}

/** Temporary folder of a test run. */
interface RunFolder {
  readonly path: string;
  /** Deletes it and ends remaining processes. Throws if there were any after the grace period. */
  close(patienceMs?: number): Promise<void>;
}

/** Creates the temporary folder of a run and its processes. Deletes the folders of killed runs first. */
export function openRunFolder(): RunFolder {
  const outside = tmpdir();
  sweepDeadRuns(outside);
  const path = mkdtempSync(join(outside, `${PREFIX}${process.pid}-`));
  // Postgres does not run as root and needs access.
  chmodSync(path, 0o755);
  process.env.TMPDIR = path;
  return {
    path,
    async close(patienceMs = 30_000) {
      const left = await stragglersOf(path, patienceMs);
      for (const { pid } of left) end(pid);
      process.env.TMPDIR = outside;
      rmSync(path, { recursive: true, force: true });
      if (left.length > 0) throw new Error(`processes were left running:\n${left.map((one) => one.line).join('\n')}`);
    },
  };
}

interface Straggler {
  readonly pid: number;
  readonly line: string;
}

/** Returns processes of a run that remain after the grace period. */
async function stragglersOf(folder: string, patienceMs: number): Promise<Straggler[]> {
  for (const until = Date.now() + patienceMs; ; await sleep(50)) {
    const found = processesOf(folder);
    if (found.length === 0 || Date.now() >= until) return found;
  }
}

/** Returns processes whose environment contains the folder, except the test runner. Empty without /proc. */
function processesOf(folder: string): Straggler[] {
  if (!existsSync('/proc/self/environ')) return [];
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    const [environment, line] = [textOf(`/proc/${name}/environ`), textOf(`/proc/${name}/cmdline`)];
    if (!environment.split('\0').includes(`TMPDIR=${folder}`) || line.includes('vitest')) return [];
    return line === '' ? [] : [{ pid: Number(name), line: line.replaceAll('\0', ' ') }];
  });
}

/** Reads a file of a process; empty if it has exited or belongs to another user. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function sweepDeadRuns(outside: string): void {
  for (const name of readdirSync(outside)) {
    const [, pid] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    for (const straggler of processesOf(join(outside, name))) end(straggler.pid);
    unmountBelow(join(outside, name));
    rmSync(join(outside, name), { recursive: true, force: true });
  }
}

/** Unmounts the disks that a test mounted below a folder. */
function unmountBelow(folder: string): void {
  const places = textOf('/proc/self/mounts').split('\n');
  for (const [, place = ''] of places.map((line) => line.split(' ')))
    if (place.startsWith(`${folder}/`)) execFileSync('umount', ['--lazy', place]);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has just exited.
  }
}
