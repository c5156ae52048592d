import type { AssistantModelMessage, ModelMessage } from 'ai';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import type { AgentRunsTable, ToolOutcome } from './tables.ts';

/** A call of a stored turn with what came of it. */
export interface PastCall {
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
export async function pastTurns(db: Executor, sessionId: string, runId: string, limit: number): Promise<PastTurn[]> {
  const { rows } = await sql<PastTurn>`
    select t.run_id, t.turn, case when t.assistant is null then t.text else '' end as text, t.assistant,
      case when t.note is null then t.notes else array_prepend(t.note, t.notes) end as notes,
      case when lag(t.run_id) over (order by t.run_id, t.turn) is distinct from t.run_id
        then (select r.message from agent_runs r where r.id = t.run_id) end as message,
      coalesce((
        select json_agg(json_build_object('provider_call_id', c.provider_call_id, 'tool_name', c.tool_name, 'tool_type', c.tool_type,
          'edited_arguments', c.edited_arguments, 'outcome', c.outcome, 'result', c.result) order by c.position)
        from tool_calls c where c.run_id = t.run_id and c.turn = t.turn), '[]') as calls
    from (
      select * from agent_turns where session_id = ${sessionId} and run_id <= ${runId}
      order by run_id desc, turn desc limit ${limit}
    ) t order by t.run_id, t.turn`.execute(db);
  return rows;
}

/** What people say to the turn that a run begins. */
export function notesFor(run: Pick<Selectable<AgentRunsTable>, 'next_message' | 'next_messages'>): readonly string[] {
  return run.next_message === null ? run.next_messages : [run.next_message, ...run.next_messages];
}

/** The messages that wait for a run's next turn, and one more after them. */
export function withMessage(message: string): RawBuilder<string[]> {
  return sql<string[]>`array_append(next_messages, ${message}::text)`;
}

/** What the model is told of a conversation. */
export interface Conversation {
  readonly turns: readonly PastTurn[];
  readonly runId: string;
  /** The message that began the current run. */
  readonly message: string;
  /** What people say to the turn that begins. */
  readonly notes: readonly string[];
}

/** Messages that are kept or left out together. */
interface Group {
  readonly messages: readonly ModelMessage[];
  /** The message that began their run. */
  readonly begun: string;
  /** Whether that message is what they are. */
  readonly opens: boolean;
}

/**
 * The conversation as messages, cut to the newest `most` of them without parting a call from its result. Where the cut
 * falls into a run, the message that began that run stays, so that the model knows what was asked. The newest turn is
 * kept even where it alone has more messages.
 */
export function messagesOf({ turns, runId, message, notes }: Conversation, most: number): ModelMessage[] {
  const groups: Group[] = [];
  const add = (begun: string, messages: readonly ModelMessage[], opens = false) => {
    if (messages.length > 0) groups.push({ messages, begun, opens });
  };
  const open = (text: string) => add(text, [{ role: 'user', content: text }], true);
  let begun = message;
  for (const turn of turns) {
    begun = turn.message ?? begun;
    if (turn.turn === 1) open(begun);
    add(begun, asMessages(turn.notes));
    add(begun, turnMessages(turn));
  }
  if (!turns.some((turn) => turn.run_id === runId)) open(message);
  add(message, asMessages(notes));
  return newest(groups, most);
}

function asMessages(notes: readonly string[]): ModelMessage[] {
  return notes.map((content) => ({ role: 'user', content }));
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

/** Keeps whole groups from the end, and before them what their run began with. */
function newest(groups: readonly Group[], most: number): ModelMessage[] {
  let from = groups.length - 1;
  let count = groups[from]?.messages.length ?? 0;
  for (let at = from - 1; at >= 0; at--) {
    const group = groups[at];
    if (!group) break;
    count += group.messages.length;
    if (count + (group.opens ? 0 : 1) > most) break;
    from = at;
  }
  const kept = groups.slice(from).flatMap((group) => group.messages);
  const first = groups[from];
  return !first || first.opens ? kept : [{ role: 'user', content: first.begun }, ...kept];
}
