import { sql } from 'kysely';
import { type Executor, json } from '../../platform/db/client.ts';
import { type Hit, toHitsUpdate } from '../../tasks/guardrails/hits.ts';
import { insertEventRows, type NewEvent } from '../runs/events.ts';
import { toSessionTitle } from '../sessions.ts';
import type { StartedTurn } from './turns.ts';

/** Input of a turn that guardrails have checked. Another attempt does not check it again. */
export interface GuardedInput {
  readonly turn: number;
  /** Number of messages of people to the turn. */
  readonly notes: number;
}

/** Input of a turn after guardrails. */
interface PassedInput {
  readonly guarded: GuardedInput;
  readonly message: string;
  readonly notes: readonly string[];
  /** Results of calls that guardrails changed. */
  readonly results: readonly { readonly id: string; readonly result: unknown }[];
  readonly hits: readonly Hit[];
}

/** Returns the events of guardrail hits. */
export function toHitEvents(hits: readonly Hit[], turn: number): NewEvent[] {
  return hits.map((hit) => ({ kind: 'guardrail', turn, payload: { ...hit, turn } }));
}

/** Replaces a turn's input with the guarded input, and stores the hits. No effect if the attempt was superseded. */
export async function storePassedInput(db: Executor, run: StartedTurn, passed: PassedInput): Promise<void> {
  const { guarded, message, notes, results, hits } = passed;
  const events = toHitEvents(hits, guarded.turn);
  const named =
    message === run.message
      ? sql``
      : sql`named as (update sessions set title = ${toSessionTitle(message)} where id = (select session_id from run) and title = ${toSessionTitle(run.message)}), `;
  const changed =
    results.length === 0
      ? sql``
      : sql`changed as (update tool_calls c set result = r.result from run, json_to_recordset(${JSON.stringify(results)}::json) as r (id uuid, result json)
          where c.id = r.id), `;
  await sql`
    with run as (
      update agent_runs set ${toHitsUpdate(hits)} event_seq = event_seq + ${events.length}, guarded = ${json(guarded)}, message = ${message},
        next_messages = ${[...notes]}::text[]
      where id = ${run.id} and attempt = ${run.attempt} and completed is null returning id, event_seq, session_id
    ), ${named}${changed}written as (${insertEventRows(events)}) select id from run`.execute(db);
}

/**
 * Stores the guardrail hits that end a run, with their events. Call it before the run's end, in the same transaction.
 */
export async function storeBlockingHits(
  trx: Executor,
  runId: string,
  turn: number,
  hits: readonly Hit[],
): Promise<void> {
  const events = toHitEvents(hits, turn);
  await sql`
    with run as (
      update agent_runs set ${toHitsUpdate(hits)} event_seq = event_seq + ${events.length}
      where id = ${runId} and completed is null and status <> 'cancelling' returning id, event_seq
    ), written as (${insertEventRows(events)}) select id from run`.execute(trx);
}
