import type { Slots } from '../../src/platform/slots.ts';
import type { ActivityContext } from '../context.ts';

/** What ingestion stands on. */
export interface IngestionContext extends ActivityContext {
  /** Parsers that run at once in this process. */
  readonly parsers: Slots;
}
