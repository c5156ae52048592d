import { type Selectable, sql } from 'kysely';
import { type Db, type Executor, json } from '../../platform/db/client.ts';
import { insertEventRows, type NewEvent } from '../runs/events.ts';
import { lockRun, refreshWaiting } from '../runs/waiting.ts';
import type { ToolCallStatus, ToolCallsTable, ToolOutcome } from '../tables.ts';
import { childRuns } from '../tools/child-runs.ts';
import type { CallInRun } from './calls.ts';
import { effectMessages } from './effects.ts';

/** The end of a call. */
export interface CallEnd {
  readonly outcome: ToolOutcome;
  readonly result: unknown;
  /** Outcome of its side effect, if it has one. The ledger is settled with the call. */
  readonly effect?: 'done' | 'failed' | 'unknown';
}

/** Returns the event of a call's end. */
function toResultEvent(
  call: Pick<Selectable<ToolCallsTable>, 'id' | 'turn' | 'tool_name' | 'child_run_id'>,
  end: CallEnd,
): NewEvent {
  return {
    kind: 'tool_result',
    turn: call.turn,
    payload: {
      tool_call_id: call.id,
      tool_name: call.tool_name,
      child_run_id: call.child_run_id ?? undefined,
      outcome: end.outcome,
      result: end.result,
    },
  };
}

/**
 * Stores a call's end with its event, once. A repeat changes nothing. Use it in a transaction if the call has siblings.
 */
export async function settleCall(db: Executor, call: Selectable<ToolCallsTable>, end: CallEnd): Promise<void> {
  await sql`
    with call as (
      update tool_calls set status = 'done', outcome = ${end.outcome}, result = ${json(end.result ?? null)}, completed = now(),
        provider_wait = null, awaited_outages = null
      where id = ${call.id} and status not in ('done', 'cancelled') returning run_id
    ), run as (
      update agent_runs r set event_seq = r.event_seq + 1 from call where r.id = call.run_id and r.completed is null returning r.id, r.event_seq
    ), effect as (
      update effects set status = coalesce(${end.effect ?? null}, 'failed'), settled_at = now()
      where tool_call_id = ${call.id} and (${end.effect ?? null}::text is not null or status = 'intended')
    )
    ${insertEventRows([toResultEvent(call, end)])}`.execute(db);
}

/** Settles a call and updates the waits of its run: no other call of it may be running. */
export async function settleAndPark(db: Db, { call, siblings }: CallInRun, end: CallEnd): Promise<void> {
  // The run may have waited with a child run of the call, or for the call's connection.
  if (!siblings && call.child_run_id === null && call.provider_wait === null) return settleCall(db, call, end);
  await db.transaction().execute(async (trx) => {
    await lockRun(trx, call.run_id);
    await settleCall(trx, call, end);
    await refreshWaiting(trx, call.run_id);
  });
}

/** Cancels undecided requests and the calls of these statuses. A `ready` call may be in progress. */
export async function cancelOpenCalls(
  trx: Executor,
  runIds: readonly string[],
  statuses: readonly ToolCallStatus[] = ['waiting', 'ready'],
): Promise<void> {
  await trx
    .updateTable('approval_requests')
    .set({ status: 'cancelled', decided_at: sql<Date>`now()` })
    .where('run_id', 'in', runIds)
    .where('status', '=', 'pending')
    .execute();
  await trx
    .updateTable('run_waits')
    .set({ ended_at: sql<Date>`coalesce(ended_at, now())`, heard_at: sql<Date>`now()` })
    .where('run_id', 'in', runIds)
    .where('heard_at', 'is', null)
    .execute();
  await trx
    .updateTable('tool_calls')
    .set({ status: 'cancelled', outcome: 'cancelled', completed: sql<Date>`now()` })
    .where('run_id', 'in', runIds)
    .where('status', 'in', statuses)
    .execute();
  await trx
    .updateTable('effects as e')
    .set({ status: 'failed', detail: json(effectMessages.effect_not_sent), settled_at: sql<Date>`now()` })
    .from('tool_calls as c')
    .whereRef('c.id', '=', 'e.tool_call_id')
    .where('c.status', '=', 'cancelled')
    .where('e.run_id', 'in', runIds)
    .where('e.status', '=', 'intended')
    .execute();
}

/**
 * Cancels undecided requests and unsent calls, in the transaction of the rejection that ends the run. So nothing more
 * is sent before the workflow stops.
 */
export async function cancelUnsentCalls(
  trx: Executor,
  rejected: { readonly run_id: string; readonly tool_call_id: string | null },
): Promise<void> {
  await sql`
    with requests as (
      update approval_requests set status = 'cancelled', decided_at = now() where run_id = ${rejected.run_id} and status = 'pending'
    ), waits as (
      update run_waits set ended_at = coalesce(ended_at, now()), heard_at = now()
      where run_id = ${rejected.run_id} and heard_at is null
    )
    update tool_calls c set status = 'cancelled', outcome = 'cancelled', completed = now()
    where c.run_id = ${rejected.run_id} and c.id is distinct from ${rejected.tool_call_id}::uuid and c.status in ('waiting', 'ready')
      and not exists (select from effects e where e.tool_call_id = c.id and e.status <> 'intended')
      and not exists (select from ${childRuns} t where t.tool_call_id = c.id)`.execute(trx);
}
