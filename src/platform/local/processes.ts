import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { ProcessUser } from './cache-dir.ts';

const GUARD = fileURLToPath(new URL('./guard.ts', import.meta.url));

/** What a guard runs, and how it stops it. */
export interface GuardSpec {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  /** User the program runs as; the guard's own when left out. */
  readonly runAs?: ProcessUser;
  /** Signal that asks the program to stop. */
  readonly stopSignal: NodeJS.Signals;
  /** Milliseconds the program has after that signal before it is killed. */
  readonly graceMs: number;
}

/**
 * Starts a foreign program behind a guard process, so that it stops when this process ends, however it ends. stdout
 * and stderr are pipes and must be read. The guard leads a process group of its own: Ctrl-C in the terminal does not
 * reach it.
 */
export function spawnGuarded(spec: GuardSpec, env: NodeJS.ProcessEnv = process.env): ChildProcess {
  return spawn(process.execPath, [GUARD, JSON.stringify(spec)], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
    env,
  });
}

/** Whether the child has ended. */
export function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
}

/** Resolves when the child has ended, at once where it already has. */
export function waitForExit(child: ChildProcess): Promise<void> {
  if (hasExited(child)) return Promise.resolve();
  return new Promise((resolve) => child.once('exit', () => resolve()));
}

/** Sends SIGKILL to the child and to everything in its process group (it must have been started detached). */
export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    // EPERM is what some systems answer for a group of which only a zombie is left.
    if (!['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** Asks a detached child to end with SIGTERM, and kills its whole group after `graceMs` milliseconds. */
export async function stopChild(child: ChildProcess, graceMs: number): Promise<void> {
  if (hasExited(child)) return;
  child.kill('SIGTERM');
  const timer = setTimeout(() => killGroup(child), graceMs);
  await waitForExit(child);
  clearTimeout(timer);
}

/** Calls `each` for every line the stream carries, the last one too where it has no line end. */
export function forEachLine(stream: Readable | null, onLine: (line: string) => void): void {
  let remainder = '';
  stream?.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (remainder + chunk).split('\n');
    remainder = parts.pop() ?? '';
    for (const line of parts) onLine(line);
  });
  stream?.once('end', () => remainder && onLine(remainder));
}

/** The last lines a child wrote, for the message when it fails; the array changes as the child writes. */
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
