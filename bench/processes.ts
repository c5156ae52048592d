import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { eachLine, keepLastLines } from '../src/platform/local/processes.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Milliseconds a process has between SIGTERM and SIGKILL. */
const STOP_MS = 15_000;

/** Where the logs of the processes go, and the profiles where they are wanted. */
export interface Workshop {
  /** Temporary folder of this bench. */
  readonly dir: string;
  /** Folder for CPU profiles of the product's processes; none are made when left out. */
  readonly profileDir?: string;
}

/** One process of the bench; it ends with us, since it watches the pipe we hold. */
export class BenchProcess {
  readonly name: string;
  readonly child: ChildProcess;
  /** The first line it writes on stdout. */
  readonly firstLine: Promise<string>;
  /** Resolves with its last words when it has ended. */
  readonly ended: Promise<string>;
  #inspector: Promise<string> | undefined;

  constructor(workshop: Workshop, name: string, args: readonly string[], env: Record<string, string> = {}) {
    this.name = name;
    const profile = workshop.profileDir
      ? ['--cpu-prof', `--cpu-prof-dir=${workshop.profileDir}`, `--cpu-prof-name=${name}.cpuprofile`]
      : [];
    // The port counts once SIGUSR1 opens the inspector; until then it costs nothing.
    this.child = spawn(process.execPath, ['--inspect-port=0', ...profile, ...args], {
      cwd: ROOT,
      env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env, HOLDFAST_SUPERVISED: '1' },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const log = createWriteStream(`${workshop.dir}/${name}.log`);
    this.child.stderr?.pipe(log, { end: false });
    this.child.stdout?.pipe(log, { end: false });
    const last = keepLastLines(this.child, undefined, 5);
    this.ended = new Promise((resolve) =>
      this.child.once('close', () => resolve(`${name} ended: ${last.join(' | ')}`)),
    );
    this.firstLine = new Promise((resolve, reject) => {
      eachLine(this.child.stdout, resolve);
      void this.ended.then((words) => reject(new Error(words)));
    });
    this.firstLine.catch(() => undefined);
  }

  /** Address of its inspector, which is opened by the first question for it. */
  inspectorUrl(): Promise<string> {
    this.#inspector ??= new Promise((resolve, reject) => {
      eachLine(this.child.stderr, (line) => {
        const url = /^Debugger listening on (ws:\S+)/.exec(line)?.[1];
        if (url !== undefined) resolve(url);
      });
      void this.ended.then((words) => reject(new Error(words)));
      this.child.kill('SIGUSR1');
    });
    return this.#inspector;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    const timer = setTimeout(() => this.child.kill('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(timer);
  }
}

/** CPU time in milliseconds that a process and everything below it have used; undefined where the system does not say. */
export function cpuOf(root: number | undefined): number | undefined {
  if (root === undefined || process.platform !== 'linux') return undefined;
  const parents = new Map<number, { parent: number; ms: number }>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const text = readFileSync(`/proc/${name}/stat`, 'utf8');
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
      // User, system, and that of ended children, in hundredths of a second.
      const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0);
      parents.set(Number(name), { parent: Number(fields[1]), ms: ticks * 10 });
    } catch (error) {
      // It ended between the listing and the reading.
      if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }
  const isBelow = (pid: number): boolean =>
    pid === root || (parents.has(pid) && isBelow(parents.get(pid)?.parent ?? 0));
  return [...parents].filter(([pid]) => isBelow(pid)).reduce((sum, [, { ms }]) => sum + ms, 0);
}
