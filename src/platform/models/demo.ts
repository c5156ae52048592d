import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { UnidentifiedModel } from './catalogue.ts';
import { countWords, type DemoReply, demoReply, promptText } from './demo-script.ts';
import type { CallOptions, GenerateResult, LanguageModel, StreamPart } from './request.ts';

/** The catalogue's entry of the built-in model. */
export const DEMO_ENTRY: UnidentifiedModel = {
  name: 'demo',
  alias: null,
  provider: 'demo',
  vendor: 'holdfast',
  description:
    'Scripted demonstration model, not an AI: echoes messages, calls the tools they name, fills output formats, draws patterns and plays notes',
  supports_vision: false,
  supports_tools: true,
  output_modalities: ['text', 'json', 'image', 'audio'],
  context_window: null,
  input_price: '0',
  output_price: '0',
  retired: false,
  providerModel: 'demo',
};

/** Pace of the stream: slow enough to be seen. */
const WORD_MS = 15;
const SECOND_MS = 1000;

/** The demo model; it runs in this process and reaches nothing outside. */
export const demoModel: LanguageModel = {
  specificationVersion: 'v4',
  provider: 'demo',
  modelId: 'demo',
  supportedUrls: {},
  doGenerate: () => Promise.reject(new Error('models are asked for streams only')),
  async doStream(options) {
    options.abortSignal?.throwIfAborted();
    return { stream: ReadableStream.from(partsOf(options)) };
  },
};

async function* partsOf(options: CallOptions): AsyncGenerator<StreamPart> {
  const reply = demoReply(options);
  let text = '';
  yield { type: 'stream-start', warnings: [] };
  yield { type: 'text-start', id: 'text' };
  for (const piece of options.providerOptions?.demo?.unseen
    ? atOnce(reply)
    : [...waitingPieces(reply), ...wordsOf(reply.text)]) {
    await pause(piece.afterMs, options.abortSignal);
    text += piece.text;
    if (piece.text !== '') yield { type: 'text-delta', id: 'text', delta: piece.text };
  }
  yield { type: 'text-end', id: 'text' };
  yield* toolCallsOf(reply);
  yield { type: 'finish', ...endingOf(options, text, reply) };
}

/** An answer that nobody sees before it is whole. */
function atOnce({ text, waitSeconds }: DemoReply): Piece[] {
  return [{ text, afterMs: waitSeconds * SECOND_MS }];
}

interface Piece {
  readonly text: string;
  readonly afterMs: number;
}

/** The wait as words: a count of the seconds, or silence where the text must stay JSON. */
function waitingPieces({ waitSeconds, json }: DemoReply): Piece[] {
  if (waitSeconds === 0) return [];
  if (json) return [{ text: '', afterMs: waitSeconds * SECOND_MS }];
  const whole = Math.floor(waitSeconds);
  const counted = Array.from({ length: whole }, (_, index) => ({ text: `${index + 1} `, afterMs: SECOND_MS }));
  const rest = { text: 'done. ', afterMs: (waitSeconds - whole) * SECOND_MS };
  return [{ text: `Waiting ${waitSeconds} s: `, afterMs: 0 }, ...counted, rest];
}

function wordsOf(text: string): Piece[] {
  return (text.match(/\s*\S+\s*/g) ?? []).map((word) => ({ text: word, afterMs: WORD_MS }));
}

function toolCallsOf(reply: DemoReply) {
  return reply.toolCalls.map((call) => ({
    type: 'tool-call' as const,
    toolCallId: `call_${randomUUID()}`,
    toolName: call.name,
    input: JSON.stringify(call.input),
  }));
}

/** Why the answer ended and its usage, with words for tokens. */
function endingOf(
  options: CallOptions,
  text: string,
  reply: DemoReply,
): Pick<GenerateResult, 'finishReason' | 'usage'> {
  const input = countWords(promptText(options.prompt));
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

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  if (ms > 0) await sleep(ms, undefined, { signal });
}
