import type { ColumnType, Generated } from 'kysely';
import type { Decimal } from '../../platform/db/columns.ts';

/** A sum that the database counts in 64 bits. */
type Big = ColumnType<string, never, never>;

/** What is counted of runs that are over. */
interface MeasureColumns {
  runs: number;
  completed: number;
  failed: number;
  cancelled: number;
  /** Those that ended with an error, whatever their status. */
  errors: number;
  input_tokens: Big;
  output_tokens: Big;
  cached_input_tokens: Big;
  cache_write_tokens: Big;
  reasoning_tokens: Big;
  credits: Decimal;
  /** Those whose time counts: what was cancelled took as long as somebody let it. */
  timed: number;
  timed_ms: Big;
  /** Their times as a histogram; see `timings.ts`. */
  timings: Buffer;
}

/** What the end of a run, or a later charge, adds to reports; written by triggers, deleted by the maintenance job that rolls it up. */
export interface ReportPendingTable extends MeasureColumns {
  id: Generated<string>;
  /** Kind of run. */
  kind: string;
  project_id: string;
  /** The task or agent. */
  parent_id: string;
  revision_id: string | null;
  reporting_group_id: string | null;
  /** When the run was created. */
  at: ColumnType<Date, never, never>;
}

/** Runs of a project, or of one task or agent, that were created in a quarter of an hour. */
export interface ReportQuartersTable extends MeasureColumns {
  kind: string;
  /** The project, the task or the agent. */
  scope_id: string;
  project_id: string;
  start: ColumnType<Date, never, never>;
}

/** The same of a task or an agent, by revision and reporting group. */
export interface ReportRevisionsTable extends MeasureColumns {
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
