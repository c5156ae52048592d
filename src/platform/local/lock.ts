import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Another live process holds the lock. */
export class LockedError extends Error {
  /** Process id of the holder. */
  readonly pid: number;

  constructor(path: string, pid: number) {
    super(`${path} is held by process ${pid}, which is running`);
    this.name = 'LockedError';
    this.pid = pid;
  }
}

/** Who holds a lock: a process id alone could be in use again, by another process that began later. */
interface Holder {
  readonly pid: number;
  /** When that process began, in the form its system tells it. */
  readonly started: string;
}

export interface Lock {
  /** Gives the lock back. Also done when the process exits by itself. */
  release(): void;
}

const ATTEMPTS = 20;
const RETRY_DELAY_MS = 25;

/**
 * Takes the lock file at `path` for this process, or throws {@link LockedError}. A lock whose process is gone, or whose
 * process id now belongs to a later process, is taken over.
 */
export function acquireLock(path: string): Lock {
  const ownContent = JSON.stringify({ pid: process.pid, started: getProcessStart(process.pid) ?? '' } satisfies Holder);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (createFile(path, ownContent)) return createLock(path, ownContent);
    const content = readOrEmpty(path);
    const holder = parse(content);
    if (holder && isRunning(holder)) throw new LockedError(path, holder.pid);
    // A file without a holder may be one that is being written: it gets half of the attempts to become whole.
    if (holder || attempt > ATTEMPTS / 2) removeStaleLock(path, content);
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_DELAY_MS);
  }
  throw new Error(`${path} can't be taken: other processes keep taking it`);
}

/** When the process began, in the form this system tells it; undefined when there is no such process. */
export function getProcessStart(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The name in parentheses may hold anything; after it come the state and, 19 fields on, the start in ticks since
      // boot.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      // A zombie has ended; in a container nobody may ever collect it.
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
 * Moves the stale file away before removing it, so that a lock just taken by another process is noticed and put back.
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
