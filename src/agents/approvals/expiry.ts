import { sql } from 'kysely';
import type { Db } from '../../platform/db/client.ts';
import { appendEvents } from '../runs/events.ts';
import { lockRun, refreshWaiting } from '../runs/waiting.ts';
import { toDecisionEvent } from './decisions.ts';
import type { ApprovalRow } from './queries.ts';

/** Expires a request that is past its expiry by the database's clock. Returns whether it did. */
export async function expireRequest(
  db: Db,
  request: Pick<ApprovalRow, 'id' | 'run_id' | 'tool_call_id'>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockRun(trx, request.run_id);
    const row = await trx
      .updateTable('approval_requests')
      .set({ status: 'expired', decided_at: sql<Date>`now()` })
      .where('id', '=', request.id)
      .where('status', '=', 'pending')
      .where('expires_at', '<=', sql<Date>`now()`)
      .returning('id')
      .executeTakeFirst();
    if (!row) return false;
    await trx
      .updateTable('tool_calls')
      .set({ status: 'ready' })
      .where('id', '=', request.tool_call_id)
      .where('status', '=', 'waiting')
      .execute();
    await appendEvents(trx, request.run_id, [toDecisionEvent(request, 'expired', null, null)]);
    await refreshWaiting(trx, request.run_id);
    return true;
  });
}

/** Expires an approval whose time limit has passed. Its call must not have been sent. A repeat changes nothing. */
export async function lapseApproval(
  db: Db,
  request: Pick<ApprovalRow, 'id' | 'run_id' | 'tool_call_id'>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockRun(trx, request.run_id);
    const row = await trx
      .updateTable('approval_requests')
      .set({ status: 'expired' })
      .where('id', '=', request.id)
      .where('status', '=', 'approved')
      .where('lapses_at', '<=', sql<Date>`now()`)
      .returning('id')
      .executeTakeFirst();
    if (row) await appendEvents(trx, request.run_id, [toDecisionEvent(request, 'expired', null, null)]);
  });
}
