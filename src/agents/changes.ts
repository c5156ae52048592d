import { sql } from 'kysely';
import type { ChangeSubject } from '../runs/change-kind.ts';

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

/** Provisioning of agents in the changes of a project. Counts active revisions. */
export const provisioningChanges: ChangeSubject = {
  name: 'provisioning',
  states: ['pending', 'needs_authorization'],
  from: sql`agent_dependencies d join (select id as agent_id, active_revision_id, null::text as created_by_type, null::uuid as created_by, null::text as accepted_visibility
    from agents where deleted_at is null) r on r.active_revision_id = d.agent_revision_id`,
  as: 'd',
  open: sql<boolean>`d.status in ('pending', 'needs_authorization')`,
  parentField: 'task_agent_revision_id',
};
