import type { AssistantModelMessage } from '@ai-sdk/provider-utils';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import type { ToolOutcome } from '../tables.ts';

/** A call of a stored turn with its result. */
export interface PastCall {
  readonly id: string;
  readonly provider_call_id: string;
  readonly tool_name: string;
  readonly tool_type: string;
  /** What a person put in place of the model's arguments; those themselves stand in the model's answer. */
  readonly edited_arguments: unknown;
  readonly outcome: ToolOutcome | null;
  readonly result: unknown;
}

/** A stored turn of a session. */
export interface PastTurn {
  readonly run_id: string;
  readonly turn: number;
  /** What was said where no model's answer is stored; empty where one is, which holds the text. */
  readonly text: string;
  /** The model's answer as its provider wants to see it again; null for turns no model took. */
  readonly assistant: AssistantModelMessage | null;
  /** What people said to the turn. */
  readonly notes: readonly string[];
  /** The message that began the turn's run; only on the oldest turn of each run that was read, null on the others. */
  readonly message: string | null;
  readonly calls: readonly PastCall[];
}

/**
 * The newest turns of a session up to a run, oldest first, at most `limit` of them. A long text is read once: a run's
 * message of a megabyte would otherwise come again with each of its hundred turns.
 */
export async function listPastTurns(
  db: Executor,
  sessionId: string,
  runId: string,
  limit: number,
): Promise<PastTurn[]> {
  const { rows } = await sql<PastTurn>`
    select t.run_id, t.turn, case when t.assistant is null then t.text else '' end as text, t.assistant,
      t.notes,
      case when lag(t.run_id) over (order by t.run_id, t.turn) is distinct from t.run_id
        then (select r.message from agent_runs r where r.id = t.run_id) end as message,
      coalesce((
        select json_agg(json_build_object('id', c.id, 'provider_call_id', c.provider_call_id, 'tool_name', c.tool_name, 'tool_type', c.tool_type,
          'edited_arguments', c.edited_arguments, 'outcome', c.outcome, 'result', c.result) order by c.position)
        from tool_calls c where c.run_id = t.run_id and c.turn = t.turn), '[]') as calls
    from (
      select * from agent_turns where session_id = ${sessionId} and run_id <= ${runId}
      order by run_id desc, turn desc limit ${limit}
    ) t order by t.run_id, t.turn`.execute(db);
  return rows;
}

/** The messages that wait for a run's next turn, and one more after them. */
export function appendMessage(message: string): RawBuilder<string[]> {
  return sql<string[]>`array_append(next_messages, ${message}::text)`;
}
