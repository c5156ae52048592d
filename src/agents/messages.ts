import type { AssistantModelMessage, ModelMessage } from 'ai';
import { sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import type { ToolOutcome } from './tables.ts';

/** A call of a stored turn with what came of it. */
export interface PastCall {
  readonly id: string;
  readonly provider_call_id: string;
  readonly tool_name: string;
  readonly tool_type: string;
  readonly target_id: string | null;
  readonly arguments: unknown;
  readonly edited_arguments: unknown;
  readonly status: string;
  readonly outcome: ToolOutcome | null;
  readonly result: unknown;
}

/** A stored turn of a session. */
export interface PastTurn {
  readonly run_id: string;
  readonly turn: number;
  readonly text: string;
  /** The model's answer as its provider wants to see it again; null for turns no model took. */
  readonly assistant: AssistantModelMessage | null;
  readonly note: string | null;
  readonly finish_reason: string;
  /** The message that began the turn's run. */
  readonly message: string;
  readonly calls: readonly PastCall[];
}

/** The newest turns of a session up to a run, oldest first, at most `limit` of them. */
export async function pastTurns(db: Executor, sessionId: string, runId: string, limit: number): Promise<PastTurn[]> {
  const { rows } = await sql<PastTurn>`
    select t.run_id, t.turn, t.text, t.assistant, t.note, t.finish_reason, r.message, coalesce((
      select json_agg(json_build_object('id', c.id, 'provider_call_id', c.provider_call_id, 'tool_name', c.tool_name, 'tool_type', c.tool_type,
        'target_id', c.target_id, 'arguments', c.arguments, 'edited_arguments', c.edited_arguments, 'status', c.status,
        'outcome', c.outcome, 'result', c.result) order by c.position)
      from tool_calls c where c.run_id = t.run_id and c.turn = t.turn), '[]') as calls
    from agent_turns t join agent_runs r on r.id = t.run_id
    where t.session_id = ${sessionId} and t.run_id <= ${runId}
    order by t.run_id desc, t.turn desc limit ${limit}`.execute(db);
  return rows.reverse();
}

/** What the model is told of a conversation. */
export interface Conversation {
  readonly turns: readonly PastTurn[];
  readonly runId: string;
  /** The message that began the current run. */
  readonly message: string;
  /** A person's message for the turn that begins. */
  readonly note: string | null;
}

/** The conversation as messages, cut to the newest `most` of them without parting a call from its result. */
export function messagesOf({ turns, runId, message, note }: Conversation, most: number): ModelMessage[] {
  const groups: ModelMessage[][] = [];
  for (const turn of turns) {
    if (turn.turn === 1) groups.push([{ role: 'user', content: turn.message }]);
    if (turn.note !== null) groups.push([{ role: 'user', content: turn.note }]);
    groups.push(turnMessages(turn));
  }
  const begun = turns.some((turn) => turn.run_id === runId);
  if (!begun) groups.push([{ role: 'user', content: message }]);
  if (note !== null) groups.push([{ role: 'user', content: note }]);
  return newest(groups, most, message);
}

function turnMessages(turn: PastTurn): ModelMessage[] {
  const calls = turn.calls.filter((call) => call.tool_type !== 'formatter');
  const said: ModelMessage[] = turn.assistant
    ? [turn.assistant]
    : turn.text === ''
      ? []
      : [{ role: 'assistant', content: turn.text }];
  if (calls.length === 0) return said;
  return [
    ...said,
    {
      role: 'tool',
      content: calls.map((call) => ({
        type: 'tool-result' as const,
        toolCallId: call.provider_call_id,
        toolName: call.tool_name,
        output: { type: 'text' as const, value: resultText(call) },
      })),
    },
  ];
}

/** What the model is told came of a call. */
function resultText(call: PastCall): string {
  const result = typeof call.result === 'string' ? call.result : JSON.stringify(call.result ?? null);
  const told =
    call.edited_arguments === null
      ? ''
      : `A person changed the arguments before approving, to: ${JSON.stringify(call.edited_arguments)}\n`;
  return told + (call.outcome === 'success' ? result : `${call.outcome ?? 'error'}: ${result}`);
}

/** Keeps whole groups from the end; the conversation must still begin with a person's message. */
function newest(groups: readonly ModelMessage[][], most: number, message: string): ModelMessage[] {
  let from = groups.length;
  let count = 0;
  while (from > 0 && count + (groups[from - 1]?.length ?? 0) <= most) {
    from -= 1;
    count += groups[from]?.length ?? 0;
  }
  const kept = groups.slice(Math.min(from, groups.length - 1)).flat();
  return kept[0]?.role === 'user' ? kept : [{ role: 'user', content: message }, ...kept];
}
