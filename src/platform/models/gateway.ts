import { createAdapterLookup } from './adapters.ts';
import { toCallOptions } from './call-options.ts';
import type { ModelEntry } from './catalog.ts';
import { createErrorConverters } from './error-converters.ts';
import { ModelCallError } from './errors.ts';
import { rejectsSchemas } from './json-output.ts';
import { getProvider } from './providers/index.ts';
import type { CallOptions, LanguageModel, ModelGateway, ModelRequest, ModelResponse, StreamPart } from './request.ts';
import { ResponseCollector } from './response.ts';
import { createTransport, type Fetch } from './transport.ts';
import { getFailedCallUsage } from './usage.ts';

export { computeCredits } from './credits.ts';
export { ModelCallError, type ModelCallReason } from './errors.ts';
export type * from './request.ts';
export type { ModelUsage } from './usage.ts';

/** Reads a stream part. Returns its text, and whether the previous text is not part of the response. */
type PartReader = (part: StreamPart) => { readonly text: string; readonly isRestart: boolean };

/** Receiver of response chunks. Without one the response is delivered when complete. */
type StreamListener = Partial<Pick<Parameters<ModelGateway['stream']>[1], 'onDelta' | 'onRestart'>>;

/** Wraps an error of the caller's `onDelta` or `onRestart`, which is rethrown unchanged. */
class ListenerError extends Error {}

/**
 * Creates the gateway for all model calls. `env` contains the API keys, `idleTimeoutMs` is the maximum time without a
 * byte, and `fetch` replaces the HTTP client. The gateway does not retry: the workflow decides about that.
 *
 * It calls adapters directly, since generateText and streamText of the AI SDK cost 1.5 ms more CPU per call against a
 * local server.
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
    const mayRejectSchemas = request.output !== undefined && getProvider(model.provider).mayRejectSchemas === true;
    if (!mayRejectSchemas) return attempt(true);
    if (schemalessServers.has(server)) return attempt(false);
    try {
      return await attempt(true);
    } catch (error) {
      if (!(error instanceof ModelCallError && rejectsSchemas(error))) throw error;
      // Not a retry: the server did not accept the request, and will not accept similar ones.
      schemalessServers.add(server);
      return attempt(false);
    }
  };

  return {
    generate: (request, { signal }) => callModel(request, signal),
    stream: (request, { signal, ...listener }) => callModel(request, signal, listener),
  };
}

/** Reads the complete stream of a response. */
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

/** Creates the reader of a model's stream. */
function createPartReader({ provider }: ModelEntry, collector: ResponseCollector): PartReader {
  const parse = getProvider(provider).createPartParser?.();
  if (!parse) return (part) => ({ text: collector.add(part), isRestart: false });
  return (streamPart) => {
    const parts = parse(streamPart);
    const isRestart = parts.some(({ type }) => type === 'text-was-thoughts');
    return { text: parts.map((part) => collector.add(part)).join(''), isRestart };
  };
}

/** Calls a listener and wraps its error. */
async function callListener(notify: () => Promise<void> | void): Promise<void> {
  try {
    await notify();
  } catch (error) {
    throw new ListenerError('a listener failed', { cause: error });
  }
}
