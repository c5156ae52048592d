import type { NullableTimestampColumn, TimestampColumn, Version } from '../platform/db/columns.ts';

/** A group that runs are told apart by in reports. */
export interface ReportingGroupsTable {
  id: string;
  org_id: string;
  project_id: string;
  /** There once per project, whatever the case. */
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
