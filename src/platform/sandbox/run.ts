import type { SandboxLimits } from './contract.ts';
import { SandboxProcess, type SandboxProgram } from './process.ts';

export { SandboxError, type SandboxLimits } from './contract.ts';

/** Program, input and limits of a job. */
interface SandboxJob extends Omit<SandboxProgram, 'memoryMb'> {
  /** Any JSON. */
  readonly argument: unknown;
  readonly limits: SandboxLimits;
}

/**
 * Runs a module on untrusted bytes in a sandboxed process within limits. Yields its messages with backpressure. The
 * process ends with the iteration, with the signal and with this process.
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
