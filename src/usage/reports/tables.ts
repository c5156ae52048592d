import type { ColumnType, Generated } from 'kysely';
import type { Decimal } from '../../platform/db/columns.ts';

/** 64-bit sum. */
type Big = ColumnType<string, never, never>;

/** Measures of finished runs. */
interface MeasureColumns {
  runs: number;
  completed: number;
  failed: number;
  cancelled: number;
  /** Runs that ended with an error, whatever their status. */
  errors: number;
  input_tokens: Big;
  output_tokens: Big;
  cached_input_tokens: Big;
  cache_write_tokens: Big;
  reasoning_tokens: Big;
  credits: Decimal;
  /** Runs whose duration counts. Cancelled runs are excluded, since people end them. */
  timed: number;
  timed_ms: Big;
  /** Histogram of durations; see `timings.ts`. */
  timings: Buffer;
}

/** Increment of a finished run or a later charge. Triggers insert it; the roll-up job deletes it. */
interface ReportPendingTable extends MeasureColumns {
  id: Generated<string>;
  /** Kind of run. */
  kind: string;
  project_id: string;
  /** Task or agent. */
  parent_id: string;
  revision_id: string | null;
  reporting_group_id: string | null;
  /** Creation time of the run. */
  at: ColumnType<Date, never, never>;
}

/** Sums over runs created in a quarter hour, per project, task or agent. */
interface ReportQuartersTable extends MeasureColumns {
  kind: string;
  /** Project, task or agent. */
  scope_id: string;
  project_id: string;
  start: ColumnType<Date, never, never>;
}

/** Sums per task or agent, by revision and reporting group. */
interface ReportRevisionsTable extends MeasureColumns {
  kind: string;
  parent_id: string;
  project_id: string;
  revision_id: string | null;
  reporting_group_id: string | null;
  start: ColumnType<Date, never, never>;
}

export interface ReportTables {
  report_pending: ReportPendingTable;
  report_quarters: ReportQuartersTable;
  report_revisions: ReportRevisionsTable;
}
