import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiContext } from '../context.ts';
import type { AnswerStep } from './answer.ts';
import { prepareResponse, type StartedResponse } from './begin.ts';
import type { ChatRequest } from './chat-schemas.ts';
import { planConversation } from './conversation.ts';
import { toRequestedFormat } from './formats.ts';
import { digestConversation, type Message, TURN_SEPARATOR, toMessages } from './messages.ts';
import { getRunnableModel } from './models.ts';
import type { ResponseRequest } from './request.ts';
import { type Answer, type ModelRun, toRunFailure, toWaitNotice } from './runs.ts';
import { awaitAnswer, type StreamFormat, streamAnswer } from './wait.ts';

interface ChatInput {
  readonly ctx: ApiContext;
  readonly body: ChatRequest;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Answers a conversation by a run, as one completion or as a stream of chunks. */
export async function completeChat({ ctx, body, request, reply }: ChatInput) {
  const messages = toMessages(body.messages);
  const model = await getRunnableModel(ctx, request, body.model);
  const { user } = body;
  const digest = (conversation: readonly Message[]) => digestConversation(conversation, { user });
  const { type, json_schema: format } = body.response_format ?? { type: 'text' as const };
  const input: ResponseRequest = {
    ctx,
    request,
    reply,
    model,
    param: 'messages',
    messages,
    digest: digest(messages),
    stream: body.stream ?? false,
    stored: false,
    user,
    settings: body,
    format: toRequestedFormat('response_format', { type, ...format }),
    echo: {},
  };
  const conversation = { ctx, caller: request.caller, model, messages, param: 'messages', digest };
  if (input.stream) request.server.countStream(request, reply);
  const begun = await prepareResponse(input, () => planConversation(conversation));
  if (!input.stream) return toCompletion(ctx, input, begun, await awaitAnswer(input, begun));
  await streamAnswer(input, begun, createChunks(ctx, body, begun));
  return undefined;
}

function toCompletion(ctx: ApiContext, { model }: ResponseRequest, begun: StartedResponse, answer: Answer) {
  const { run, parts, pending } = answer;
  const failure = toRunFailure(run);
  if (failure !== undefined) throw failure;
  const notice = run.completed === null ? [toWaitNotice(ctx, run, pending)] : [];
  const content = [...parts, ...notice].join(TURN_SEPARATOR);
  const message = { role: 'assistant' as const, content, refusal: null };
  return {
    id: toChatId(begun),
    object: 'chat.completion' as const,
    created: toSeconds(begun),
    model: model.model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: toFinishReason(run) }],
    usage: toChatUsage(run),
  };
}

const toChatId = ({ id }: StartedResponse) => `chatcmpl-${id.replaceAll('-', '')}`;
const toSeconds = ({ created }: StartedResponse) => Math.floor(created.getTime() / 1000);

function toFinishReason({ finish_reason: reason, completed }: ModelRun): 'stop' | 'length' | 'content_filter' {
  if (completed === null) return 'stop';
  if (reason === 'content-filter' || reason === 'refusal') return 'content_filter';
  return reason === 'length' ? 'length' : 'stop';
}

function toChatUsage(run: ModelRun) {
  return {
    prompt_tokens: run.input_tokens,
    completion_tokens: run.output_tokens,
    total_tokens: run.input_tokens + run.output_tokens,
    prompt_tokens_details: { cached_tokens: run.cached_input_tokens },
    completion_tokens_details: { reasoning_tokens: run.reasoning_tokens },
  };
}

/** Stream of chunks. */
function createChunks(
  ctx: ApiContext,
  { model, stream_options: options }: ChatRequest,
  begun: StartedResponse,
): StreamFormat {
  const base = {
    id: toChatId(begun),
    object: 'chat.completion.chunk' as const,
    created: toSeconds(begun),
    model,
  };
  const usage = options?.include_usage ? { usage: null } : {};
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    data: { ...base, choices: [{ index: 0, delta, logprobs: null, finish_reason }], ...usage },
  });
  let lastPart = 0;
  let isEmpty = true;
  const toDelta = (part: number, text: string) => {
    const separator = part !== lastPart && !isEmpty ? TURN_SEPARATOR : '';
    lastPart = part;
    isEmpty = false;
    return chunk({ content: separator + text });
  };
  return {
    open: () => [chunk({ role: 'assistant', content: '' })],
    step: (step: AnswerStep) => (step.type === 'text' ? [toDelta(step.part, step.delta)] : []),
    end: ({ run, parts, pending }) => [
      ...(run.completed === null ? [toDelta(parts.length, toWaitNotice(ctx, run, pending))] : []),
      chunk({}, toFinishReason(run)),
      ...(options?.include_usage ? [{ data: { ...base, choices: [], usage: toChatUsage(run) } }] : []),
      { data: '[DONE]', isText: true },
    ],
    fail: (error) => [{ data: error }],
  };
}
