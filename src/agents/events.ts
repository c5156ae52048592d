import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';

/** Kinds of a run's events, as the stream names them. */
export type EventKind =
  | 'session_id'
  | 'text'
  | 'tool_call'
  | 'tool_result'
  | 'turn_restarted'
  | 'approval_required'
  | 'approval_decided'
  | 'formatted_output'
  | 'error'
  | 'done';

/** An event to be written. */
export interface NewEvent {
  readonly kind: EventKind;
  readonly turn: number;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** An event of a stream. */
export interface RunEvent {
  /** The event's number in the run. */
  readonly seq: number;
  readonly kind: string;
  readonly turn: number;
  readonly payload: Record<string, unknown>;
  readonly created: Date;
}

/**
 * The piece of a statement that writes events. `run` must be a CTE of the same statement that has just added
 * the number of events to the run's `event_seq` and answers `id` and `event_seq`: so the order of numbers is the
 * order of commits, and nothing is written when the run was fenced off.
 */
export function eventRows(events: readonly NewEvent[]): RawBuilder<unknown> {
  const rows = events.map((event, index) => ({
    n: index + 1,
    kind: event.kind,
    turn: event.turn,
    payload: event.payload,
  }));
  return sql`insert into run_events (run_id, seq, kind, turn, payload)
    select run.id, run.event_seq - ${events.length} + e.n, e.kind, e.turn, e.payload
    from run, json_to_recordset(${JSON.stringify(rows)}::json) as e (n int, kind text, turn int, payload json)`;
}

/** Writes events of a live attempt at a turn. Answers false when the attempt was superseded or the run is over. */
export async function appendAttemptEvents(
  db: Executor,
  runId: string,
  attempt: number,
  events: readonly NewEvent[],
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    with run as (
      update agent_runs set event_seq = event_seq + ${events.length}
      where id = ${runId} and attempt = ${attempt} and completed is null returning id, event_seq
    ), written as (${eventRows(events)})
    select id from run`.execute(db);
  return rows.length > 0;
}

/** Writes events outside a turn's attempt. */
export async function appendEvents(db: Executor, runId: string, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  await sql`
    with run as (update agent_runs set event_seq = event_seq + ${events.length} where id = ${runId} returning id, event_seq),
    written as (${eventRows(events)})
    select pg_notify('holdfast_runs', id::text) from run`.execute(db);
}

/** Events after a number, oldest first, at most `limit` of them. */
export async function readEvents(db: Executor, runId: string, after: number, limit: number): Promise<RunEvent[]> {
  const rows = await db
    .selectFrom('run_events')
    .select(['seq', 'kind', 'turn', 'payload', 'created'])
    .where('run_id', '=', runId)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute();
  return rows as RunEvent[];
}

/** The same with the text of each stored turn as one event at the turn's end, in place of its deltas. */
export async function readWholeEvents(db: Executor, runId: string, after: number, limit: number): Promise<RunEvent[]> {
  const { rows } = await sql<RunEvent>`
    select seq, kind, turn, payload, created from run_events
      where run_id = ${runId} and kind <> 'text' and seq > ${after}
    union all
    select text_seq, 'text', turn, json_build_object('text', text, 'turn', turn), created from agent_turns
      where run_id = ${runId} and text_seq > ${after}
    order by seq limit ${limit}`.execute(db);
  return rows;
}

/** Number of the event that told of a request: a reader who saw the pause goes on after it. */
export async function pauseSeq(db: Executor, runId: string, requestId: string): Promise<number> {
  const { rows } = await sql<{ seq: number | null }>`
    select max(seq) as seq from run_events
    where run_id = ${runId} and kind = 'approval_required' and payload ->> 'approval_request_id' = ${requestId}`.execute(
    db,
  );
  return rows[0]?.seq ?? 0;
}
