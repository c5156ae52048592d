import type { FairSemaphore } from '../../src/platform/fair-semaphore.ts';
import type { SandboxPool } from '../../src/platform/sandbox/pool.ts';
import type { ActivityContext } from '../context.ts';

/** Time slice of an activity in milliseconds. */
export const SLICE_MS = 20_000;

/** Milliseconds before work that waits for a person is checked again without a signal. */
export const RECHECK_INTERVAL_MS = 300_000;

/** Processes and slots for parsing documents. */
export interface Parsers {
  /** Limits concurrent parsers in this process. */
  readonly slots: FairSemaphore;
  /** Parser processes, each for the documents of one project. */
  readonly processes: SandboxPool;
}

/** Dependencies of ingestion. */
export interface IngestionContext extends ActivityContext {
  readonly parsers: Parsers;
}
