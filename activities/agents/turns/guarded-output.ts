import type { AssistantModelMessage } from '@ai-sdk/provider-utils';
import type { ModelResponse } from '../../../src/platform/models/gateway.ts';
import { type GuardOptions, guardTexts } from '../../../src/tasks/guardrails/guard.ts';
import type { Hit } from '../../../src/tasks/guardrails/hits.ts';
import { getGuardrailKind } from '../../../src/tasks/guardrails/kinds/index.ts';
import type { GuardrailItem } from '../../../src/tasks/guardrails/kinds/kind.ts';
import { GuardedStream } from '../../../src/tasks/guardrails/stream.ts';
import type { ActivityContext } from '../../context.ts';
import type { TextSink } from '../../runs/text-buffer.ts';
import type { TurnInProgress } from '../calls/outcome.ts';
import { findGuarding, guardArguments } from './guarding.ts';

/** Guarded output of a model in a turn. */
export interface GuardedOutput extends TextSink {
  readonly items: readonly GuardrailItem[];
  /** Returns the response as it can be stored, with the guardrail hits. Throws GuardrailBlocked. */
  readonly finish: (
    answer: ModelResponse,
    signal: AbortSignal,
  ) => Promise<{ answer: ModelResponse; hits: readonly Hit[] }>;
}

/**
 * Applies the output guardrails of a turn before followers receive its text. Calls `stop` with the reason if the model
 * must stop.
 */
export function guardOutput(
  ctx: ActivityContext,
  begun: TurnInProgress,
  sink: TextSink,
  stop: (reason: Error) => void,
): GuardedOutput {
  const guarding = findGuarding(ctx, begun, 'output');
  if (!guarding) return { ...sink, items: [], finish: async (answer) => ({ answer, hits: [] }) };
  const { items } = guarding;
  const getScope = (item: GuardrailItem) => getGuardrailKind(item).detector.for;
  const mustBuffer = items.some((item) => item.action === 'block' && getScope(item) !== 'places');
  const strict = items.filter((item) => item.action !== 'flag' && getScope(item) === 'places');
  if (mustBuffer) return bufferOutput(ctx, guarding, sink);
  return streamOutput(ctx, guarding, strict, sink, stop);
}

/** Buffers the text until the response is complete, as these guardrails require. */
function bufferOutput(ctx: ActivityContext, guarding: GuardOptions, sink: TextSink): GuardedOutput {
  return {
    items: guarding.items,
    add: () => undefined,
    restart: sink.restart,
    async finish(answer, signal) {
      const { texts, hits } = await guardTexts(ctx, guarding, [answer.text], signal);
      const inCalls = await guardArguments(ctx, guarding, answer.toolCalls, signal);
      const text = texts[0] ?? '';
      sink.add(text);
      return { answer: withText(answer, text), hits: [...hits, ...inCalls] };
    },
  };
}

/** Masks or blocks while the text streams, and flags at the end. */
function streamOutput(
  ctx: ActivityContext,
  guarding: GuardOptions,
  strict: readonly GuardrailItem[],
  sink: TextSink,
  stop: (reason: Error) => void,
): GuardedOutput {
  const stream = strict.length === 0 ? undefined : new GuardedStream(strict, sink.add, stop);
  const rest = guarding.items.filter((item) => !strict.includes(item));
  return {
    items: guarding.items,
    add: (text) => (stream ?? sink).add(text),
    async restart() {
      await stream?.restart();
      await sink.restart();
    },
    async finish(answer, signal) {
      const inCalls = await guardArguments(ctx, guarding, answer.toolCalls, signal);
      const { text, hits } = (await stream?.finish()) ?? { text: answer.text, hits: [] };
      const flagged = await guardTexts(ctx, { ...guarding, items: rest }, [text], signal);
      return { answer: withText(answer, text), hits: [...hits, ...flagged.hits, ...inCalls] };
    },
  };
}

/** Replaces the text of a response: the conversation stores the guarded text. */
function withText(answer: ModelResponse, text: string): ModelResponse {
  if (text === answer.text) return answer;
  return { ...answer, text, message: { ...answer.message, content: replaceText(answer.message.content, text) } };
}

/** The first text part gets all of it. Empty text parts stay: they can carry a signature. */
function replaceText(content: AssistantModelMessage['content'], text: string): AssistantModelMessage['content'] {
  if (typeof content === 'string') return text;
  const first = content.findIndex((part) => part.type === 'text' && part.text !== '');
  return content.flatMap((part, at) => {
    if (part.type !== 'text' || part.text === '') return part;
    return at === first && text !== '' ? { type: 'text' as const, text } : [];
  });
}
