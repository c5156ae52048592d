import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { realpathSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { linesOf } from '../lines.ts';

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

/** What a process apart may take. */
export interface ApartCost {
  /** Megabytes of memory, all together. */
  readonly memoryMb: number;
  /** Milliseconds in which its messages are waited for; time in which nobody takes them does not count. */
  readonly ms: number;
  /** Bytes of messages. */
  readonly outputBytes: number;
}

/** Thrown where a process took too much of something, or broke down over its input. */
export class ApartError extends Error {
  override readonly name = 'ApartError';
  readonly of: 'memory' | 'time' | 'output' | 'crash';

  constructor(of: ApartError['of']) {
    super(`a process apart ended: ${of}`);
    this.of = of;
  }
}

/** What to run, with what. */
export interface ApartJob {
  /** Module that calls `serveApart`. */
  readonly program: URL;
  /** Any JSON. */
  readonly argument: unknown;
  /** The bytes to read: a descriptor of an open file, or the bytes. */
  readonly input: number | Uint8Array;
  /** Folders that it may read besides what it is made of. */
  readonly readable?: readonly string[];
  readonly cost: ApartCost;
}

/**
 * Runs a module over bytes that nobody vouches for, in a process of its own: without network, environment, processes and
 * files but the product's, with so much memory, time and output and no more. Yields what it tells, as fast as that is
 * taken. The process ends with the iteration, with the signal and with this process.
 */
export async function* runApart<T>(job: ApartJob, signal?: AbortSignal): AsyncGenerator<T, void> {
  signal?.throwIfAborted();
  const child = start(job);
  const end = new End(child, job.cost, signal);
  try {
    let ready = false;
    for await (const line of linesOf(end.chunks())) {
      if (ready) yield JSON.parse(line) as T;
      ready = true;
    }
    await end.check(ready);
  } finally {
    end.kill();
  }
}

function start({ program, argument, input, readable = [], cost }: ApartJob): ChildProcess {
  const child = spawn(
    process.execPath,
    [
      `--max-old-space-size=${Math.ceil(cost.memoryMb * HEAP_SHARE)}`,
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
      env: { HOLDFAST_JOB: JSON.stringify(argument) },
      // The first pipe carries nothing: it closes when this process ends, however it does.
      stdio: ['pipe', 'pipe', 'pipe', typeof input === 'number' ? input : 'pipe'],
    },
  );
  for (const pipe of [child.stdin, child.stdio[3]]) pipe?.on('error', () => undefined);
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

/** How a process comes to its end. */
class End {
  readonly #child: ChildProcess;
  readonly #cost: ApartCost;
  readonly #signal: AbortSignal | undefined;
  readonly #closed: Promise<unknown>;
  readonly #look: NodeJS.Timeout;
  readonly #abort = () => this.kill();
  #overrun: ApartError['of'] | undefined;
  #lastWords = '';

  constructor(child: ChildProcess, cost: ApartCost, signal: AbortSignal | undefined) {
    this.#child = child;
    this.#cost = cost;
    this.#signal = signal;
    this.#closed = once(child, 'close');
    // Told by `check`, which is not always reached.
    this.#closed.catch(() => undefined);
    this.#look = setInterval(() => this.#watchMemory(), LOOK_EVERY_MS);
    this.#look.unref();
    signal?.addEventListener('abort', this.#abort, { once: true });
    child.stderr?.on('data', (words: Buffer) => {
      this.#lastWords = (this.#lastWords + words).slice(-LAST_WORDS);
    });
  }

  /** The bytes that the process writes. */
  async *chunks(): AsyncGenerator<Buffer> {
    const chunks = (this.#child.stdout as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
    let { ms: msLeft, outputBytes: bytesLeft } = this.#cost;
    for (;;) {
      const asked = performance.now();
      const timer = setTimeout(() => this.#stop('time'), msLeft);
      const { done, value } = await chunks.next().finally(() => clearTimeout(timer));
      if (done) return;
      msLeft -= performance.now() - asked;
      bytesLeft -= value.length;
      if (bytesLeft < 0) this.#stop('output');
      if (this.#overrun) throw new ApartError(this.#overrun);
      yield value;
    }
  }

  /** Throws unless the process ended well. */
  async check(ready: boolean): Promise<void> {
    const [code, by] = (await this.#closed) as [number | null, NodeJS.Signals | null];
    this.#signal?.throwIfAborted();
    if (this.#overrun) throw new ApartError(this.#overrun);
    // Before it had its input to read it can only be the installation that is at fault.
    if (!ready) throw new Error(`a process apart did not start (${by ?? code}): ${this.#lastWords}`);
    // Who stops this process may stop all of its group.
    if (by === 'SIGTERM' || by === 'SIGINT' || by === 'SIGHUP') throw new Error(`a process apart was stopped by ${by}`);
    // V8 aborts where the heap is full.
    if (by === 'SIGABRT' || code === 134 || /heap out of memory|Array buffer allocation/.test(this.#lastWords))
      throw new ApartError('memory');
    if (code !== 0) throw new ApartError(by === 'SIGKILL' ? 'memory' : 'crash');
  }

  kill(): void {
    clearInterval(this.#look);
    this.#signal?.removeEventListener('abort', this.#abort);
    this.#child.kill('SIGKILL');
  }

  #stop(overrun: ApartError['of']): void {
    this.#overrun ??= overrun;
    this.kill();
  }

  async #watchMemory(): Promise<void> {
    const status = await readFile(`/proc/${this.#child.pid}/status`, 'utf8').catch(() => '');
    const kb = Number(/^VmRSS:\s*(\d+)/m.exec(status)?.[1] ?? 0);
    if (kb > this.#cost.memoryMb * 1024) this.#stop('memory');
  }
}
