import type { Stamp, StampOrNull } from '../db/columns.ts';

/** State of a maintenance job. */
export interface MaintenanceJobsTable {
  name: string;
  /** Earliest time of its next run. */
  next_due: Stamp;
  /** When it last succeeded. */
  last_done: StampOrNull;
  /** Why its last run failed; null if it succeeded. */
  last_error: string | null;
}

export interface MaintenanceTables {
  maintenance_jobs: MaintenanceJobsTable;
}
