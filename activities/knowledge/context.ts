import type { KeptProcesses } from '../../src/platform/apart/kept.ts';
import type { Slots } from '../../src/platform/slots.ts';
import type { ActivityContext } from '../context.ts';

/** Processes and slots for parsing documents. */
export interface Parsers {
  /** Limits concurrent parsers in this process. */
  readonly slots: Slots;
  /** Parser processes, each for the documents of one project. */
  readonly processes: KeptProcesses;
}

/** Dependencies of ingestion. */
export interface IngestionContext extends ActivityContext {
  readonly parsers: Parsers;
}
