import { sql } from 'kysely';
import type { Subject } from '../../runs/change-kind.ts';

/** Approval requests, as those hear of them who follow a project. A request whose time is over is not pending. */
export const approvalChanges: Subject = {
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
