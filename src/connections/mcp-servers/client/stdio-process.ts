/** Sandboxed processes of servers that the installation runs. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { StdioServer } from '../../../platform/config/stdio.ts';
import { getSandboxKind, type SandboxKind } from './stdio-sandbox.ts';

/** Lowers the CPU priority. */
const PROCESS_NICENESS = 5;
/** Grace period after the input of a process ends. */
const EXIT_TIMEOUT_MS = 1000;

/** A server program. */
export interface StdioProgram extends StdioServer {
  /** Folder of the product, hidden from the server. */
  readonly hidden: string;
}

/** A running server. */
export interface StdioProcess {
  readonly child: ChildProcess;
  /** Ends the process and its children. */
  end(): Promise<void>;
}

/** Hides the folder of the product, drops all capabilities, and runs the program. */
const ENTER_SCRIPT =
  'mount -t tmpfs -o size=4k,ro none "$1" 2>/dev/null || [ ! -e "$1" ] || exit 126; shift; ' +
  'exec setpriv --no-new-privs --bounding-set=-all --inh-caps=-all -- "$@"';
const NAMESPACES = ['--user', '--map-root-user', '--mount', '--mount-proc', '--pid', '--ipc', '--fork', '--kill-child'];

/**
 * Starts a server in a new folder without the environment of the product. Where the system supports it, the server sees
 * no other process and not the folder of the product, and ends with this process.
 */
export async function startStdioProcess(program: StdioProgram): Promise<StdioProcess> {
  const kind = await getSandboxKind();
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-mcp-'));
  const [file, args] = toCommand(program, kind);
  const child = spawn(file, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8', ...program.env },
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
  });
  // Errors surface when the exit is awaited. A broken pipe adds nothing.
  child.on('error', () => undefined);
  for (const pipe of [child.stdin, child.stdout]) pipe?.on('error', () => undefined);
  if (child.pid !== undefined) lowerPriority(child.pid);
  const end = async () => {
    child.stdin?.end();
    if (child.pid !== undefined) {
      await Promise.race([waitForExit(child), pause(EXIT_TIMEOUT_MS, undefined, { ref: false })]);
      killGroup(child.pid);
    }
    await rm(folder, { recursive: true, force: true });
  };
  return { child, end };
}

function toCommand({ command, args, hidden }: StdioProgram, kind: SandboxKind): [string, string[]] {
  if (kind === 'none') return [command, [...args]];
  const sandboxed = ['sh', '-c', ENTER_SCRIPT, 'sh', hidden, command, ...args];
  return ['setpriv', ['--pdeathsig', 'KILL', 'unshare', ...NAMESPACES, '--', ...sandboxed]];
}

async function waitForExit(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** Kills the process group, also after the process has exited. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, constants.signals.SIGKILL);
  } catch {
    // The group has ended.
  }
}

/** Lowers the CPU priority and makes the process the first to kill without memory. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, PROCESS_NICENESS);
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // The process may have ended, or the system is not Linux.
  }
}
