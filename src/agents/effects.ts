import { sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';

/**
 * Enters a side effect into the ledger and marks it as sent, which commits before anything is sent. Answers false
 * when it was marked before: an earlier attempt may have reached the outside, so it must not be sent again.
 */
export async function markSent(
  db: Executor,
  effect: {
    readonly callId: string;
    readonly runId: string;
    readonly toolName: string;
    readonly requestDigest: string;
  },
): Promise<boolean> {
  const { rows } = await sql<{ tool_call_id: string }>`
    insert into effects as e (tool_call_id, run_id, tool_name, request_digest, status, sent_at)
    values (${effect.callId}, ${effect.runId}, ${effect.toolName}, ${effect.requestDigest}, 'sent', now())
    on conflict (tool_call_id) do update set status = 'sent', sent_at = now() where e.status = 'intended'
    returning e.tool_call_id`.execute(db);
  return rows.length > 0;
}

/** Says that a sent effect may or may not have happened, and what is known. */
export async function markUnknown(db: Executor, callId: string, detail: string): Promise<void> {
  await db
    .updateTable('effects')
    .set({ status: 'unknown', detail })
    .where('tool_call_id', '=', callId)
    .where('status', '=', 'sent')
    .execute();
}

/** Allows an effect to be sent once more, after a person said that it did not happen. Answers false unless it is unknown. */
export async function allowResend(db: Executor, callId: string): Promise<boolean> {
  const row = await db
    .updateTable('effects')
    .set({ status: 'intended' })
    .where('tool_call_id', '=', callId)
    .where('status', '=', 'unknown')
    .returning('tool_call_id')
    .executeTakeFirst();
  return row !== undefined;
}

export function listEffects(db: Executor, runId: string) {
  return db.selectFrom('effects').selectAll().where('run_id', '=', runId).orderBy('created').execute();
}
