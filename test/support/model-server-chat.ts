import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { ModelScripts, Step, ToolCallStep } from './model-server-scripts.ts';

/** Fields of a chat completions request that the server reads. */
export interface ChatBody {
  readonly model?: string;
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean };
  readonly tools?: readonly { readonly function?: { readonly name: string; readonly parameters?: unknown } }[];
  readonly messages: readonly { readonly role: string; readonly content?: unknown }[];
}

interface ChatRequest {
  readonly raw: string;
  readonly body: ChatBody;
  /** The recorded request of another protocol. */
  readonly sent?: unknown;
  readonly headers: IncomingHttpHeaders;
}

const MARKER = /\[\[script:([^\]]+)\]\]/g;
const DEFAULT_USAGE = { prompt_tokens: 10, completion_tokens: 5 };

/** Answers a chat completions request as scripted. */
export async function answerChat(scripts: ModelScripts, request: ChatRequest, response: ServerResponse): Promise<void> {
  const marker = request.raw.includes('[[script:') ? findMarker(request.body.messages) : undefined;
  if (!marker) {
    return sendAnswer(request.body, { text: `echo: ${lastUserText(request.body.messages)}` }, response, undefined);
  }
  const refused = refusedTool(request.body.tools ?? []);
  if (refused !== undefined) {
    const message = `Invalid schema for function '${refused}': array schema missing items.`;
    return sendRaw(response, 400, {}, { error: { message, type: 'invalid_request_error' } });
  }
  const step = scripts.step(marker.key, marker.assistantMessagesSince);
  const record = scripts.record(marker.key, request.sent ?? request.body, request.headers);
  const gone = new AbortController();
  response.once('close', () => {
    if (!record.finished) {
      record.aborted = true;
      gone.abort();
    }
    scripts.changed(marker.key);
  });
  const finish = () => {
    record.finished = true;
  };
  if (!step) {
    finish();
    return sendRaw(response, 404, {}, { error: { message: `no script for ${marker.key}`, type: 'no_script' } });
  }
  if (step.hang) return;
  if (step.gate !== undefined) await scripts.passGate(step.gate, gone.signal);
  if (gone.signal.aborted) return;
  if ((step.status ?? 200) !== 200 || step.body !== undefined) {
    finish();
    return sendRaw(response, step.status ?? 200, step.headers ?? {}, step.body ?? '');
  }
  await sendAnswer(request.body, step, response, { scripts, gone: gone.signal, finish });
}

/** Returns the first tool with an array schema without items, for which OpenAI rejects the request. */
function refusedTool(tools: NonNullable<ChatBody['tools']>): string | undefined {
  const lacks = (schema: unknown): boolean => {
    if (typeof schema !== 'object' || schema === null) return false;
    const isList = 'type' in schema && [schema.type].flat().includes('array');
    return (isList && !('items' in schema)) || Object.values(schema).some(lacks);
  };
  return tools.find((tool) => lacks(tool.function?.parameters))?.function?.name;
}

/** Returns the script key in a text; the last one of several. */
export function findKey(text: string): string | undefined {
  return [...text.matchAll(MARKER)].at(-1)?.[1];
}

/** Returns the last marker of the newest message with one, and the number of assistant messages after it. */
function findMarker(messages: ChatBody['messages']): { key: string; assistantMessagesSince: number } | undefined {
  let assistantMessagesSince = 0;
  for (const message of messages.toReversed()) {
    if (message.role === 'assistant') {
      assistantMessagesSince++;
      continue;
    }
    const key = findKey(textOf(message.content));
    if (key !== undefined) return { key, assistantMessagesSince };
  }
  return undefined;
}

function lastUserText(messages: ChatBody['messages']): string {
  return textOf(messages.findLast((message) => message.role === 'user')?.content);
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part: { text?: unknown }) => (typeof part.text === 'string' ? part.text : '')).join('');
}

interface Scripted {
  readonly scripts: ModelScripts;
  readonly gone: AbortSignal;
  readonly finish: () => void;
}

async function sendAnswer(
  body: ChatBody,
  step: Step,
  response: ServerResponse,
  scripted: Scripted | undefined,
): Promise<void> {
  if (body.stream) return streamAnswer(body, step, response, scripted);
  const chunks = step.chunks ?? (step.text === undefined ? [] : [step.text]);
  const calls = (step.tool_calls ?? []).map(wireCall);
  const text = JSON.stringify({
    id: 'chatcmpl-scripted',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: body.model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: chunks.join('') || null,
          ...(calls.length > 0 && { tool_calls: calls }),
        },
        finish_reason: calls.length > 0 ? 'tool_calls' : 'stop',
      },
    ],
    usage: totalled(step.usage),
  });
  const headers = { ...step.headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
  scripted?.finish();
  response.writeHead(200, headers);
  if (step.cut_after_chunks === undefined) {
    response.end(text);
    return;
  }
  const half = text.slice(0, step.cut_after_chunks === 0 ? 0 : text.length / 2);
  response.flushHeaders();
  response.write(half, () => response.destroy());
}

/** Sends the response as server-sent events, in a single write without gates and cuts. */
async function streamAnswer(
  body: ChatBody,
  step: Step,
  response: ServerResponse,
  scripted: Scripted | undefined,
): Promise<void> {
  const events = eventsOf(body, step);
  response.writeHead(200, { ...step.headers, 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const atOnce = events.text.length <= 1 && step.pace_ms === undefined;
  if (atOnce && !step.gate_after_chunks && step.cut_after_chunks === undefined) {
    scripted?.finish();
    response.end([events.opening, ...events.text, ...events.closing].join(''));
    return;
  }
  response.write(events.opening);
  for (let sent = 0; sent <= events.text.length; sent++) {
    if (step.cut_after_chunks === sent) {
      scripted?.finish();
      // The callback runs after all earlier writes were sent.
      response.write('\n', () => response.destroy());
      return;
    }
    if (scripted && step.gate_after_chunks?.count === sent) {
      await scripted.scripts.passGate(step.gate_after_chunks.gate, scripted.gone);
      if (scripted.gone.aborted) return;
    }
    if (step.pace_ms !== undefined) await pause(step.pace_ms);
    if (scripted?.gone.aborted) return;
    response.write(events.text[sent] ?? '');
  }
  scripted?.finish();
  response.end(events.closing.join(''));
}

function eventsOf(body: ChatBody, step: Step) {
  const event = (fields: object) =>
    `data: ${JSON.stringify({ id: 'chatcmpl-scripted', object: 'chat.completion.chunk', created: 1_700_000_000, model: body.model, ...fields })}\n\n`;
  const delta = (value: object, finish_reason: string | null = null) =>
    event({ choices: [{ index: 0, delta: value, finish_reason }] });
  const chunks = step.chunks ?? (step.text === undefined ? [] : [step.text]);
  const calls = (step.tool_calls ?? []).map(wireCall);
  return {
    opening: delta({ role: 'assistant', content: '' }),
    text: chunks.map((content) => delta({ content })),
    closing: [
      ...calls.flatMap((call, index) =>
        callFragments(call, index).map((fragment) => delta({ tool_calls: [fragment] })),
      ),
      delta({}, calls.length > 0 ? 'tool_calls' : 'stop'),
      ...(body.stream_options?.include_usage ? [event({ choices: [], usage: totalled(step.usage) })] : []),
      'data: [DONE]\n\n',
    ],
  };
}

type WireCall = ReturnType<typeof wireCall>;

let callsMade = 0;

function wireCall(call: ToolCallStep) {
  const args = typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments);
  return {
    id: call.id ?? `call_scripted_${++callsMade}`,
    type: 'function',
    function: { name: call.name, arguments: args },
  };
}

/** Sends the name with empty arguments, then the arguments in three parts, as the real service does. */
function callFragments(call: WireCall, index: number): object[] {
  const args = call.function.arguments;
  const third = Math.max(1, Math.ceil(args.length / 3));
  const pieces = [args.slice(0, third), args.slice(third, 2 * third), args.slice(2 * third)].filter(Boolean);
  return [
    { ...call, index, function: { name: call.function.name, arguments: '' } },
    ...pieces.map((piece) => ({ index, function: { arguments: piece } })),
  ];
}

function totalled(usage: Step['usage'] = DEFAULT_USAGE) {
  return { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens };
}

/** Sends a raw body, or JSON. */
export function sendRaw(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: unknown,
): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    ...headers,
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}
