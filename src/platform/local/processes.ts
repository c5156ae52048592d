import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { ProcessUser } from './cache-dir.ts';

const GUARD = fileURLToPath(new URL('./guard.ts', import.meta.url));

/** Command of a guard, and how it stops it. */
export interface GuardSpec {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  /** User of the program. Default: the guard's. */
  readonly runAs?: ProcessUser;
  /** Signal that stops the program. */
  readonly stopSignal: NodeJS.Signals;
  /** Milliseconds between that signal and SIGKILL. */
  readonly graceMs: number;
}

/**
 * Starts an external program behind a guard process, so that it stops when this process ends in any way. stdout and
 * stderr are pipes and must be read. The guard leads its own process group, so that Ctrl-C does not reach it.
 */
export function spawnGuarded(spec: GuardSpec, env: NodeJS.ProcessEnv = process.env): ChildProcess {
  return spawn(process.execPath, [GUARD, JSON.stringify(spec)], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
    env,
  });
}

/** Returns whether the child has ended. */
export function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
}

/** Resolves when the child has ended. */
export function waitForExit(child: ChildProcess): Promise<void> {
  if (hasExited(child)) return Promise.resolve();
  return new Promise((resolve) => child.once('exit', () => resolve()));
}

/** Sends SIGKILL to the child's process group. The child must be detached. */
export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    // Some systems return EPERM for a group that contains only a zombie.
    if (!['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** Sends SIGTERM to a detached child, and kills its group after `graceMs` milliseconds. */
export async function stopChild(child: ChildProcess, graceMs: number): Promise<void> {
  if (hasExited(child)) return;
  child.kill('SIGTERM');
  const timer = setTimeout(() => killGroup(child), graceMs);
  await waitForExit(child);
  clearTimeout(timer);
}

/** Calls `onLine` for each line of the stream, including an unterminated last one. */
export function forEachLine(stream: Readable | null, onLine: (line: string) => void): void {
  let remainder = '';
  stream?.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (remainder + chunk).split('\n');
    remainder = parts.pop() ?? '';
    for (const line of parts) onLine(line);
  });
  stream?.once('end', () => remainder && onLine(remainder));
}

/** Returns the last lines of a child for error messages. The array changes as the child writes. */
export function collectLastLines(child: ChildProcess, onLine?: (line: string) => void, maxLines = 12): string[] {
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    forEachLine(stream, (line) => {
      lines.push(line);
      if (lines.length > maxLines) lines.shift();
      onLine?.(line);
    });
  }
  return lines;
}
