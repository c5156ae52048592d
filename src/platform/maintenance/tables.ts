import type { NullableTimestampColumn, TimestampColumn } from '../db/columns.ts';

/** State of a maintenance job. */
interface MaintenanceJobsTable {
  name: string;
  /** Earliest time of its next run. */
  next_due: TimestampColumn;
  /** When it last succeeded. */
  last_done: NullableTimestampColumn;
  /** Why its last run failed; null if it succeeded. */
  last_error: string | null;
}

export interface MaintenanceTables {
  maintenance_jobs: MaintenanceJobsTable;
}
