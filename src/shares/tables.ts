import type { Defaulted, NullableTimestampColumn, TimestampColumn } from '../platform/db/columns.ts';

/** Public links to tasks and agents. */
export interface SharesTable {
  id: string;
  org_id: string;
  project_id: string;
  /** Type of `resource_id`. */
  kind: string;
  resource_id: string;
  /** Shared revision. Null for the active one. */
  revision_id: string | null;
  /** Shared run of the task. */
  run_id: string | null;
  /** Last part of the link. Never reused, case-insensitive. */
  short_id: string;
  title: string;
  description: string;
  /** Whether search engines can index its page. */
  indexed: boolean;
  /** Whether the link was not deactivated. */
  active: Defaulted<boolean>;
  expires_at: NullableTimestampColumn;
  /** Number of page views. */
  views: Defaulted<string>;
  created_by: string | null;
  created: TimestampColumn;
}

export interface ShareTables {
  shares: SharesTable;
}
