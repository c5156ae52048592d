import type { Executor } from '../../platform/db/client.ts';

/** Finds the run, the kind and the approvers of an approval request in any project. */
export function findApprovalRun(db: Executor, id: string) {
  return db
    .selectFrom('approval_requests')
    .select(['id', 'kind', 'run_id', 'approvers', 'agent_id'])
    .where('id', '=', id)
    .executeTakeFirst();
}
