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
/** All paths that a sandboxed process may read: its own code. */
const READABLE_PATHS = ['src', 'node_modules', 'package.json']
  .map((name) => join(PRODUCT_ROOT, name))
  .flatMap((path) => [path, realpathSync(path)]);
/** Share of the memory for the heap. The rest is for the runtime and for bytes outside the heap. */
const HEAP_SHARE = 0.75;
const POLL_INTERVAL_MS = 100;
/** Maximum characters of stderr of a crashed process. */
const MAX_STDERR_LENGTH = 4000;
/** Lower CPU priority than other processes. */
const NICENESS = 5;
/** Maximum wait as a multiple of the timeout, on a busy machine. */
const MAX_WAIT_FACTOR = 6;
/** Milliseconds of a clock tick. Linux reports CPU time in 100 ticks per second on every machine (`USER_HZ`). */
const TICK_MS = 10;

/** Program of a sandboxed process. */
export interface SandboxProgram {
  /** Module that calls `serveSandbox`. */
  readonly program: URL;
  /** Input: a descriptor of an open file, or bytes. */
  readonly input: number | Uint8Array;
  /** Folders that it may read in addition to its code. */
  readonly readablePaths?: readonly string[];
  /** Total memory in megabytes. */
  readonly memoryMb: number;
  /** Command that isolates it from the network. Default: the system's. */
  readonly isolation?: IsolationCommand | null;
}

/**
 * A process for untrusted bytes: without network, environment and child processes, and with access to the product's
 * files only. It runs one job after another, and none after a failure. It ends with this process.
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
    // `#throwExitError` reports the error, but is not always reached.
    this.#closed.catch(() => undefined);
    this.#output = (this.#child.stdout as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      this.#stderrTail = (this.#stderrTail + chunk).slice(-MAX_STDERR_LENGTH);
    });
  }

  /**
   * Runs a job within limits. Yields its messages with backpressure. If the job does not complete, the process is
   * killed.
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

  /** Throws the reason why the process ended before its job was complete. */
  async #throwExitError({ exceeded }: LimitGuard, signal: AbortSignal | undefined): Promise<never> {
    const [code, exitSignal] = (await this.#closed) as [number | null, NodeJS.Signals | null];
    signal?.throwIfAborted();
    if (exceeded) throw new SandboxError(exceeded);
    // Before it read its input, only the installation can be the cause.
    if (!this.#isReady)
      throw new Error(`a sandboxed process did not start (${exitSignal ?? code}): ${this.#stderrTail}`);
    // A signal to this process may go to its whole group.
    if (exitSignal === 'SIGTERM' || exitSignal === 'SIGINT' || exitSignal === 'SIGHUP')
      throw new Error(`a sandboxed process was stopped by ${exitSignal}`);
    // V8 aborts if the heap is full.
    if (exitSignal === 'SIGABRT' || code === 134 || /heap out of memory|Array buffer allocation/.test(this.#stderrTail))
      throw new SandboxError('memory');
    throw new SandboxError(exitSignal === 'SIGKILL' ? 'memory' : 'crash');
  }

  /** Returns its current memory in megabytes; 0 if the system does not report it. */
  async memoryMb(): Promise<number> {
    const status = await readFile(`/proc/${this.#child.pid}/status`, 'utf8').catch(() => '');
    return Number(/^VmRSS:\s*(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
  }

  /** Returns its CPU time in milliseconds; undefined if the system does not report it. */
  async cpuMs(): Promise<number | undefined> {
    const stat = await readFile(`/proc/${this.#child.pid}/stat`, 'utf8').catch(() => undefined);
    // The name may contain anything and ends with the last bracket. CPU times follow twelve fields later.
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields && (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  }

  /** Sets whether this process waits for it before it ends. */
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
  // The isolation command replaces itself by the process, which keeps its id and pipes.
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
      // The first pipe carries no data: it closes when this process ends in any way. The last one carries the jobs.
      stdio: ['pipe', 'pipe', 'pipe', typeof input === 'number' ? input : 'pipe', 'pipe'],
    },
  );
  for (const pipe of [child.stdin, child.stdio[3], child.stdio[4]]) pipe?.on('error', () => undefined);
  if (typeof input !== 'number') (child.stdio[3] as NodeJS.WritableStream).end(input);
  if (child.pid !== undefined) lowerPriority(child.pid);
  return child;
}

/** Gives the process the lowest priority, and makes it the first candidate of the OOM killer. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, NICENESS);
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // The process may have ended, or this is not Linux.
  }
}

/** Enforces the limits of a job. */
class LimitGuard {
  readonly #process: SandboxProcess;
  readonly #limits: SandboxLimits;
  readonly #signal: AbortSignal | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #abort = () => this.#process.kill();
  /** CPU time before the job. */
  readonly #initialCpuMs: Promise<number | undefined>;
  /** Total wait in milliseconds before the current one, and the start of the current one. */
  #waitedMs = 0;
  #waitingSince: number | undefined;
  /** The exceeded limit. */
  exceeded: SandboxError['kind'] | undefined;

  constructor(process: SandboxProcess, limits: SandboxLimits, signal: AbortSignal | undefined) {
    this.#process = process;
    this.#limits = limits;
    this.#signal = signal;
    this.#initialCpuMs = process.cpuMs();
    this.#timer = setInterval(() => void this.#checkLimits(), POLL_INTERVAL_MS);
    this.#timer.unref();
    signal?.addEventListener('abort', this.#abort, { once: true });
  }

  /** Yields the output of the process. */
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

  #kill(exceeded: SandboxError['kind']): void {
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

  /** Returns whether the job exceeded its timeout through its own work, and not because others used the CPU. */
  async #isOverdue(): Promise<boolean> {
    const { timeoutMs: ms } = this.#limits;
    if (this.#waitingSince === undefined || this.#getWaitedMs() <= ms) return false;
    if (this.#getWaitedMs() > ms * MAX_WAIT_FACTOR) return true;
    const [initialMs, currentMs] = await Promise.all([this.#initialCpuMs, this.#process.cpuMs()]);
    if (initialMs === undefined) return true;
    return currentMs !== undefined && currentMs - initialMs > ms;
  }
}
