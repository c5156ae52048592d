import type { KeptProcesses } from '../../src/platform/apart/kept.ts';
import type { Slots } from '../../src/platform/slots.ts';
import type { ActivityContext } from '../context.ts';

/** Where documents are read. */
export interface Parsers {
  /** Those that run at once in this process. */
  readonly slots: Slots;
  /** Their processes, each for documents of one project. */
  readonly processes: KeptProcesses;
}

/** What ingestion stands on. */
export interface IngestionContext extends ActivityContext {
  readonly parsers: Parsers;
}
