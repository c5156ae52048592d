import type { SandboxLimits } from './contract.ts';
import { SandboxProcess, type SandboxProgram } from './process.ts';

export { SandboxError, type SandboxLimits } from './contract.ts';

/** What to run, with what. */
export interface SandboxJob extends Omit<SandboxProgram, 'memoryMb'> {
  /** Any JSON. */
  readonly argument: unknown;
  readonly limits: SandboxLimits;
}

/**
 * Runs a module over bytes that nobody vouches for, in a process of its own, with so much memory, time and output and no more.
 * Yields what it tells, as fast as that is taken. The process ends with the iteration, with the signal and with this process.
 */
export async function* runInSandbox<T>(job: SandboxJob, signal?: AbortSignal): AsyncGenerator<T, void> {
  signal?.throwIfAborted();
  const process = new SandboxProcess({ ...job, memoryMb: job.limits.memoryMb });
  try {
    yield* process.run<T>(job.argument, job.limits, signal);
  } finally {
    process.kill();
  }
}
