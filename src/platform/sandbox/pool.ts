import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SandboxError, type SandboxLimits } from './contract.ts';
import { SandboxProcess } from './process.ts';

/** Options of a pool. */
export interface SandboxPoolOptions {
  /** Module that calls `serveSandbox`. */
  readonly program: URL;
  /** Maximum number of processes, idle and busy. */
  readonly maxProcesses: number;
  /** Jobs after which a process is replaced. */
  readonly maxJobsPerProcess: number;
  /** Milliseconds after which an idle process ends. */
  readonly idleTimeoutMs: number;
  /** Megabytes of memory above which a process is replaced. */
  readonly maxIdleMemoryMb: number;
}

/** Job for a pooled process. */
interface PooledJob {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Any JSON. */
  readonly argument: unknown;
  readonly limits: SandboxLimits;
}

/** A process and its input file, which each job overwrites. */
interface PooledProcess {
  readonly tenant: string;
  readonly process: SandboxProcess;
  readonly file: FileHandle;
  jobCount: number;
  idleTimer?: NodeJS.Timeout;
}

/**
 * Pool of sandboxed processes. Each process serves one tenant, so that data of tenants never meets in one process. A
 * process whose job failed is not reused.
 */
export class SandboxPool {
  readonly #options: SandboxPoolOptions;
  /** Idle processes, the longest idle first. */
  readonly #idle: PooledProcess[] = [];
  #busyCount = 0;

  constructor(options: SandboxPoolOptions) {
    this.#options = options;
  }

  /**
   * Creates a runner for one job of a tenant: in an idle process of the tenant, or in a new one. With `fresh` it always
   * uses a new one.
   */
  createRunner(tenant: string, { fresh = false } = {}): PooledRunner {
    return new PooledRunner(fresh ? () => undefined : () => this.#takeIdle(tenant), (idle, job, signal) =>
      this.#run(tenant, idle, job, signal),
    );
  }

  /**
   * Runs work of a tenant in an idle or new process. Repeats it in a new one if it failed so in a process that had
   * served other jobs: their remains may be the cause.
   */
  async runWithRetry<T>(
    tenant: string,
    work: (runner: PooledRunner) => Promise<T>,
    isFailure: (error: unknown) => boolean = (error) => error instanceof SandboxError,
  ): Promise<T> {
    const runner = this.createRunner(tenant);
    try {
      return await work(runner);
    } catch (error) {
      if (!runner.isReused || !isFailure(error)) throw error;
      return work(this.createRunner(tenant, { fresh: true }));
    }
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

  /** Returns a process to the pool if it may serve another job. */
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

/** Runs a job in a pooled or new process. */
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

  /** Whether the process has served other jobs. A failure there may be caused by their remains. */
  get isReused(): boolean {
    return this.#isReused;
  }

  /** Runs a job once its messages are read. */
  async *run<T>(job: PooledJob, signal?: AbortSignal): AsyncGenerator<T, void> {
    const idle = this.#takeIdle();
    this.#isReused = idle !== undefined;
    yield* this.#run<T>(idle, job, signal);
  }
}

/** Creates a file without a name, with a read-only handle for the sandboxed process. */
async function createUnlinkedFile(): Promise<{ readonly file: FileHandle; readonly readOnlyFile: FileHandle }> {
  const path = join(tmpdir(), `holdfast-sandbox-${randomUUID()}`);
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

/** Writes bytes to the start of an empty file. */
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
