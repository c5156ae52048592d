import type { Defaulted, TimestampColumn } from '../platform/db/columns.ts';

interface RoleGrantsTable {
  resource_id: string;
  resource_type: string;
  /** Project of the resource; null for organizations and projects. */
  project_id: string | null;
  subject_id: string;
  subject_type: string;
  role: string;
  /** Membership id, shared by all roles of the subject on the resource. Newer ids sort after older ones. */
  member_id: Defaulted<string>;
  created: TimestampColumn;
}

export interface AccessTables {
  role_grants: RoleGrantsTable;
}
