import type { FairSemaphore } from '../../src/platform/fair-semaphore.ts';
import type { SandboxPool } from '../../src/platform/sandbox/pool.ts';
import type { ActivityContext } from '../context.ts';

/** Where documents are read. */
export interface Parsers {
  /** Those that run at once in this process. */
  readonly slots: FairSemaphore;
  /** Their processes, each for documents of one project. */
  readonly processes: SandboxPool;
}

/** What ingestion stands on. */
export interface IngestionContext extends ActivityContext {
  readonly parsers: Parsers;
}
