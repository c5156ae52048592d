import type { ModelMessage } from '@ai-sdk/provider-utils';
import { ModelCallError } from '../models/errors.ts';
import type { ModelRequest, ModelResponse } from '../models/request.ts';
import type { ModelOperation } from './metrics.ts';
import { type Attributes, getTracing, type Span } from './tracing.ts';

/** A model as a span names it. */
export interface TracedModel {
  readonly provider: string;
  /** Name in the catalog. */
  readonly name: string;
  readonly providerModel: string;
  readonly baseUrl?: string;
}

/** Names of providers in the conventions, where they differ. */
const PROVIDER_NAMES: Readonly<Record<string, string>> = { google: 'gcp.gemini' };

/** Makes a model call in a span of OpenTelemetry's GenAI conventions, if traces are on. */
export function traceModelCall<T>(
  model: TracedModel,
  operation: ModelOperation,
  attributes: () => Attributes,
  call: () => Promise<T>,
  toResult: (result: T) => Attributes,
): Promise<T> {
  const tracing = getTracing();
  if (!tracing) return call();
  // The model of a folder is a path of this machine.
  const requested = model.provider === 'folder' ? model.name : model.providerModel;
  const options = {
    kind: 'client' as const,
    attributes: {
      'gen_ai.operation.name': operation,
      'gen_ai.provider.name': PROVIDER_NAMES[model.provider] ?? model.provider,
      'gen_ai.request.model': requested,
      ...(model.baseUrl !== undefined && { 'server.address': new URL(model.baseUrl).hostname }),
      ...attributes(),
    },
  };
  return tracing.span(`${operation} ${requested}`, options, async (span) => {
    try {
      const result = await call();
      span.setAttributes(toResult(result));
      return result;
    } catch (error) {
      setFailure(span, error);
      throw error;
    }
  });
}

/** The message of a failure may quote the provider, so only its reason is recorded. */
function setFailure(span: Span, error: unknown): void {
  if (!(error instanceof ModelCallError)) return;
  span.setAttribute('holdfast.model.failure', error.reason);
  if (error.status !== undefined) span.setAttribute('http.response.status_code', error.status);
}

/** Settings of a request, and its content where spans may contain it. */
export function toRequestAttributes({ settings, output, system, messages }: ModelRequest): Attributes {
  const { temperature, top_p, top_k, max_tokens, seed, frequency_penalty, presence_penalty } = settings;
  return {
    'gen_ai.request.temperature': temperature,
    'gen_ai.request.top_p': top_p,
    'gen_ai.request.top_k': top_k,
    'gen_ai.request.max_tokens': max_tokens,
    'gen_ai.request.seed': seed,
    'gen_ai.request.frequency_penalty': frequency_penalty,
    'gen_ai.request.presence_penalty': presence_penalty,
    'gen_ai.output.type': output === undefined ? 'text' : 'json',
    ...(getTracing()?.recordsContent && {
      ...(system !== undefined && { 'gen_ai.system_instructions': toJson([{ type: 'text', content: system }]) }),
      'gen_ai.input.messages': toJson(messages.map(toMessage)),
    }),
  };
}

/** Usage of a response, and its content where spans may contain it. */
export function toResponseAttributes(response: ModelResponse): Attributes {
  const { inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens, reasoningTokens, finish } = response;
  return {
    'gen_ai.response.finish_reasons': [finish.reason],
    'gen_ai.usage.input_tokens': inputTokens,
    'gen_ai.usage.output_tokens': outputTokens,
    'gen_ai.usage.cache_read.input_tokens': cachedInputTokens,
    'gen_ai.usage.cache_creation.input_tokens': cacheWriteTokens,
    'gen_ai.usage.reasoning.output_tokens': reasoningTokens,
    ...(response.firstDeltaMs !== null && { 'gen_ai.response.time_to_first_chunk': response.firstDeltaMs / 1000 }),
    ...(getTracing()?.recordsContent && {
      'gen_ai.output.messages': toJson([{ ...toMessage(response.message), finish_reason: finish.reason }]),
    }),
  };
}

/** Token counts of a call. */
export function toUsageAttributes({ input, output }: Readonly<Record<string, number>> = {}): Attributes {
  return { 'gen_ai.usage.input_tokens': input, 'gen_ai.usage.output_tokens': output };
}

/** Converts a message to the form of the conventions. Files appear by their media type. */
function toMessage({ role, content }: ModelMessage): object {
  const parts = typeof content === 'string' ? [{ type: 'text', content }] : content.map(toPart);
  return { role, parts };
}

function toPart(part: Exclude<ModelMessage['content'], string>[number]): object {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { type: part.type, content: part.text };
    case 'tool-call':
      return { type: 'tool_call', id: part.toolCallId, name: part.toolName, arguments: part.input };
    case 'tool-result':
      return { type: 'tool_call_response', id: part.toolCallId, response: part.output };
    default:
      return { type: part.type, ...('mediaType' in part && { mime_type: part.mediaType }) };
  }
}

function toJson(value: unknown): string {
  return JSON.stringify(value);
}
