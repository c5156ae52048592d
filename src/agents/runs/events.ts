import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import type { AgentRunStatus } from '../contract.ts';

/** Kinds of a run's events, as the stream names them. */
type EventKind =
  | 'session_id'
  | 'text'
  | 'tool_call'
  | 'tool_progress'
  | 'tool_result'
  | 'turn_restarted'
  | 'skill_activated'
  | 'approval_required'
  | 'approval_decided'
  | 'call_parked'
  | 'formatted_output'
  | 'guardrail'
  | 'error'
  | 'done';

/** An event to be stored. */
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
 * Part of a statement that inserts events. `run` must be a CTE of the same statement that adds the number of events to
 * the run's `event_seq` and returns `id` and `event_seq`. So numbers follow the order of commits, and a superseded
 * attempt writes nothing.
 */
export function insertEventRows(events: readonly NewEvent[]): RawBuilder<unknown> {
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

/**
 * Inserts events of an active attempt at a turn. Returns false if the attempt was superseded or the run has ended.
 * `wake` notifies followers immediately. Others are read at the next poll, because NOTIFY takes a server-wide lock.
 */
export async function appendAttemptEvents(
  db: Executor,
  run: { readonly id: string; readonly attempt: number },
  events: readonly NewEvent[],
  wake = false,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    with run as (
      update agent_runs set event_seq = event_seq + ${events.length}
      where id = ${run.id} and attempt = ${run.attempt} and completed is null returning id, event_seq
    ), written as (${insertEventRows(events)})
    ${wake ? sql`select id, pg_notify('holdfast_runs', id::text) from run` : sql`select id from run`}`.execute(db);
  return rows.length > 0;
}

/** Inserts events outside a turn's attempt. */
export async function appendEvents(db: Executor, runId: string, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  await sql`
    with run as (update agent_runs set event_seq = event_seq + ${events.length} where id = ${runId} returning id, event_seq),
    written as (${insertEventRows(events)})
    select pg_notify('holdfast_runs', id::text) from run`.execute(db);
}

/** Status of a run and its events after a number, from one snapshot. */
interface RunProgress {
  readonly status: AgentRunStatus;
  /** Oldest first. */
  readonly events: readonly RunEvent[];
  /** Whether more events may follow. */
  readonly more: boolean;
}

/**
 * Reads the next events of a run: at most `limit` events and `bytes` of stored data. The last event can exceed `bytes`.
 * Returns undefined if the run is gone.
 */
export async function readProgress(
  db: Executor,
  runId: string,
  after: number,
  options: { readonly deltas: boolean; readonly limit: number; readonly bytes: number },
): Promise<RunProgress | undefined> {
  const { limit, bytes } = options;
  const { rows } = await sql<RunEvent & { status: AgentRunStatus; seq: number | null; upto: number }>`
    select r.status, e.* from agent_runs r
      left join lateral (
        select * from (
          select w.*, sum(w.size) over (order by w.seq)::float8 as upto from (
            select u.*, pg_column_size(u.payload) as size from (${options.deltas ? selectDeltas(after, limit) : selectCompleteTexts(after, limit)}) u) w
        ) m where m.upto - m.size < ${bytes}
      ) e on true
    where r.id = ${runId} order by e.seq`.execute(db);
  const [first] = rows;
  if (!first) return undefined;
  const events = rows.filter((row) => row.seq !== null);
  const more = events.length === limit || (events.at(-1)?.upto ?? 0) >= bytes;
  return { status: first.status, events, more };
}

/** Selects the events of run `r` as stored. */
function selectDeltas(after: number, limit: number): RawBuilder<unknown> {
  return sql`select seq, kind, turn, payload, created from run_events where run_id = r.id and seq > ${after} order by seq limit ${limit}`;
}

/** Selects events with the text of each stored turn as one event, in place of its deltas. */
function selectCompleteTexts(after: number, limit: number): RawBuilder<unknown> {
  return sql`select seq, kind, turn, payload, created from run_events
      where run_id = r.id and kind <> 'text' and seq > ${after}
    union all
    select text_seq, 'text', turn, json_build_object('text', text, 'turn', turn), created from agent_turns
      where run_id = r.id and text_seq > ${after}
    order by seq limit ${limit}`;
}

/** Finds the number of the event at which a run paused for a request, and whether the request is undecided. */
export async function findPause(
  db: Executor,
  runId: string,
  requestId: string,
): Promise<{ seq: number; isOpen: boolean }> {
  const { rows } = await sql<{ seq: number | null; open: boolean }>`
    select max(seq) as seq, exists (select from approval_requests where id = ${requestId} and status = 'pending') as open from run_events
    where run_id = ${runId} and kind = 'approval_required' and payload ->> 'approval_request_id' = ${requestId}`.execute(
    db,
  );
  return { seq: rows[0]?.seq ?? 0, isOpen: rows[0]?.open ?? false };
}
