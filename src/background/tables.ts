import type { Stamp, StampOrNull } from '../platform/db/columns.ts';

/** A chore of the reconciler, by its name. */
export interface ChoresTable {
  name: string;
  /** From when on a round may take it. */
  next_due: Stamp;
  /** When it last ended without an error. */
  last_done: StampOrNull;
  /** What kept it from being done the last time; null where nothing did. */
  last_error: string | null;
}

export interface BackgroundTables {
  chores: ChoresTable;
}
