import type { AssistantModelMessage } from '@ai-sdk/provider-utils';
import type { ModelResponse } from '../../../src/platform/models/gateway.ts';
import { type GuardOptions, guardTexts } from '../../../src/tasks/guardrails/guard.ts';
import type { Hit } from '../../../src/tasks/guardrails/hits.ts';
import { getGuardrailKind } from '../../../src/tasks/guardrails/kinds/index.ts';
import type { GuardrailItem } from '../../../src/tasks/guardrails/kinds/kind.ts';
import { GuardedStream } from '../../../src/tasks/guardrails/stream.ts';
import type { ActivityContext } from '../../context.ts';
import type { Words } from '../../runs/gathered-text.ts';
import type { TurnInProgress } from '../calls/outcome.ts';
import { guardArguments, guardingOf } from './guarding.ts';

/** What a model says in a turn, on its way to those who follow it. */
export interface GuardedWords extends Words {
  readonly items: readonly GuardrailItem[];
  /** The answer as it may be stored, which is what came out, and what was found in it. Throws GuardrailBlocked. */
  readonly finish: (
    answer: ModelResponse,
    signal: AbortSignal,
  ) => Promise<{ answer: ModelResponse; hits: readonly Hit[] }>;
}

/** Puts the output guardrails of a turn, if it has any, before those who follow it. `stop` is told why the model has to stop. */
export function guardWords(
  ctx: ActivityContext,
  begun: TurnInProgress,
  words: Words,
  stop: (reason: Error) => void,
): GuardedWords {
  const guarding = guardingOf(ctx, begun, 'output');
  if (!guarding) return { ...words, items: [], finish: async (answer) => ({ answer, hits: [] }) };
  const { items } = guarding;
  const lookFor = (item: GuardrailItem) => getGuardrailKind(item).detector.for;
  const holdsAll = items.some((item) => item.action === 'block' && lookFor(item) !== 'places');
  const strict = items.filter((item) => item.action !== 'flag' && lookFor(item) === 'places');
  if (holdsAll) return heldWords(ctx, guarding, words);
  return streamedWords(ctx, guarding, strict, words, stop);
}

/** All is held until the answer is whole: only then those guardrails can say whether it may leave. */
function heldWords(ctx: ActivityContext, guarding: GuardOptions, words: Words): GuardedWords {
  return {
    items: guarding.items,
    add: () => undefined,
    restart: words.restart,
    async finish(answer, signal) {
      const { texts, hits } = await guardTexts(ctx, guarding, [answer.text], signal);
      const inCalls = await guardArguments(ctx, guarding, answer.toolCalls, signal);
      const text = texts[0] ?? '';
      words.add(text);
      return { answer: withText(answer, text), hits: [...hits, ...inCalls] };
    },
  };
}

/** What masks or blocks looks while the model speaks, what flags at the end. */
function streamedWords(
  ctx: ActivityContext,
  guarding: GuardOptions,
  strict: readonly GuardrailItem[],
  words: Words,
  stop: (reason: Error) => void,
): GuardedWords {
  const stream = strict.length === 0 ? undefined : new GuardedStream(strict, words.add, stop);
  const rest = guarding.items.filter((item) => !strict.includes(item));
  return {
    items: guarding.items,
    add: (text) => (stream ?? words).add(text),
    async restart() {
      await stream?.restart();
      await words.restart();
    },
    async finish(answer, signal) {
      const inCalls = await guardArguments(ctx, guarding, answer.toolCalls, signal);
      const { text, hits } = (await stream?.finish()) ?? { text: answer.text, hits: [] };
      const flagged = await guardTexts(ctx, { ...guarding, items: rest }, [text], signal);
      return { answer: withText(answer, text), hits: [...hits, ...flagged.hits, ...inCalls] };
    },
  };
}

/** An answer with another text: the conversation keeps what was said as it came out. */
function withText(answer: ModelResponse, text: string): ModelResponse {
  if (text === answer.text) return answer;
  return { ...answer, text, message: { ...answer.message, content: contentWith(answer.message.content, text) } };
}

/** The first text there is says all of it; those that say nothing may carry a signature, and stay. */
function contentWith(content: AssistantModelMessage['content'], text: string): AssistantModelMessage['content'] {
  if (typeof content === 'string') return text;
  const first = content.findIndex((part) => part.type === 'text' && part.text !== '');
  return content.flatMap((part, at) => {
    if (part.type !== 'text' || part.text === '') return part;
    return at === first && text !== '' ? { type: 'text' as const, text } : [];
  });
}
