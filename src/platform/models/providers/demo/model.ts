import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallOptions, GenerateResult, LanguageModel, StreamPart } from '../../request.ts';
import { countWords, createDemoReply, type DemoReply, getPromptText } from './script.ts';

/** Pace of the stream, slow enough to be visible. */
const WORD_DELAY_MS = 15;
const SECOND_MS = 1000;

/** The demo model. It runs in this process without network access. */
export const demoModel: LanguageModel = {
  specificationVersion: 'v4',
  provider: 'demo',
  modelId: 'demo',
  supportedUrls: {},
  doGenerate: () => Promise.reject(new Error('only streams are supported')),
  async doStream(options) {
    options.abortSignal?.throwIfAborted();
    return { stream: ReadableStream.from(streamParts(options)) };
  },
};

async function* streamParts(options: CallOptions): AsyncGenerator<StreamPart> {
  const reply = createDemoReply(options);
  let text = '';
  yield { type: 'stream-start', warnings: [] };
  yield { type: 'text-start', id: 'text' };
  for (const chunk of options.providerOptions?.demo?.unseen
    ? toSingleChunk(reply)
    : [...toWaitChunks(reply), ...toWordChunks(reply.text)]) {
    await wait(chunk.afterMs, options.abortSignal);
    text += chunk.text;
    if (chunk.text !== '') yield { type: 'text-delta', id: 'text', delta: chunk.text };
  }
  yield { type: 'text-end', id: 'text' };
  yield* toToolCalls(reply);
  yield { type: 'finish', ...toFinish(options, text, reply) };
}

/** Returns a response that nobody watches as one chunk. */
function toSingleChunk({ text, waitSeconds }: DemoReply): TextChunk[] {
  return [{ text, afterMs: waitSeconds * SECOND_MS }];
}

interface TextChunk {
  readonly text: string;
  readonly afterMs: number;
}

/** Returns the wait as words that count the seconds, or as silence if the text must stay JSON. */
function toWaitChunks({ waitSeconds, json }: DemoReply): TextChunk[] {
  if (waitSeconds === 0) return [];
  if (json) return [{ text: '', afterMs: waitSeconds * SECOND_MS }];
  const wholeSeconds = Math.floor(waitSeconds);
  const numbers = Array.from({ length: wholeSeconds }, (_, index) => ({ text: `${index + 1} `, afterMs: SECOND_MS }));
  const lastChunk = { text: 'done. ', afterMs: (waitSeconds - wholeSeconds) * SECOND_MS };
  return [{ text: `Waiting ${waitSeconds} s: `, afterMs: 0 }, ...numbers, lastChunk];
}

function toWordChunks(text: string): TextChunk[] {
  return (text.match(/\s*\S+\s*/g) ?? []).map((word) => ({ text: word, afterMs: WORD_DELAY_MS }));
}

function toToolCalls(reply: DemoReply) {
  return reply.toolCalls.map((call) => ({
    type: 'tool-call' as const,
    toolCallId: `call_${randomUUID()}`,
    toolName: call.name,
    input: JSON.stringify(call.input),
  }));
}

/** Returns finish reason and usage. Words count as tokens. */
function toFinish(
  options: CallOptions,
  text: string,
  reply: DemoReply,
): Pick<GenerateResult, 'finishReason' | 'usage'> {
  const input = countWords(getPromptText(options.prompt));
  const output =
    countWords(text) + reply.toolCalls.reduce((sum, call) => sum + countWords(JSON.stringify(call.input)), 0);
  return {
    finishReason: { unified: reply.toolCalls.length > 0 ? 'tool-calls' : 'stop', raw: undefined },
    usage: {
      inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: output, text: output, reasoning: 0 },
    },
  };
}

async function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  if (ms > 0) await sleep(ms, undefined, { signal });
}
