import type { ModelMessage } from '@ai-sdk/provider-utils';
import { tokensOf } from '../../platform/models/usage.ts';
import type { AgentRevisionRow } from '../queries.ts';
import { FORMATTER } from '../tools/kind.ts';
import type { PastCall, PastTurn } from '../turns/messages.ts';
import type { Conversation, PromptPart } from './part.ts';

/** Messages a model is given where the memory's configuration does not say. */
const USUAL_MESSAGES = 200;

/** Messages a model is given of the conversation. */
export function memoryOf({ memory_config }: Pick<AgentRevisionRow, 'memory_config'>): number {
  return Number(memory_config.max_events ?? USUAL_MESSAGES);
}

/** The newest of the conversation. */
export const memory: PromptPart = {
  name: 'memory',
  order: 40,
  budget: (left) => left,
  render: ({ revision, conversation }, budget) => ({
    messages: messagesOf(conversation, { messages: memoryOf(revision), tokens: budget }),
  }),
};

/** Most of a conversation that is told. */
interface Bounds {
  readonly messages: number;
  readonly tokens: number;
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
 * The conversation as messages, cut to the newest of them without parting a call from its result. Where the cut
 * falls into a run, the message that began that run stays, so that the model knows what was asked. The newest turn is
 * kept even where it alone goes beyond the bounds.
 */
function messagesOf({ turns, runId, message, notes }: Conversation, most: Bounds): ModelMessage[] {
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
  const calls = turn.calls.filter((call) => call.tool_type !== FORMATTER);
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
function newest(groups: readonly Group[], most: Bounds): ModelMessage[] {
  const sizeOf = (told: unknown) => (most.tokens === Number.POSITIVE_INFINITY ? 0 : tokensOf(JSON.stringify(told)));
  let from = groups.length - 1;
  let count = groups[from]?.messages.length ?? 0;
  let tokens = sizeOf(groups[from]?.messages ?? []);
  for (let at = from - 1; at >= 0; at--) {
    const group = groups[at];
    if (!group) break;
    count += group.messages.length;
    tokens += sizeOf(group.messages);
    if (count + (group.opens ? 0 : 1) > most.messages) break;
    if (tokens + (group.opens ? 0 : sizeOf(group.begun)) > most.tokens) break;
    from = at;
  }
  const kept = groups.slice(from).flatMap((group) => group.messages);
  const first = groups[from];
  return !first || first.opens ? kept : [{ role: 'user', content: first.begun }, ...kept];
}
