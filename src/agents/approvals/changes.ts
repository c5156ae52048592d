import { sql } from 'kysely';
import type { ChangeSubject } from '../../runs/change-kind.ts';

/** Approval requests in the changes of a project. An expired request is not pending. */
export const approvalChanges: ChangeSubject = {
  name: 'approval_request',
  states: ['pending'],
  from: sql`approval_requests q join agent_runs r on r.id = q.run_id`,
  as: 'q',
  open: sql<boolean>`q.status = 'pending' and coalesce(q.expires_at > now(), true)`,
  deciders: {
    ofRow: sql`q.approvers`,
    ofChange: sql`(select q.approvers from approval_requests q where q.id = c.subject_id)`,
  },
};
