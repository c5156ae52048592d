import type { Operation } from '../../operation.ts';
import { SOURCE_REMOVAL_OPERATIONS } from './removals.ts';
import { SOURCE_RUN_OPERATIONS } from './runs.ts';
import { SCRAPE_OPERATIONS } from './scrape.ts';
import { SOURCE_RECORD_OPERATIONS } from './sources.ts';

/** Operations of knowledge sources. */
export const SOURCE_OPERATIONS: readonly Operation[] = [
  ...SOURCE_RECORD_OPERATIONS,
  ...SOURCE_RUN_OPERATIONS,
  ...SOURCE_REMOVAL_OPERATIONS,
  ...SCRAPE_OPERATIONS,
];
