import type { NullableTimestampColumn, TimestampColumn, Version } from '../../platform/db/columns.ts';

/** Group that breaks down runs in reports. */
export interface ReportingGroupsTable {
  id: string;
  org_id: string;
  project_id: string;
  /** Unique per project, ignoring case. */
  name: string;
  description: string;
  created: TimestampColumn;
  modified: TimestampColumn;
  deleted_at: NullableTimestampColumn;
  version: Version;
}

export interface ReportingGroupTables {
  reporting_groups: ReportingGroupsTable;
}
