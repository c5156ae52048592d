import type { ColumnType, Generated } from 'kysely';
import type { DefaultedJson, Json, Stamp, StampOrNull } from '../platform/db/columns.ts';
import type { WaitingFor } from '../runs/contract.ts';

export interface ProjectsTable {
  id: string;
  org_id: string;
  name: string;
  avatar_url: string | null;
  /** Settings that were chosen; what is left out has its default. */
  config: DefaultedJson<Record<string, unknown>>;
  created: Stamp;
  modified: Stamp;
  deleted_at: StampOrNull;
}

/** A change of state in a project, written by triggers; kept for a quarter of an hour. */
export interface ProjectChangesTable {
  project_id: string;
  /** Transaction that made the change. */
  xid: ColumnType<string, never, never>;
  /** Order of the changes of one subject. */
  n: Generated<string>;
  /** agent_run, task_run or approval_request. */
  kind: string;
  subject_id: string;
  /** Agent or task that the subject belongs to. */
  parent_id: string | null;
  /** Run of an approval request. */
  run_id: string | null;
  status: string;
  waiting_for: Json<WaitingFor | null>;
  at: ColumnType<Date, never, never>;
}

export interface ProjectTables {
  projects: ProjectsTable;
  project_changes: ProjectChangesTable;
}
