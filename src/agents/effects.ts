import { sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';

/**
 * Enters a side effect into the ledger and marks it as sent, which commits before anything is sent. `repeat` says that
 * it was marked before: an earlier attempt may have reached the outside, so it must not be sent again. `over` says
 * that the run has ended or is to stop, so that nothing may begin any more.
 */
export async function markSent(
  db: Executor,
  effect: {
    readonly callId: string;
    readonly runId: string;
    readonly toolName: string;
    readonly requestDigest: string;
  },
): Promise<'first' | 'repeat' | 'over'> {
  const { rows } = await sql<{ sent: boolean; live: boolean }>`
    with live as (
      select id from agent_runs where id = ${effect.runId} and completed is null and status <> 'cancelling'
    ), sent as (
      insert into effects as e (tool_call_id, run_id, tool_name, request_digest, status, sent_at)
      select ${effect.callId}::uuid, id, ${effect.toolName}, ${effect.requestDigest}, 'sent', now() from live
      on conflict (tool_call_id) do update set status = 'sent', sent_at = now() where e.status = 'intended'
      returning e.tool_call_id
    ) select exists (select from sent) as sent, exists (select from live) as live`.execute(db);
  const [answer] = rows;
  if (answer?.sent) return 'first';
  return answer?.live ? 'repeat' : 'over';
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
