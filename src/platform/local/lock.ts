import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Another running process holds the lock. */
export class LockedError extends Error {
  /** Process id of the holder. */
  readonly pid: number;

  constructor(path: string, pid: number) {
    super(`${path} is held by process ${pid}, which is running`);
    this.name = 'LockedError';
    this.pid = pid;
  }
}

/** Holder of a lock. Includes the start time, since a process id may be reused. */
interface Holder {
  readonly pid: number;
  /** Start time of the process in the format of its system. */
  readonly started: string;
}

/** A held lock of a data folder. */
export interface Lock {
  /** Releases the lock. Also done when the process exits. */
  release(): void;
}

const ATTEMPTS = 20;
const RETRY_DELAY_MS = 25;

/**
 * Takes the lock file at `path` for this process. Throws {@link LockedError} if it is held. Takes over a lock whose
 * process has ended, even if the process id was reused.
 */
export function acquireLock(path: string): Lock {
  const ownContent = JSON.stringify({ pid: process.pid, started: getProcessStart(process.pid) ?? '' } satisfies Holder);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (createFile(path, ownContent)) return createLock(path, ownContent);
    const content = readOrEmpty(path);
    const holder = parse(content);
    if (holder && isRunning(holder)) throw new LockedError(path, holder.pid);
    // A file without a holder may be incomplete: half of the attempts wait for it.
    if (holder || attempt > ATTEMPTS / 2) removeStaleLock(path, content);
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_DELAY_MS);
  }
  throw new Error(`${path} cannot be locked: other processes keep locking it`);
}

/** Returns the start time of a process in the format of this system; undefined if it does not exist. */
export function getProcessStart(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The name in parentheses may contain anything. The state follows, and 19 fields later the start in ticks since
      // boot.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      // A zombie has ended. In a container it may never be reaped.
      if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
      return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[19]}`;
    }
    if (process.platform !== 'win32') {
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
        encoding: 'utf8',
        env: { LC_ALL: 'C' },
      }).trim();
    }
    process.kill(pid, 0);
    return '';
  } catch {
    return undefined;
  }
}

function isRunning(holder: Holder): boolean {
  return getProcessStart(holder.pid) === holder.started;
}

function createFile(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

function parse(content: string): Holder | undefined {
  try {
    const { pid, started } = JSON.parse(content) as Partial<Holder>;
    return Number.isInteger(pid) && typeof started === 'string' ? { pid: Number(pid), started } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Moves the stale file away before removing it, so that a lock just taken by another process is detected and restored.
 */
function removeStaleLock(path: string, stale: string): void {
  const temporaryPath = `${path}.${process.pid}.stale`;
  try {
    renameSync(path, temporaryPath);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const moved = readOrEmpty(temporaryPath);
  if (moved !== stale) createFile(path, moved);
  rmSync(temporaryPath, { force: true });
}

function createLock(path: string, ownContent: string): Lock {
  const release = () => {
    process.off('exit', release);
    if (readOrEmpty(path) === ownContent) rmSync(path, { force: true });
  };
  process.once('exit', release);
  return { release };
}
