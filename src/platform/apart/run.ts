import type { ApartCost } from './contract.ts';
import { ApartProcess, type ApartProgram } from './process.ts';

export { type ApartCost, ApartError } from './contract.ts';

/** What to run, with what. */
export interface ApartJob extends Omit<ApartProgram, 'memoryMb'> {
  /** Any JSON. */
  readonly argument: unknown;
  readonly cost: ApartCost;
}

/**
 * Runs a module over bytes that nobody vouches for, in a process of its own, with so much memory, time and output and no more.
 * Yields what it tells, as fast as that is taken. The process ends with the iteration, with the signal and with this process.
 */
export async function* runApart<T>(job: ApartJob, signal?: AbortSignal): AsyncGenerator<T, void> {
  signal?.throwIfAborted();
  const process = new ApartProcess({ ...job, memoryMb: job.cost.memoryMb });
  try {
    yield* process.run<T>(job.argument, job.cost, signal);
  } finally {
    process.kill();
  }
}
