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
  /** Arguments that a person edited. The response of the model contains the original ones. */
  readonly edited_arguments: unknown;
  readonly outcome: ToolOutcome | null;
  readonly result: unknown;
}

/** A stored turn of a session. */
export interface PastTurn {
  readonly run_id: string;
  readonly turn: number;
  /** Text of a turn without a stored response. Empty otherwise: the response contains the text. */
  readonly text: string;
  /** The model's response in its provider's format. Null for turns without a model call. */
  readonly assistant: AssistantModelMessage | null;
  /** Messages of people to the turn. */
  readonly notes: readonly string[];
  /** Opening message of the turn's run, on the oldest listed turn of each run. Null on the others. */
  readonly message: string | null;
  readonly calls: readonly PastCall[];
}

/**
 * Lists the newest turns of a session up to a run, oldest first, at most `limit`. Each long text is read once, instead
 * of with each turn.
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

/** Appends a message to those for a run's next turn. */
export function appendMessage(message: string): RawBuilder<string[]> {
  return sql<string[]>`array_append(next_messages, ${message}::text)`;
}
