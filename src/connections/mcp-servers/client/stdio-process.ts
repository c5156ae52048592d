/** Processes of servers that the installation runs itself: apart from the product, and gone with the connection. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { StdioServer } from '../../../platform/config/stdio.ts';
import { getSandboxKind, type SandboxKind } from './stdio-sandbox.ts';

/** Lets others run first, where all want to. */
const PROCESS_NICENESS = 5;
/** Milliseconds that a process has to end by itself once its input does. */
const EXIT_TIMEOUT_MS = 1000;

/** A server as it is run. */
export interface StdioProgram extends StdioServer {
  /** The product's folder, which it is not shown. */
  readonly hidden: string;
}

/** A running server. */
export interface StdioProcess {
  readonly child: ChildProcess;
  /** Ends it, with all that it began. */
  end(): Promise<void>;
}

/** What hides the product's folder, takes away all rights that the outside was given, and becomes the program. */
const ENTER_SCRIPT =
  'mount -t tmpfs -o size=4k,ro none "$1" 2>/dev/null || [ ! -e "$1" ] || exit 126; shift; ' +
  'exec setpriv --no-new-privs --bounding-set=-all --inh-caps=-all -- "$@"';
const NAMESPACES = ['--user', '--map-root-user', '--mount', '--mount-proc', '--pid', '--ipc', '--fork', '--kill-child'];

/**
 * Starts a server in a new folder of its own. It has no environment of the product's; where the system offers it, it sees no
 * other process and not the product's folder, and ends with this process.
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
  // Told where it is waited for; a pipe whose reader is gone tells nothing new.
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

/** Ends whatever the process began, also where it has ended itself. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, constants.signals.SIGKILL);
  } catch {
    // All of it is over.
  }
}

/** Lets the process be the last to run, and the first to go where the machine has no memory left. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, PROCESS_NICENESS);
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // It may be over, or this is not Linux.
  }
}
