import { sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';

/** A paused forwarder whose owner was not notified. */
export interface PauseNotice {
  readonly id: string;
  readonly name: string;
  readonly reason: string | null;
  readonly org_id: string;
  readonly project_id: string;
  readonly created_by_type: string;
  readonly created_by: string;
}

/** Lists paused forwarders whose owner has not been notified. */
export async function listPauseNotices(db: Executor, forwarderId?: string): Promise<PauseNotice[]> {
  const forwarderFilter = forwarderId === undefined ? sql`` : sql`and f.id = ${forwarderId}`;
  const { rows } = await sql<PauseNotice>`
    select f.id, f.name, s.reason, f.org_id, f.project_id, f.created_by_type, f.created_by
    from task_forwarder_states s join task_forwarders f on f.id = s.forwarder_id
    where s.untold and f.deleted_at is null ${forwarderFilter} order by s.paused_at limit 100`.execute(db);
  return rows;
}

/** Records that the owner was notified. */
export async function markPauseNotified(db: Executor, forwarderId: string): Promise<void> {
  await db
    .updateTable('task_forwarder_states')
    .set({ untold: false })
    .where('forwarder_id', '=', forwarderId)
    .execute();
}
