import type { AssistantModelMessage } from '@ai-sdk/provider-utils';
import type { ModelResponse } from '../../../src/platform/models/gateway.ts';
import { type GuardOptions, judgeTexts, maskTexts, needsJudge } from '../../../src/tasks/guardrails/guard.ts';
import type { Hit } from '../../../src/tasks/guardrails/hits.ts';
import { getGuardrailKind } from '../../../src/tasks/guardrails/kinds/index.ts';
import type { GuardrailItem } from '../../../src/tasks/guardrails/kinds/kind.ts';
import { GuardedStream } from '../../../src/tasks/guardrails/stream.ts';
import type { ActivityContext } from '../../context.ts';
import type { TextSink } from '../../runs/text-buffer.ts';
import type { TurnInProgress } from '../calls/outcome.ts';
import { findGuarding, listArguments, scanArguments } from './guarding.ts';

/** A response without what guardrails mask, and their hits. */
interface ScannedAnswer {
  readonly answer: ModelResponse;
  readonly hits: readonly Hit[];
}

/** Guarded output of a model in a turn. */
export interface GuardedOutput extends TextSink {
  readonly items: readonly GuardrailItem[];
  /** Whether the turn waits for a model that judges its response. */
  readonly awaitsJudge: boolean;
  /** Masks a response, as it can be stored. Throws GuardrailBlocked. */
  readonly scan: (answer: ModelResponse, signal: AbortSignal) => Promise<ScannedAnswer>;
  /** Has models judge a masked response, and returns all hits. Throws as {@link judgeTexts}. */
  readonly judge: (scanned: ScannedAnswer, signal: AbortSignal) => Promise<readonly Hit[]>;
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
  if (!guarding)
    return {
      ...sink,
      items: [],
      awaitsJudge: false,
      scan: async (answer) => ({ answer, hits: [] }),
      judge: async ({ hits }) => hits,
    };
  const { items } = guarding;
  const judge = ({ answer, hits }: ScannedAnswer, signal: AbortSignal) =>
    judgeTexts(ctx, guarding, { texts: [answer.text, ...listArguments(answer.toolCalls)], hits }, signal);
  const getScope = (item: GuardrailItem) => getGuardrailKind(item).detector.for;
  const mustBuffer = items.some((item) => item.action === 'block' && getScope(item) !== 'places');
  const strict = items.filter((item) => item.action !== 'flag' && getScope(item) === 'places');
  const output = mustBuffer ? bufferOutput(guarding, sink, judge) : streamOutput(guarding, strict, sink, stop, judge);
  return { items, awaitsJudge: items.some((item) => item.action === 'block' && needsJudge(item)), ...output };
}

type Output = Omit<GuardedOutput, 'items' | 'awaitsJudge'>;

/** Buffers the text until the response is complete, as these guardrails require. */
function bufferOutput(guarding: GuardOptions, sink: TextSink, judge: GuardedOutput['judge']): Output {
  return {
    add: () => undefined,
    restart: sink.restart,
    async scan(answer, signal) {
      const { texts, hits } = await maskTexts(guarding, [answer.text], signal);
      const inCalls = await scanArguments(guarding, answer.toolCalls, signal);
      return { answer: replaceResponseText(answer, texts[0] ?? ''), hits: [...hits, ...inCalls] };
    },
    async judge(scanned, signal) {
      const hits = await judge(scanned, signal);
      sink.add(scanned.answer.text);
      return hits;
    },
  };
}

/** Masks or blocks while the text streams, and flags at the end. */
function streamOutput(
  guarding: GuardOptions,
  strict: readonly GuardrailItem[],
  sink: TextSink,
  stop: (reason: Error) => void,
  judge: GuardedOutput['judge'],
): Output {
  const stream = strict.length === 0 ? undefined : new GuardedStream(strict, sink.add, stop);
  const rest = guarding.items.filter((item) => !strict.includes(item));
  return {
    add: (text) => (stream ?? sink).add(text),
    async restart() {
      await stream?.restart();
      await sink.restart();
    },
    async scan(answer, signal) {
      const inCalls = await scanArguments(guarding, answer.toolCalls, signal);
      const { text, hits } = (await stream?.finish()) ?? { text: answer.text, hits: [] };
      const flagged = await maskTexts({ ...guarding, items: rest }, [text], signal);
      return { answer: replaceResponseText(answer, text), hits: [...hits, ...flagged.hits, ...inCalls] };
    },
    judge,
  };
}

/** Replaces the text of a response: the conversation stores the guarded text. */
function replaceResponseText(answer: ModelResponse, text: string): ModelResponse {
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
