import { sql } from 'kysely';
import { addToNow, type Executor, json } from '../../platform/db/client.ts';
import { type PageRequest, paginate, sortByNewest } from '../../platform/db/pagination.ts';
import { defineMessages, type Message, toMessage, toMessageFields, toStoredMessage } from '../../platform/messages.ts';

/**
 * Milliseconds after its mark in which an attempt can send, by its own clocks. Later it must renew the mark ({@link
 * renewMark}). Another attempt requests confirmation only after this time, by the database's clock.
 */
export const SEND_WINDOW_MS = 5000;

/** Result of marking an effect as sent. */
interface SendMark {
  readonly state: 'first' | 'repeat' | 'over' | 'lapsed';
  /** Number of the attempt, from 1; 0 if the effect must not be sent. */
  readonly attempt: number;
}

/** Why an effect has its status. */
export const effectMessages = defineMessages({
  effect_not_sent: 'not sent',
  effect_refused: 'refused before it took effect',
  effect_run_stopped: 'the run was stopped while the call was under way',
});

/**
 * Marks a side effect in the ledger as sent. The mark commits before anything is sent. `repeat`: it was marked before,
 * so an earlier attempt may have sent it. `over`: the run has ended or must stop, or the call was cancelled. `lapsed`:
 * the approval of the call has lapsed.
 */
export async function markSent(
  db: Executor,
  effect: {
    readonly callId: string;
    readonly runId: string;
    readonly toolName: string;
    readonly requestDigest: string;
  },
): Promise<SendMark> {
  const { rows } = await sql<{ attempt: number | null; live: boolean; lapsed: boolean }>`
    with approval as (
      select q.kind = 'tool_call' and coalesce(q.lapses_at <= now(), false) and not exists (
        select from effects where tool_call_id = q.tool_call_id and status <> 'intended') as lapsed
      from approval_requests q where q.tool_call_id = ${effect.callId}::uuid order by q.id desc limit 1
    ), live as (
      select id from agent_runs where id = ${effect.runId} and completed is null and status <> 'cancelling'
        and exists (select from tool_calls where id = ${effect.callId} and status <> 'cancelled')
    ), sent as (
      insert into effects as e (tool_call_id, run_id, tool_name, request_digest, status, sent_at)
      select ${effect.callId}::uuid, id, ${effect.toolName}, ${effect.requestDigest}, 'sent', now() from live
      where not exists (select from approval where lapsed)
      on conflict (tool_call_id) do update set status = 'sent', sent_at = now(), attempts = e.attempts + 1, detail = null,
          request_digest = excluded.request_digest
        where e.status = 'intended'
      returning e.attempts
    ) select (select attempts from sent) as attempt, exists (select from live) as live,
      exists (select from approval where lapsed) as lapsed`.execute(db);
  const [result] = rows;
  if (result?.attempt) return { state: 'first', attempt: result.attempt };
  if (!result?.live) return { state: 'over', attempt: 0 };
  return { state: result.lapsed ? 'lapsed' : 'repeat', attempt: 0 };
}

/**
 * Renews the mark of an attempt that has not sent its effect within the send window. Returns false if the mark belongs
 * to another attempt, or the run has ended or must stop: then it must not send.
 */
export async function renewMark(db: Executor, callId: string, attempt: number): Promise<boolean> {
  const { rows } = await sql`
    update effects e set sent_at = now() from agent_runs r
    where e.tool_call_id = ${callId} and e.status = 'sent' and e.attempts = ${attempt}
      and r.id = e.run_id and r.completed is null and r.status <> 'cancelling'
    returning e.tool_call_id`.execute(db);
  return rows.length > 0;
}

/** Milliseconds until no marked attempt can send the effect without renewing its mark. 0 or less: none can. */
export async function getSendWindowLeftMs(db: Executor, callId: string): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from sent_at - now()) * 1000)::float8 + ${SEND_WINDOW_MS}::float8 as ms from effects
    where tool_call_id = ${callId} and status = 'sent'`.execute(db);
  return rows[0]?.ms ?? 0;
}

/**
 * Marks another sending of an effect whose tool allows repeats. Returns its number, or undefined after `maxAttempts`
 * sendings, if the effect was settled, or if the run has ended or must stop.
 */
export async function markResent(db: Executor, callId: string, maxAttempts: number): Promise<number | undefined> {
  const { rows } = await sql<{ attempts: number }>`
    with again as (
      update effects e set attempts = e.attempts + 1, sent_at = now() from agent_runs r
      where e.tool_call_id = ${callId} and e.status = 'sent' and e.attempts < ${maxAttempts}
        and r.id = e.run_id and r.completed is null and r.status <> 'cancelling'
      returning e.run_id, e.attempts
    ), moving as (
      update agent_runs r set waiting_for = null from again where r.id = again.run_id and r.waiting_for ->> 'kind' = 'retry'
    )
    select attempts from again`.execute(db);
  return rows[0]?.attempts;
}

/** Returns the number and time of an effect's sendings. Undefined if it was never sent. */
export function findEffect(db: Executor, callId: string) {
  return db
    .selectFrom('effects')
    .select(['attempts', 'sent_at', 'status'])
    .where('tool_call_id', '=', callId)
    .executeTakeFirst();
}

/**
 * Marks a sent effect as unknown, with the evidence. `afterMs` skips an effect with a newer mark. Returns whether it
 * changed.
 */
export async function markUnknown(
  db: Executor,
  callId: string,
  detail: Message | string,
  afterMs?: number,
): Promise<boolean> {
  let change = db
    .updateTable('effects')
    .set({ status: 'unknown', detail: json(toStoredMessage(detail)) })
    .where('tool_call_id', '=', callId)
    .where('status', '=', 'sent');
  if (afterMs !== undefined) change = change.where('sent_at', '<=', addToNow(-afterMs));
  return (await change.returning('tool_call_id').executeTakeFirst()) !== undefined;
}

/** Allows another sending of an effect after a person denied that it happened. Returns false unless it is unknown. */
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

/** Lists the effects of a run, newest first. */
export async function listEffects(db: Executor, runId: string, page: PageRequest) {
  const effects = db.selectFrom('effects').selectAll().where('run_id', '=', runId);
  const { results, pagination } = await paginate(effects, sortByNewest('tool_call_id'), page);
  const records = results.map((effect) => ({
    ...effect,
    ...toMessageFields('detail', effect.detail && toMessage(effect.detail)),
  }));
  return { results: records, pagination };
}
