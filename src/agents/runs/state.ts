import { type RawBuilder, sql } from 'kysely';
import { addToNow, type Executor, json } from '../../platform/db/client.ts';
import type { Message } from '../../platform/messages.ts';
import type { RunError } from '../../runs/contract.ts';
import { messageFromError } from '../../runs/errors.ts';
import type { ProviderWait } from '../../runs/provider-wait.ts';
import { buildWaitingFor, toWaitingFor } from '../../runs/waiting.ts';
import { releaseCredits } from '../../usage/reservations.ts';
import { appendMessage } from '../turns/messages.ts';
import { insertEventRows } from './events.ts';

/** Stores that a run's turn is tried again, and when. */
export async function storeAgentRunRetry(db: Executor, id: string, detail: Message, pauseMs: number): Promise<void> {
  await db
    .updateTable('agent_runs')
    .set({ waiting_for: json(toWaitingFor('retry', detail, pauseMs)) })
    .where('id', '=', id)
    .where('completed', 'is', null)
    .execute();
}

/** Stores that a run's turn waits for its provider, unless a newer attempt has begun. */
export async function storeAgentRunWait(
  db: Executor,
  { id, attempt }: { readonly id: string; readonly attempt: number },
  { waitingFor, outages }: ProviderWait,
): Promise<void> {
  await db
    .updateTable('agent_runs')
    .set({ waiting_for: json(waitingFor), awaited_outages: outages && [...outages] })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', '=', 'running')
    .execute();
}

/** Stores that a tool call is sent again and when, if nothing else of its run is in progress. */
export async function storeCallRetry(
  db: Executor,
  call: { readonly id: string; readonly run_id: string },
  detail: Message,
  pauseMs: number,
): Promise<void> {
  await sql`
    update agent_runs r set waiting_for = ${buildWaitingFor('retry', detail, addToNow(pauseMs))}
    where r.id = ${call.run_id} and r.completed is null and r.status = 'running' and not exists (
      select from tool_calls o where o.run_id = r.id and o.id <> ${call.id} and o.status in ('ready', 'running'))`.execute(
    db,
  );
}

/**
 * Holds a run until a person resolves the problem and resumes it. A run with `reconnect` resumes when that connection
 * is authorized.
 */
export async function holdRun(
  db: Executor,
  id: string,
  error: RunError,
  kind: 'held' | 'reconnect' = 'held',
): Promise<void> {
  await releaseCredits(db, 'agent_runs', id);
  await sql`
    with run as (
      update agent_runs set status = 'held', waiting_for = ${json(toWaitingFor(kind, messageFromError(error)))}, error = ${json(error)}, event_seq = event_seq + 1
      where id = ${id} and completed is null and status <> 'cancelling' returning id, event_seq
    ), events as (${insertEventRows([{ kind: 'error', turn: 0, payload: { ...error } }])})
    select pg_notify('holdfast_runs', id::text) from run`.execute(db);
}

/** Resumes a held run, with an optional message for its next turn. Returns false if it is not held. */
export async function releaseRun(db: Executor, id: string, message: string | undefined): Promise<boolean> {
  const released = await releaseRuns(db, [id], message);
  return released.length > 0;
}

/** Resumes several runs. Returns the IDs of those that were held. */
export async function releaseRuns(db: Executor, ids: readonly string[], message?: string): Promise<string[]> {
  const rows = await db
    .updateTable('agent_runs')
    .set({
      status: 'running',
      waiting_for: null,
      error: null,
      resume_asked: sql<Date>`now()`,
      ...(message === undefined ? {} : { next_messages: appendMessage(message) }),
    })
    .where('id', 'in', ids)
    .where('status', '=', 'held')
    .returning('id')
    .execute();
  const released = rows.map(({ id }) => id);
  if (released.length > 0)
    await sql`
      update run_waits set ended_at = coalesce(ended_at, now()), heard_at = now()
      where run_id = any(${released}::uuid[]) and tool_call_id is null and heard_at is null`.execute(db);
  return released;
}

/** Stores a message for the next turn of a run. Returns false if that turn has begun or the run has ended. */
export async function storeNextMessage(db: Executor, id: string, message: string): Promise<boolean> {
  const row = await db
    .updateTable('agent_runs')
    .set({ next_messages: appendMessage(message) })
    .where('id', '=', id)
    .where(sql<boolean>`(status in ('waiting_for_human', 'held') or (status = 'running' and begun_turn <= turns))`)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Condition for statements of other modules: the run exists and is active. */
export function isAgentRunOpen(id: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from agent_runs where id = ${id} and completed is null)`;
}
