import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { realpathSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseJson } from '../json.ts';
import { linesOf } from '../lines.ts';
import { type ApartCost, ApartError, READY } from './contract.ts';
import { type NetworkCut, networkCut } from './network.ts';

const PRODUCT = fileURLToPath(new URL('../../..', import.meta.url));
/** All that a process apart may read: what it is made of. */
const READABLE = ['src', 'node_modules', 'package.json']
  .map((name) => join(PRODUCT, name))
  .flatMap((path) => [path, realpathSync(path)]);
/** What the heap may take of the memory; the rest is for the runtime and for bytes outside the heap. */
const HEAP_SHARE = 0.75;
const LOOK_EVERY_MS = 100;
/** Characters of what a crashed process had to say. */
const LAST_WORDS = 4000;
/** Lets others run first, where all want to. */
const NICENESS = 5;
/** How much longer than it may work a job is waited for at most: on a busy machine it is one of many. */
const MOST_WAITS = 6;
/** Milliseconds of a tick, in which Linux tells programs the time of a core: 100 a second on every machine (`USER_HZ`). */
const TICK_MS = 10;

/** What to run. */
export interface ApartProgram {
  /** Module that calls `serveApart`. */
  readonly program: URL;
  /** The bytes to read: a descriptor of an open file, or the bytes. */
  readonly input: number | Uint8Array;
  /** Folders that it may read besides what it is made of. */
  readonly readable?: readonly string[];
  /** Megabytes of memory, all together. */
  readonly memoryMb: number;
  /** What cuts it off the network by the system: all that it has, when left out. */
  readonly cut?: NetworkCut | null;
}

/**
 * A process that works on bytes which nobody vouches for: without network, environment, processes and files but the
 * product's. It takes one job after another, and none after one that did not end well. It ends with this process.
 */
export class ApartProcess {
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown>;
  readonly #output: AsyncIterator<Buffer>;
  #isReady = false;
  #lastWords = '';

  constructor(program: ApartProgram) {
    this.#child = start(program);
    this.#closed = once(this.#child, 'close');
    // Told by `#check`, which is not always reached.
    this.#closed.catch(() => undefined);
    this.#output = (this.#child.stdout as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
    this.#child.stderr?.on('data', (words: Buffer) => {
      this.#lastWords = (this.#lastWords + words).slice(-LAST_WORDS);
    });
  }

  /**
   * Has a job done, which may take so much and no more. Yields what it tells, as fast as that is taken. Where the job does not
   * come to its end, the process does.
   */
  async *run<T>(argument: unknown, cost: ApartCost, signal?: AbortSignal): AsyncGenerator<T, void> {
    let isDone = false;
    const bounds = new Bounds(this, cost, signal);
    try {
      signal?.throwIfAborted();
      (this.#child.stdio[4] as NodeJS.WritableStream).write(`${JSON.stringify(argument)}\n`);
      for await (const line of linesOf(bounds.within(this.#output))) {
        if (line !== READY) yield parseJson(line) as T;
        else if (this.#isReady) isDone = true;
        else this.#isReady = true;
        if (isDone) return;
      }
      await this.#check(bounds, signal);
    } finally {
      bounds.lift();
      if (!isDone) this.kill();
    }
  }

  /** Throws, saying why it ended before its job was done. */
  async #check({ overrun }: Bounds, signal: AbortSignal | undefined): Promise<never> {
    const [code, by] = (await this.#closed) as [number | null, NodeJS.Signals | null];
    signal?.throwIfAborted();
    if (overrun) throw new ApartError(overrun);
    // Before it had its input to read it can only be the installation that is at fault.
    if (!this.#isReady) throw new Error(`a process apart did not start (${by ?? code}): ${this.#lastWords}`);
    // Who stops this process may stop all of its group.
    if (by === 'SIGTERM' || by === 'SIGINT' || by === 'SIGHUP') throw new Error(`a process apart was stopped by ${by}`);
    // V8 aborts where the heap is full.
    if (by === 'SIGABRT' || code === 134 || /heap out of memory|Array buffer allocation/.test(this.#lastWords))
      throw new ApartError('memory');
    throw new ApartError(by === 'SIGKILL' ? 'memory' : 'crash');
  }

  /** Megabytes of memory that it holds now; 0 where the system does not tell. */
  async memoryMb(): Promise<number> {
    const status = await readFile(`/proc/${this.#child.pid}/status`, 'utf8').catch(() => '');
    return Number(/^VmRSS:\s*(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
  }

  /** Milliseconds of a core that it has worked since it began; undefined where the system does not tell. */
  async workedMs(): Promise<number | undefined> {
    const stat = await readFile(`/proc/${this.#child.pid}/stat`, 'utf8').catch(() => undefined);
    // Its name, which may hold anything, ends with the last bracket; twelve fields on stand the times in it and in the system.
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields && (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  }

  /** Whether this process waits for it before it ends. */
  hold(is: boolean): void {
    for (const one of [this.#child, ...(this.#child.stdio as (Socket | null)[])]) is ? one?.ref() : one?.unref();
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}

function start({ program, input, readable = [], memoryMb, cut = networkCut() }: ApartProgram): ChildProcess {
  // Those that cut it off become the process: it keeps its id and its pipes.
  const [command = process.execPath, ...before] = cut === null ? [] : [...cut, process.execPath];
  const child = spawn(
    command,
    [
      ...before,
      `--max-old-space-size=${Math.ceil(memoryMb * HEAP_SHARE)}`,
      '--disable-warning=ExperimentalWarning',
      '--disable-warning=SecurityWarning',
      '--permission',
      ...[...new Set([...READABLE, ...readable])].map((path) => `--allow-fs-read=${path}`),
      '--allow-addons',
      '--allow-worker',
      fileURLToPath(program),
    ],
    {
      cwd: PRODUCT,
      env: {},
      // The first pipe carries nothing: it closes when this process ends, however it does. The last one carries the jobs.
      stdio: ['pipe', 'pipe', 'pipe', typeof input === 'number' ? input : 'pipe', 'pipe'],
    },
  );
  for (const pipe of [child.stdin, child.stdio[3], child.stdio[4]]) pipe?.on('error', () => undefined);
  if (typeof input !== 'number') (child.stdio[3] as NodeJS.WritableStream).end(input);
  if (child.pid !== undefined) standBack(child.pid);
  return child;
}

/** Lets the process be the last to run, and the first to go where the machine has no memory left. */
function standBack(pid: number): void {
  try {
    setPriority(pid, NICENESS);
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // It may be over, or this is not Linux.
  }
}

/** Holds a process to what its job may take. */
class Bounds {
  readonly #process: ApartProcess;
  readonly #cost: ApartCost;
  readonly #signal: AbortSignal | undefined;
  readonly #look: NodeJS.Timeout;
  readonly #abort = () => this.#process.kill();
  /** What it had worked before the job. */
  readonly #before: Promise<number | undefined>;
  /** Milliseconds for which it was waited for, until the moment since which it is again. */
  #waitedMs = 0;
  #since: number | undefined;
  /** What it took too much of. */
  overrun: ApartError['of'] | undefined;

  constructor(process: ApartProcess, cost: ApartCost, signal: AbortSignal | undefined) {
    this.#process = process;
    this.#cost = cost;
    this.#signal = signal;
    this.#before = process.workedMs();
    this.#look = setInterval(() => void this.#watch(), LOOK_EVERY_MS);
    this.#look.unref();
    signal?.addEventListener('abort', this.#abort, { once: true });
  }

  /** The bytes that the process writes. */
  async *within(chunks: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
    let bytesLeft = this.#cost.outputBytes;
    for (;;) {
      const { done, value } = await this.#waitFor(chunks.next());
      if (done) return;
      bytesLeft -= value.length;
      if (bytesLeft < 0) this.#stop('output');
      if (this.overrun) throw new ApartError(this.overrun);
      yield value;
    }
  }

  lift(): void {
    clearInterval(this.#look);
    this.#signal?.removeEventListener('abort', this.#abort);
  }

  #stop(overrun: ApartError['of']): void {
    this.overrun ??= overrun;
    this.#process.kill();
  }

  async #waitFor<T>(next: Promise<T>): Promise<T> {
    this.#since = performance.now();
    try {
      return await next;
    } finally {
      this.#waitedMs = this.#waited();
      this.#since = undefined;
    }
  }

  #waited(): number {
    return this.#waitedMs + (this.#since === undefined ? 0 : performance.now() - this.#since);
  }

  async #watch(): Promise<void> {
    if ((await this.#process.memoryMb()) > this.#cost.memoryMb) this.#stop('memory');
    else if (await this.#isLate()) this.#stop('time');
  }

  /** Whether it is waited for longer than it may take, and that is its own doing: others may have had the cores meanwhile. */
  async #isLate(): Promise<boolean> {
    const { ms } = this.#cost;
    if (this.#since === undefined || this.#waited() <= ms) return false;
    if (this.#waited() > ms * MOST_WAITS) return true;
    const [before, now] = await Promise.all([this.#before, this.#process.workedMs()]);
    if (before === undefined) return true;
    return now !== undefined && now - before > ms;
  }
}
