import type { Executor } from '../../platform/db/client.ts';

/** The run of an approval request in whatever project, and the roles that may decide it. */
export function findApprovalPlace(db: Executor, id: string) {
  return db
    .selectFrom('approval_requests')
    .select(['id', 'run_id', 'approvers'])
    .where('id', '=', id)
    .executeTakeFirst();
}
