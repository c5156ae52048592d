import type { Executor } from '../../platform/db/client.ts';

/** Finds the run and the approvers of an approval request in any project. */
export function findApprovalRun(db: Executor, id: string) {
  return db
    .selectFrom('approval_requests')
    .select(['id', 'run_id', 'approvers', 'agent_id'])
    .where('id', '=', id)
    .executeTakeFirst();
}
