import type { Defaulted, TimestampColumn } from '../platform/db/columns.ts';

export interface RoleGrantsTable {
  resource_id: string;
  resource_type: string;
  /** The project of a resource below one; null for organizations and projects themselves. */
  project_id: string | null;
  subject_id: string;
  subject_type: string;
  role: string;
  /** The subject's membership of the resource, the same for all its roles there; newer ones sort after older ones. */
  member_id: Defaulted<string>;
  created: TimestampColumn;
}

export interface AccessTables {
  role_grants: RoleGrantsTable;
}
