import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SandboxLimits } from './contract.ts';
import { SandboxProcess } from './process.ts';

/** Which processes are kept, and for how long. */
export interface SandboxPoolOptions {
  /** Module that calls `serveApart`. */
  readonly program: URL;
  /** Processes at most, those that wait for a job and those that have one. */
  readonly maxProcesses: number;
  /** Jobs after which a process is done with. */
  readonly maxJobsPerProcess: number;
  /** Milliseconds that it waits for another job. */
  readonly idleTimeoutMs: number;
  /** Megabytes of memory above which it gets no other. */
  readonly maxIdleMemoryMb: number;
}

/** A job of a process that may be kept. */
export interface PooledJob {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Any JSON. */
  readonly argument: unknown;
  readonly limits: SandboxLimits;
}

/** A process with the file that it reads; the bytes of each job are written there anew. */
interface PooledProcess {
  readonly tenant: string;
  readonly process: SandboxProcess;
  readonly file: FileHandle;
  jobCount: number;
  idleTimer?: NodeJS.Timeout;
}

/**
 * Processes apart that serve one party each, with one job after another: what one party brings never comes to where another's
 * is read. One that a job did not end well in serves no other.
 */
export class SandboxPool {
  readonly #options: SandboxPoolOptions;
  /** Those that wait, the one that has waited longest first. */
  readonly #idle: PooledProcess[] = [];
  #busyCount = 0;

  constructor(options: SandboxPoolOptions) {
    this.#options = options;
  }

  /** A place for one job of a party: in a process that waits for one, unless a fresh one is wanted, else in a new one. */
  createRunner(tenant: string, { fresh = false } = {}): PooledRunner {
    return new PooledRunner(fresh ? () => undefined : () => this.#takeIdle(tenant), (idle, job, signal) =>
      this.#run(tenant, idle, job, signal),
    );
  }

  #takeIdle(tenant: string): PooledProcess | undefined {
    const index = this.#idle.findLastIndex((pooled) => pooled.tenant === tenant);
    const [pooled] = index === -1 ? [] : this.#idle.splice(index, 1);
    clearTimeout(pooled?.idleTimer);
    return pooled;
  }

  async *#run<T>(
    tenant: string,
    idle: PooledProcess | undefined,
    job: PooledJob,
    signal?: AbortSignal,
  ): AsyncGenerator<T, void> {
    this.#busyCount++;
    let pooled = idle;
    let isComplete = false;
    try {
      pooled ??= await this.#open(tenant, job);
      pooled.process.setReferenced(true);
      await writeFromStart(pooled.file, job.bytes, signal);
      yield* pooled.process.run<T>(job.argument, job.limits, signal);
      await pooled.file.truncate(0);
      isComplete = true;
    } finally {
      this.#busyCount--;
      if (pooled) await (isComplete ? this.#release(pooled) : this.#terminate(pooled));
    }
  }

  async #open(tenant: string, { limits: cost }: PooledJob): Promise<PooledProcess> {
    while (this.#idle.length > 0 && this.#idle.length + this.#busyCount > this.#options.maxProcesses)
      await this.#terminate(this.#idle.shift() as PooledProcess);
    const { file, readOnlyFile } = await createUnlinkedFile();
    try {
      const { program } = this.#options;
      return {
        tenant,
        process: new SandboxProcess({ program, input: readOnlyFile.fd, memoryMb: cost.memoryMb }),
        file,
        jobCount: 0,
      };
    } finally {
      await readOnlyFile.close();
    }
  }

  /** Keeps a process for the next job of its party, where it may have one. */
  async #release(pooled: PooledProcess): Promise<void> {
    const { maxJobsPerProcess, maxIdleMemoryMb, idleTimeoutMs } = this.#options;
    pooled.jobCount++;
    const isReusable = pooled.jobCount < maxJobsPerProcess && (await pooled.process.memoryMb()) < maxIdleMemoryMb;
    if (!isReusable) return this.#terminate(pooled);
    pooled.process.setReferenced(false);
    this.#idle.push(pooled);
    pooled.idleTimer = setTimeout(() => {
      this.#idle.splice(this.#idle.indexOf(pooled), 1);
      void this.#terminate(pooled);
    }, idleTimeoutMs).unref();
  }

  async #terminate({ process, file, idleTimer: idle }: PooledProcess): Promise<void> {
    clearTimeout(idle);
    process.kill();
    await file.close();
  }
}

/** Where a job is done. */
export class PooledRunner {
  readonly #takeIdle: () => PooledProcess | undefined;
  readonly #run: <T>(idle: PooledProcess | undefined, job: PooledJob, signal?: AbortSignal) => AsyncGenerator<T, void>;
  #isReused = false;

  constructor(
    takeIdle: () => PooledProcess | undefined,
    run: <T>(idle: PooledProcess | undefined, job: PooledJob, signal?: AbortSignal) => AsyncGenerator<T, void>,
  ) {
    this.#takeIdle = takeIdle;
    this.#run = run;
  }

  /** Whether the process that does the job has done others before: what fails there may do so for what those left behind. */
  get isReused(): boolean {
    return this.#isReused;
  }

  /** Does a job, once it is listened to. */
  async *run<T>(job: PooledJob, signal?: AbortSignal): AsyncGenerator<T, void> {
    const idle = this.#takeIdle();
    this.#isReused = idle !== undefined;
    yield* this.#run<T>(idle, job, signal);
  }
}

/** A file that has lost its name, and as a process apart is shown it: to be read. */
async function createUnlinkedFile(): Promise<{ readonly file: FileHandle; readonly readOnlyFile: FileHandle }> {
  const path = join(tmpdir(), `holdfast-apart-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    return { file, readOnlyFile: await open(path, 'r') };
  } catch (error) {
    await file.close();
    throw error;
  } finally {
    await unlink(path);
  }
}

/** Writes bytes to the beginning of an empty file. */
async function writeFromStart(file: FileHandle, bytes: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<void> {
  let position = 0;
  for await (const chunk of bytes) {
    signal?.throwIfAborted();
    for (let offset = 0; offset < chunk.length; ) {
      const { bytesWritten } = await file.write(chunk, offset, chunk.length - offset, position);
      offset += bytesWritten;
      position += bytesWritten;
    }
  }
}
