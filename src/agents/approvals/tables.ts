import type { TimestampColumn } from '../../platform/db/columns.ts';

export interface ApprovalCommentsTable {
  id: string;
  approval_request_id: string;
  text: string;
  created_by_type: string;
  created_by: string;
  created: TimestampColumn;
}

/** Requests that a person does not want to see until a time. */
interface ApprovalSnoozesTable {
  approval_request_id: string;
  user_id: string;
  until: Date;
}

/** What people arrange around approval requests. It decides nothing. */
export interface InboxTables {
  approval_comments: ApprovalCommentsTable;
  approval_snoozes: ApprovalSnoozesTable;
}
