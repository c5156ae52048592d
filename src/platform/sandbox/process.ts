import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { realpathSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseJson } from '../json.ts';
import { readLines } from '../lines.ts';
import { READY, SandboxError, type SandboxLimits } from './contract.ts';
import { getIsolationCommand, type IsolationCommand } from './network-isolation.ts';

const PRODUCT_ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** All that a process apart may read: what it is made of. */
const READABLE_PATHS = ['src', 'node_modules', 'package.json']
  .map((name) => join(PRODUCT_ROOT, name))
  .flatMap((path) => [path, realpathSync(path)]);
/** What the heap may take of the memory; the rest is for the runtime and for bytes outside the heap. */
const HEAP_SHARE = 0.75;
const POLL_INTERVAL_MS = 100;
/** Characters of what a crashed process had to say. */
const MAX_STDERR_LENGTH = 4000;
/** Lets others run first, where all want to. */
const NICENESS = 5;
/** How much longer than it may work a job is waited for at most: on a busy machine it is one of many. */
const MAX_WAIT_FACTOR = 6;
/** Milliseconds of a tick, in which Linux tells programs the time of a core: 100 a second on every machine (`USER_HZ`). */
const TICK_MS = 10;

/** What to run. */
export interface SandboxProgram {
  /** Module that calls `serveApart`. */
  readonly program: URL;
  /** The bytes to read: a descriptor of an open file, or the bytes. */
  readonly input: number | Uint8Array;
  /** Folders that it may read besides what it is made of. */
  readonly readablePaths?: readonly string[];
  /** Megabytes of memory, all together. */
  readonly memoryMb: number;
  /** What cuts it off the network by the system: all that it has, when left out. */
  readonly isolation?: IsolationCommand | null;
}

/**
 * A process that works on bytes which nobody vouches for: without network, environment, processes and files but the
 * product's. It takes one job after another, and none after one that did not end well. It ends with this process.
 */
export class SandboxProcess {
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown>;
  readonly #output: AsyncIterator<Buffer>;
  #isReady = false;
  #stderrTail = '';

  constructor(program: SandboxProgram) {
    this.#child = startProcess(program);
    this.#closed = once(this.#child, 'close');
    // Told by `#check`, which is not always reached.
    this.#closed.catch(() => undefined);
    this.#output = (this.#child.stdout as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      this.#stderrTail = (this.#stderrTail + chunk).slice(-MAX_STDERR_LENGTH);
    });
  }

  /**
   * Has a job done, which may take so much and no more. Yields what it tells, as fast as that is taken. Where the job does not
   * come to its end, the process does.
   */
  async *run<T>(argument: unknown, limits: SandboxLimits, signal?: AbortSignal): AsyncGenerator<T, void> {
    let isDone = false;
    const guard = new LimitGuard(this, limits, signal);
    try {
      signal?.throwIfAborted();
      (this.#child.stdio[4] as NodeJS.WritableStream).write(`${JSON.stringify(argument)}\n`);
      for await (const line of readLines(guard.read(this.#output))) {
        if (line !== READY) yield parseJson(line) as T;
        else if (this.#isReady) isDone = true;
        else this.#isReady = true;
        if (isDone) return;
      }
      await this.#throwExitError(guard, signal);
    } finally {
      guard.stop();
      if (!isDone) this.kill();
    }
  }

  /** Throws, saying why it ended before its job was done. */
  async #throwExitError({ exceeded }: LimitGuard, signal: AbortSignal | undefined): Promise<never> {
    const [code, exitSignal] = (await this.#closed) as [number | null, NodeJS.Signals | null];
    signal?.throwIfAborted();
    if (exceeded) throw new SandboxError(exceeded);
    // Before it had its input to read it can only be the installation that is at fault.
    if (!this.#isReady) throw new Error(`a process apart did not start (${exitSignal ?? code}): ${this.#stderrTail}`);
    // Who stops this process may stop all of its group.
    if (exitSignal === 'SIGTERM' || exitSignal === 'SIGINT' || exitSignal === 'SIGHUP')
      throw new Error(`a process apart was stopped by ${exitSignal}`);
    // V8 aborts where the heap is full.
    if (exitSignal === 'SIGABRT' || code === 134 || /heap out of memory|Array buffer allocation/.test(this.#stderrTail))
      throw new SandboxError('memory');
    throw new SandboxError(exitSignal === 'SIGKILL' ? 'memory' : 'crash');
  }

  /** Megabytes of memory that it holds now; 0 where the system does not tell. */
  async memoryMb(): Promise<number> {
    const status = await readFile(`/proc/${this.#child.pid}/status`, 'utf8').catch(() => '');
    return Number(/^VmRSS:\s*(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
  }

  /** Milliseconds of a core that it has worked since it began; undefined where the system does not tell. */
  async cpuMs(): Promise<number | undefined> {
    const stat = await readFile(`/proc/${this.#child.pid}/stat`, 'utf8').catch(() => undefined);
    // Its name, which may hold anything, ends with the last bracket; twelve fields on stand the times in it and in the system.
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields && (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  }

  /** Whether this process waits for it before it ends. */
  setReferenced(isReferenced: boolean): void {
    for (const handle of [this.#child, ...(this.#child.stdio as (Socket | null)[])])
      isReferenced ? handle?.ref() : handle?.unref();
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}

function startProcess({
  program,
  input,
  readablePaths = [],
  memoryMb,
  isolation = getIsolationCommand(),
}: SandboxProgram): ChildProcess {
  // Those that cut it off become the process: it keeps its id and its pipes.
  const [command = process.execPath, ...prefix] = isolation === null ? [] : [...isolation, process.execPath];
  const child = spawn(
    command,
    [
      ...prefix,
      `--max-old-space-size=${Math.ceil(memoryMb * HEAP_SHARE)}`,
      '--disable-warning=ExperimentalWarning',
      '--disable-warning=SecurityWarning',
      '--permission',
      ...[...new Set([...READABLE_PATHS, ...readablePaths])].map((path) => `--allow-fs-read=${path}`),
      '--allow-addons',
      '--allow-worker',
      fileURLToPath(program),
    ],
    {
      cwd: PRODUCT_ROOT,
      env: {},
      // The first pipe carries nothing: it closes when this process ends, however it does. The last one carries the jobs.
      stdio: ['pipe', 'pipe', 'pipe', typeof input === 'number' ? input : 'pipe', 'pipe'],
    },
  );
  for (const pipe of [child.stdin, child.stdio[3], child.stdio[4]]) pipe?.on('error', () => undefined);
  if (typeof input !== 'number') (child.stdio[3] as NodeJS.WritableStream).end(input);
  if (child.pid !== undefined) lowerPriority(child.pid);
  return child;
}

/** Lets the process be the last to run, and the first to go where the machine has no memory left. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, NICENESS);
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // It may be over, or this is not Linux.
  }
}

/** Holds a process to what its job may take. */
class LimitGuard {
  readonly #process: SandboxProcess;
  readonly #limits: SandboxLimits;
  readonly #signal: AbortSignal | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #abort = () => this.#process.kill();
  /** What it had worked before the job. */
  readonly #initialCpuMs: Promise<number | undefined>;
  /** Milliseconds for which it was waited for, until the moment since which it is again. */
  #waitedMs = 0;
  #waitingSince: number | undefined;
  /** What it took too much of. */
  exceeded: SandboxError['of'] | undefined;

  constructor(process: SandboxProcess, limits: SandboxLimits, signal: AbortSignal | undefined) {
    this.#process = process;
    this.#limits = limits;
    this.#signal = signal;
    this.#initialCpuMs = process.cpuMs();
    this.#timer = setInterval(() => void this.#checkLimits(), POLL_INTERVAL_MS);
    this.#timer.unref();
    signal?.addEventListener('abort', this.#abort, { once: true });
  }

  /** The bytes that the process writes. */
  async *read(chunks: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
    let bytesLeft = this.#limits.outputBytes;
    for (;;) {
      const { done, value } = await this.#waitFor(chunks.next());
      if (done) return;
      bytesLeft -= value.length;
      if (bytesLeft < 0) this.#kill('output');
      if (this.exceeded) throw new SandboxError(this.exceeded);
      yield value;
    }
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#signal?.removeEventListener('abort', this.#abort);
  }

  #kill(exceeded: SandboxError['of']): void {
    this.exceeded ??= exceeded;
    this.#process.kill();
  }

  async #waitFor<T>(next: Promise<T>): Promise<T> {
    this.#waitingSince = performance.now();
    try {
      return await next;
    } finally {
      this.#waitedMs = this.#getWaitedMs();
      this.#waitingSince = undefined;
    }
  }

  #getWaitedMs(): number {
    return this.#waitedMs + (this.#waitingSince === undefined ? 0 : performance.now() - this.#waitingSince);
  }

  async #checkLimits(): Promise<void> {
    if ((await this.#process.memoryMb()) > this.#limits.memoryMb) this.#kill('memory');
    else if (await this.#isOverdue()) this.#kill('time');
  }

  /** Whether it is waited for longer than it may take, and that is its own doing: others may have had the cores meanwhile. */
  async #isOverdue(): Promise<boolean> {
    const { timeoutMs: ms } = this.#limits;
    if (this.#waitingSince === undefined || this.#getWaitedMs() <= ms) return false;
    if (this.#getWaitedMs() > ms * MAX_WAIT_FACTOR) return true;
    const [initialMs, currentMs] = await Promise.all([this.#initialCpuMs, this.#process.cpuMs()]);
    if (initialMs === undefined) return true;
    return currentMs !== undefined && currentMs - initialMs > ms;
  }
}
