import type { ModelMessage } from '@ai-sdk/provider-utils';
import { isRecord } from '../../platform/json-schema.ts';
import { estimateTokens } from '../../platform/models/usage.ts';
import type { AgentRevisionRow } from '../queries.ts';
import { FORMATTER } from '../tools/kind.ts';
import type { PastCall, PastTurn } from '../turns/messages.ts';
import { loadedBudget, loadedText } from './know-how.ts';
import type { Conversation, PromptPart } from './part.ts';

/** Messages a model is given where the memory's configuration does not say. */
const USUAL_MESSAGES = 200;

/** Messages a model is given of the conversation. */
export function memoryOf({ memory_config }: Pick<AgentRevisionRow, 'memory_config'>): number {
  return Number(memory_config.max_events ?? USUAL_MESSAGES);
}

/** The newest of the conversation, and what the run loaded before that. */
export const memory: PromptPart = {
  name: 'memory',
  order: 40,
  budget: (left) => left,
  render({ revision, conversation, knowHow: { loaded } }, budget) {
    const groups = groupsOf(conversation);
    const most = { messages: memoryOf(revision), tokens: budget };
    const lost = (kept: readonly Group[]) => loaded.filter(({ turn }) => !kept.some((group) => group.turn === turn));
    const whole = newest(groups, most);
    if (lost(whole).length === 0) return { messages: messagesOf(whole) };
    const room = loadedBudget(budget);
    const kept = newest(groups, { ...most, tokens: budget - room });
    return { system: loadedText(lost(kept), room), messages: messagesOf(kept) };
  },
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
  /** The turn of the current run that they are. */
  readonly turn?: number;
}

/** The conversation in groups, none of which parts a call from its result. */
function groupsOf({ turns, runId, message, notes }: Conversation): Group[] {
  const groups: Group[] = [];
  const add = (group: Group) => {
    if (group.messages.length > 0) groups.push(group);
  };
  const open = (text: string) => add({ messages: [{ role: 'user', content: text }], begun: text, opens: true });
  let begun = message;
  for (const turn of turns) {
    begun = turn.message ?? begun;
    if (turn.turn === 1) open(begun);
    add({ messages: asMessages(turn.notes), begun, opens: false });
    const own = turn.run_id === runId ? { turn: turn.turn } : {};
    add({ messages: turnMessages(turn), begun, opens: false, ...own });
  }
  if (!turns.some((turn) => turn.run_id === runId)) open(message);
  add({ messages: asMessages(notes), begun: message, opens: false });
  return groups;
}

/**
 * Groups as messages. Where the cut fell into a run, the message that began it comes first, so that the model knows what was
 * asked.
 */
function messagesOf(groups: readonly Group[]): ModelMessage[] {
  const [first] = groups;
  const kept = groups.flatMap((group) => group.messages);
  return !first || first.opens ? kept : [{ role: 'user', content: first.begun }, ...kept];
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
        output: {
          type: call.outcome === 'success' ? ('text' as const) : ('error-text' as const),
          value: renderResult(call),
        },
      })),
    },
  ];
}

/** Renders the result of a call for the model. */
function renderResult(call: PastCall): string {
  const value = call.outcome === 'success' ? call.result : withoutCode(call.result);
  const result = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  const edit =
    call.edited_arguments === null
      ? ''
      : `A person changed the arguments before approving, to: ${JSON.stringify(call.edited_arguments)}\n`;
  return edit + (call.outcome === 'success' ? result : `${call.outcome ?? 'error'}: ${result}`);
}

/** An error without the code of its message: that is for translation, and costs tokens. */
function withoutCode(error: unknown): unknown {
  if (!isRecord(error) || !('message' in error)) return error;
  const { code: _, params: __, ...rest } = error;
  return rest;
}

/** Whole groups from the end, as many as fit with what their run began with; the newest even where it alone does not. */
function newest(groups: readonly Group[], most: Bounds): readonly Group[] {
  const sizeOf = (told: unknown) =>
    most.tokens === Number.POSITIVE_INFINITY ? 0 : estimateTokens(JSON.stringify(told));
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
  return groups.slice(from);
}
