import type { ColumnType, Generated } from 'kysely';
import type { WaitingFor } from '../tasks/contract.ts';

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
  waiting_for: WaitingFor | null;
  at: ColumnType<Date, never, never>;
}

export interface ProjectTables {
  project_changes: ProjectChangesTable;
}
