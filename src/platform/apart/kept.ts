import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApartCost } from './contract.ts';
import { ApartProcess } from './process.ts';

/** Which processes are kept, and for how long. */
export interface Keeping {
  /** Module that calls `serveApart`. */
  readonly program: URL;
  /** Processes at most, those that wait for a job and those that have one. */
  readonly atMost: number;
  /** Jobs after which a process is done with. */
  readonly jobs: number;
  /** Milliseconds that it waits for another job. */
  readonly idleMs: number;
  /** Megabytes of memory above which it gets no other. */
  readonly belowMb: number;
}

/** A job of a process that may be kept. */
export interface KeptJob {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Any JSON. */
  readonly argument: unknown;
  readonly cost: ApartCost;
}

/** A process with the file that it reads; the bytes of each job are written there anew. */
interface Kept {
  readonly party: string;
  readonly process: ApartProcess;
  readonly file: FileHandle;
  jobs: number;
  idle?: NodeJS.Timeout;
}

/**
 * Processes apart that serve one party each, with one job after another: what one party brings never comes to where another's
 * is read. One that a job did not end well in serves no other.
 */
export class KeptProcesses {
  readonly #keeping: Keeping;
  /** Those that wait, the one that has waited longest first. */
  readonly #waiting: Kept[] = [];
  #busy = 0;

  constructor(keeping: Keeping) {
    this.#keeping = keeping;
  }

  /** A place for one job of a party: in a process that waits for one, unless a fresh one is wanted, else in a new one. */
  place(party: string, { fresh = false } = {}): Place {
    return new Place(fresh ? () => undefined : () => this.#takeWaiting(party), (waiting, job, signal) =>
      this.#run(party, waiting, job, signal),
    );
  }

  #takeWaiting(party: string): Kept | undefined {
    const at = this.#waiting.findLastIndex((kept) => kept.party === party);
    const [kept] = at === -1 ? [] : this.#waiting.splice(at, 1);
    clearTimeout(kept?.idle);
    return kept;
  }

  async *#run<T>(
    party: string,
    waiting: Kept | undefined,
    job: KeptJob,
    signal?: AbortSignal,
  ): AsyncGenerator<T, void> {
    this.#busy++;
    let kept = waiting;
    let isDone = false;
    try {
      kept ??= await this.#open(party, job);
      kept.process.hold(true);
      await write(kept.file, job.bytes, signal);
      yield* kept.process.run<T>(job.argument, job.cost, signal);
      await kept.file.truncate(0);
      isDone = true;
    } finally {
      this.#busy--;
      if (kept) await (isDone ? this.#leave(kept) : this.#end(kept));
    }
  }

  async #open(party: string, { cost }: KeptJob): Promise<Kept> {
    while (this.#waiting.length > 0 && this.#waiting.length + this.#busy > this.#keeping.atMost)
      await this.#end(this.#waiting.shift() as Kept);
    const { file, shown } = await spool();
    try {
      const { program } = this.#keeping;
      return {
        party,
        process: new ApartProcess({ program, input: shown.fd, memoryMb: cost.memoryMb }),
        file,
        jobs: 0,
      };
    } finally {
      await shown.close();
    }
  }

  /** Keeps a process for the next job of its party, where it may have one. */
  async #leave(kept: Kept): Promise<void> {
    const { jobs, belowMb, idleMs } = this.#keeping;
    kept.jobs++;
    const goesOn = kept.jobs < jobs && (await kept.process.memoryMb()) < belowMb;
    if (!goesOn) return this.#end(kept);
    kept.process.hold(false);
    this.#waiting.push(kept);
    kept.idle = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(kept), 1);
      void this.#end(kept);
    }, idleMs).unref();
  }

  async #end({ process, file, idle }: Kept): Promise<void> {
    clearTimeout(idle);
    process.kill();
    await file.close();
  }
}

/** Where a job is done. */
export class Place {
  readonly #taken: () => Kept | undefined;
  readonly #run: <T>(waiting: Kept | undefined, job: KeptJob, signal?: AbortSignal) => AsyncGenerator<T, void>;
  #isUsed = false;

  constructor(
    taken: () => Kept | undefined,
    run: <T>(waiting: Kept | undefined, job: KeptJob, signal?: AbortSignal) => AsyncGenerator<T, void>,
  ) {
    this.#taken = taken;
    this.#run = run;
  }

  /** Whether the process that does the job has done others before: what fails there may do so for what those left behind. */
  get isUsed(): boolean {
    return this.#isUsed;
  }

  /** Does a job, once it is listened to. */
  async *run<T>(job: KeptJob, signal?: AbortSignal): AsyncGenerator<T, void> {
    const waiting = this.#taken();
    this.#isUsed = waiting !== undefined;
    yield* this.#run<T>(waiting, job, signal);
  }
}

/** A file that has lost its name, and as a process apart is shown it: to be read. */
async function spool(): Promise<{ readonly file: FileHandle; readonly shown: FileHandle }> {
  const path = join(tmpdir(), `holdfast-apart-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    return { file, shown: await open(path, 'r') };
  } catch (error) {
    await file.close();
    throw error;
  } finally {
    await unlink(path);
  }
}

/** Writes bytes to the beginning of an empty file. */
async function write(file: FileHandle, bytes: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<void> {
  let at = 0;
  for await (const piece of bytes) {
    signal?.throwIfAborted();
    for (let from = 0; from < piece.length; ) {
      const { bytesWritten } = await file.write(piece, from, piece.length - from, at);
      from += bytesWritten;
      at += bytesWritten;
    }
  }
}
