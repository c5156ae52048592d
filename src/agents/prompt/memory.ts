import type { ModelMessage } from '@ai-sdk/provider-utils';
import { isRecord } from '../../platform/json-schema.ts';
import { estimateTokens } from '../../platform/models/usage.ts';
import type { AgentRevisionRow } from '../queries.ts';
import { FORMATTER } from '../tools/kind.ts';
import type { PastCall, PastTurn } from '../turns/messages.ts';
import type { Conversation, PromptPart } from './part.ts';
import { getLoadedBudget, renderLoadedSkills } from './skills.ts';

/** Default number of messages in the memory. */
const DEFAULT_MESSAGES = 200;

/** Maximum number of messages of the conversation in a prompt. */
export function getMessageLimit({ memory_config }: Pick<AgentRevisionRow, 'memory_config'>): number {
  return Number(memory_config.max_events ?? DEFAULT_MESSAGES);
}

/** The newest messages of the conversation, and the skills that the run loaded before them. */
export const memory: PromptPart = {
  name: 'memory',
  order: 40,
  budget: (left) => left,
  render({ revision, conversation, skillsContext: { loaded } }, budget) {
    const groups = toGroups(conversation);
    const limits = { messages: getMessageLimit(revision), tokens: budget };
    const lost = (kept: readonly Group[]) => loaded.filter(({ turn }) => !kept.some((group) => group.turn === turn));
    const complete = selectNewest(groups, limits);
    if (lost(complete).length === 0) return { messages: toMessages(complete) };
    const loadedTokens = getLoadedBudget(budget);
    const kept = selectNewest(groups, { ...limits, tokens: budget - loadedTokens });
    return { system: renderLoadedSkills(lost(kept), loadedTokens), messages: toMessages(kept) };
  },
};

/** Limits of the conversation in a prompt. */
interface MemoryLimits {
  readonly messages: number;
  readonly tokens: number;
}

/** Messages that are kept or omitted together. */
interface Group {
  readonly messages: readonly ModelMessage[];
  /** Opening message of their run. */
  readonly openingMessage: string;
  /** Whether the group is that message. */
  readonly isOpening: boolean;
  /** Turn of the current run that the messages belong to. */
  readonly turn?: number;
}

/** Groups the conversation so that a call stays with its result. */
function toGroups({ turns, runId, message, notes }: Conversation): Group[] {
  const groups: Group[] = [];
  const add = (group: Group) => {
    if (group.messages.length > 0) groups.push(group);
  };
  const open = (text: string) =>
    add({ messages: [{ role: 'user', content: text }], openingMessage: text, isOpening: true });
  let openingMessage = message;
  for (const turn of turns) {
    openingMessage = turn.message ?? openingMessage;
    if (turn.turn === 1) open(openingMessage);
    add({ messages: toUserMessages(turn.notes), openingMessage, isOpening: false });
    const own = turn.run_id === runId ? { turn: turn.turn } : {};
    add({ messages: toTurnMessages(turn), openingMessage, isOpening: false, ...own });
  }
  if (!turns.some((turn) => turn.run_id === runId)) open(message);
  add({ messages: toUserMessages(notes), openingMessage: message, isOpening: false });
  return groups;
}

/**
 * Converts groups to messages. If the cut is inside a run, its opening message comes first, so the model knows the
 * request.
 */
function toMessages(groups: readonly Group[]): ModelMessage[] {
  const [first] = groups;
  const kept = groups.flatMap((group) => group.messages);
  return !first || first.isOpening ? kept : [{ role: 'user', content: first.openingMessage }, ...kept];
}

function toUserMessages(notes: readonly string[]): ModelMessage[] {
  return notes.map((content) => ({ role: 'user', content }));
}

function toTurnMessages(turn: PastTurn): ModelMessage[] {
  const calls = turn.calls.filter((call) => call.tool_type !== FORMATTER);
  const response: ModelMessage[] = turn.assistant
    ? [turn.assistant]
    : turn.text === ''
      ? []
      : [{ role: 'assistant', content: turn.text }];
  if (calls.length === 0) return response;
  return [
    ...response,
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
  const value = call.outcome === 'success' ? call.result : removeCode(call.result);
  const result = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  const edit =
    call.edited_arguments === null
      ? ''
      : `A person changed the arguments before approving, to: ${JSON.stringify(call.edited_arguments)}\n`;
  return edit + (call.outcome === 'success' ? result : `${call.outcome ?? 'error'}: ${result}`);
}

/** Removes the message code of an error: it serves translation and costs tokens. */
function removeCode(error: unknown): unknown {
  if (!isRecord(error) || !('message' in error)) return error;
  const { code: _, params: __, ...rest } = error;
  return rest;
}

/** Selects the newest groups that fit, with their opening messages. The newest group is always included. */
function selectNewest(groups: readonly Group[], limits: MemoryLimits): readonly Group[] {
  const countTokens = (value: unknown) =>
    limits.tokens === Number.POSITIVE_INFINITY ? 0 : estimateTokens(JSON.stringify(value));
  let from = groups.length - 1;
  let count = groups[from]?.messages.length ?? 0;
  let tokens = countTokens(groups[from]?.messages ?? []);
  for (let at = from - 1; at >= 0; at--) {
    const group = groups[at];
    if (!group) break;
    count += group.messages.length;
    tokens += countTokens(group.messages);
    if (count + (group.isOpening ? 0 : 1) > limits.messages) break;
    if (tokens + (group.isOpening ? 0 : countTokens(group.openingMessage)) > limits.tokens) break;
    from = at;
  }
  return groups.slice(from);
}
