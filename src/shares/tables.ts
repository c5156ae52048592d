import type { Defaulted, NullableTimestampColumn, TimestampColumn } from '../platform/db/columns.ts';

/** A link by which anybody may see a task or an agent. */
export interface SharesTable {
  id: string;
  org_id: string;
  project_id: string;
  /** What it is of, which `resource_id` names. */
  kind: string;
  resource_id: string;
  /** The revision that it shows; whatever serves where it is null. */
  revision_id: string | null;
  /** A run of the task that it shows. */
  run_id: string | null;
  /** The link's last part; no other link ever has it, whatever its case. */
  short_id: string;
  title: string;
  description: string;
  /** Whether search engines may list its page. */
  indexed: boolean;
  /** Until somebody takes the link back. */
  active: Defaulted<boolean>;
  expires_at: NullableTimestampColumn;
  /** How often its page was asked for. */
  views: Defaulted<string>;
  created_by: string | null;
  created: TimestampColumn;
}

export interface ShareTables {
  shares: SharesTable;
}
