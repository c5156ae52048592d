import { createAdapterLookup } from './adapters.ts';
import { toCallOptions } from './call-options.ts';
import type { ModelEntry } from './catalogue.ts';
import { createErrorConverters } from './error-converters.ts';
import { ModelCallError } from './errors.ts';
import { rejectsSchemas } from './json-output.ts';
import type { CallOptions, LanguageModel, ModelGateway, ModelRequest, ModelResponse, StreamPart } from './request.ts';
import { ResponseCollector } from './response.ts';
import { TaggedReasoningParser } from './tagged-reasoning.ts';
import { createTransport, type Fetch } from './transport.ts';
import { getFailedCallUsage } from './usage.ts';

export { computeCredits } from './credits.ts';
export { ModelCallError, type ModelCallReason } from './errors.ts';
export type * from './request.ts';
export type { ModelUsage } from './usage.ts';

/** Takes a part of a stream and answers the text that it adds, and whether the text before it is no part of the answer. */
type PartReader = (part: StreamPart) => { readonly text: string; readonly isRestart: boolean };

/** Who hears the pieces of an answer; nobody where it is handed over when it is whole. */
type StreamListener = Partial<Pick<Parameters<ModelGateway['stream']>[1], 'onDelta' | 'onRestart'>>;

/** An error that the caller's own `onDelta` or `onRestart` threw; it goes back to the caller as it is. */
class ListenerError extends Error {}

/**
 * The one way to call models. `env` holds the keys, `silenceMs` is the longest a provider may send no byte, `fetch`
 * replaces the HTTP client. A failed call is not repeated here: what to do about it is the workflow's decision.
 *
 * Adapters are called directly, not through the AI SDK's generateText and streamText: against a local server those
 * cost 1.5 ms more CPU per call.
 */
export function createModelGateway(options: {
  env: NodeJS.ProcessEnv;
  idleTimeoutMs: number;
  fetch?: Fetch;
}): ModelGateway {
  const getAdapter = createAdapterLookup({ env: options.env, fetch: createTransport(options) });
  const getErrorConverter = createErrorConverters(options.env);
  const schemalessServers = new Set<string>();

  const callModel = async (
    request: ModelRequest,
    signal: AbortSignal,
    listener: StreamListener = {},
  ): Promise<ModelResponse> => {
    const { model } = request;
    const attempt = async (withSchemas: boolean) => {
      const collector = new ResponseCollector();
      const convertError = getErrorConverter(model);
      let hasStarted = false;
      try {
        signal.throwIfAborted();
        const adapter = await getAdapter(model, withSchemas);
        hasStarted = true;
        const options = toCallOptions(request, { withSchemas, isObserved: listener.onDelta !== undefined }, signal);
        const timing = await readStream(adapter, options, createPartReader(model, collector), listener);
        return collector.finish(request, timing);
      } catch (error) {
        if (error instanceof ListenerError) throw error.cause;
        const failure = convertError(error, signal.aborted);
        if (hasStarted) failure.usage = getFailedCallUsage(request, failure, collector.getPartialResponse());
        throw failure;
      }
    };
    const server = `${model.baseUrl} ${model.providerModel}`;
    const mayRejectSchemas = request.output !== undefined && model.provider === 'openai-compatible';
    if (!mayRejectSchemas) return attempt(true);
    if (schemalessServers.has(server)) return attempt(false);
    try {
      return await attempt(true);
    } catch (error) {
      if (!(error instanceof ModelCallError && rejectsSchemas(error))) throw error;
      // Not a retry: the server never took the request, and does not take its like later.
      schemalessServers.add(server);
      return attempt(false);
    }
  };

  return {
    generate: (request, { signal }) => callModel(request, signal),
    stream: (request, { signal, ...listener }) => callModel(request, signal, listener),
  };
}

/** Takes all of an answer's stream. */
async function readStream(model: LanguageModel, options: CallOptions, read: PartReader, listener: StreamListener) {
  const startedAt = performance.now();
  let firstDeltaMs: number | null = null;
  const { stream } = await model.doStream(options);
  for await (const part of stream) {
    options.abortSignal?.throwIfAborted();
    const { text, isRestart } = read(part);
    if (isRestart) await callListener(() => listener.onRestart?.());
    if (text === '') continue;
    firstDeltaMs ??= performance.now() - startedAt;
    await callListener(() => listener.onDelta?.(text));
  }
  return { firstDeltaMs, totalMs: performance.now() - startedAt };
}

/** What reads the parts of a model's stream: only servers compatible with OpenAI leave thoughts in their text. */
function createPartReader({ provider }: ModelEntry, collector: ResponseCollector): PartReader {
  if (provider !== 'openai-compatible') return (part) => ({ text: collector.add(part), isRestart: false });
  const parser = new TaggedReasoningParser();
  return (streamPart) => {
    const parts = parser.parse(streamPart);
    const isRestart = parts.some(({ type }) => type === 'text-was-thoughts');
    return { text: parts.map((part) => collector.add(part)).join(''), isRestart };
  };
}

/** Tells a listener; what it throws goes back to the caller as it is. */
async function callListener(notify: () => Promise<void> | void): Promise<void> {
  try {
    await notify();
  } catch (error) {
    throw new ListenerError('a listener failed', { cause: error });
  }
}
