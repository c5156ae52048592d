import { AnswerParts } from './answer.ts';
import { callOptions } from './call-options.ts';
import type { ModelEntry } from './catalogue.ts';
import { ModelCallError } from './errors.ts';
import { createFailures } from './failures.ts';
import { refusesSchemas } from './json-output.ts';
import { createProviders } from './providers.ts';
import type { CallOptions, LanguageModel, ModelAnswer, ModelGateway, ModelRequest, StreamPart } from './request.ts';
import { TaggedThoughts } from './thoughts.ts';
import { createTransport, type Fetch } from './transport.ts';
import { lostUsage } from './usage.ts';

export { creditsFor } from './credits.ts';
export { ModelCallError, type ModelCallReason } from './errors.ts';
export type * from './request.ts';
export type { ModelUsage } from './usage.ts';

/** Takes a part of a stream and answers the text that it adds, and whether the text before it is no part of the answer. */
type Reader = (part: StreamPart) => { readonly text: string; readonly restarts: boolean };

/** Who hears the pieces of an answer; nobody where it is handed over when it is whole. */
type Listener = Partial<Pick<Parameters<ModelGateway['stream']>[1], 'onDelta' | 'onRestart'>>;

/** An error that the caller's own `onDelta` or `onRestart` threw; it goes back to the caller as it is. */
class CallerFault extends Error {}

/**
 * The one way to call models. `env` holds the keys, `silenceMs` is the longest a provider may send no byte, `fetch`
 * replaces the HTTP client. A failed call is not repeated here: what to do about it is the workflow's decision.
 *
 * Adapters are called directly, not through the AI SDK's generateText and streamText: against a local server those
 * cost 1.5 ms more CPU per call.
 */
export function createModelGateway(options: {
  env: NodeJS.ProcessEnv;
  silenceMs: number;
  fetch?: Fetch;
}): ModelGateway {
  const providers = createProviders({ env: options.env, fetch: createTransport(options) });
  const failuresOf = createFailures(options.env);
  const schemaless = new Set<string>();

  const call = async (request: ModelRequest, signal: AbortSignal, listener: Listener = {}): Promise<ModelAnswer> => {
    const { model } = request;
    const attempt = async (withSchemas: boolean) => {
      const answer = new AnswerParts();
      const failureOf = failuresOf(model);
      let begun = false;
      try {
        signal.throwIfAborted();
        const adapter = await providers(model, withSchemas);
        begun = true;
        const options = callOptions(request, { withSchemas, isSeen: listener.onDelta !== undefined }, signal);
        const timing = await listen(adapter, options, readerOf(model, answer), listener);
        return answer.finish(request, timing);
      } catch (error) {
        if (error instanceof CallerFault) throw error.cause;
        const failure = failureOf(error, signal.aborted);
        if (begun) failure.usage = lostUsage(request, failure, answer.heard());
        throw failure;
      }
    };
    const server = `${model.baseUrl} ${model.providerModel}`;
    const mayRefuse = request.output !== undefined && model.provider === 'openai-compatible';
    if (!mayRefuse) return attempt(true);
    if (schemaless.has(server)) return attempt(false);
    try {
      return await attempt(true);
    } catch (error) {
      if (!(error instanceof ModelCallError && refusesSchemas(error))) throw error;
      // Not a retry: the server never took the request, and does not take its like later.
      schemaless.add(server);
      return attempt(false);
    }
  };

  return {
    generate: (request, { signal }) => call(request, signal),
    stream: (request, { signal, ...listener }) => call(request, signal, listener),
  };
}

/** Takes all of an answer's stream. */
async function listen(model: LanguageModel, options: CallOptions, read: Reader, listener: Listener) {
  const started = performance.now();
  let firstDeltaMs: number | null = null;
  const { stream } = await model.doStream(options);
  for await (const part of stream) {
    options.abortSignal?.throwIfAborted();
    const { text, restarts } = read(part);
    if (restarts) await heard(() => listener.onRestart?.());
    if (text === '') continue;
    firstDeltaMs ??= performance.now() - started;
    await heard(() => listener.onDelta?.(text));
  }
  return { firstDeltaMs, totalMs: performance.now() - started };
}

/** What reads the parts of a model's stream: only servers compatible with OpenAI leave thoughts in their text. */
function readerOf({ provider }: ModelEntry, answer: AnswerParts): Reader {
  if (provider !== 'openai-compatible') return (part) => ({ text: answer.add(part), restarts: false });
  const thoughts = new TaggedThoughts();
  return (whole) => {
    const parts = thoughts.take(whole);
    const restarts = parts.some(({ type }) => type === 'text-was-thoughts');
    return { text: parts.map((part) => answer.add(part)).join(''), restarts };
  };
}

/** Tells a listener; what it throws goes back to the caller as it is. */
async function heard(tell: () => Promise<void> | void): Promise<void> {
  try {
    await tell();
  } catch (error) {
    throw new CallerFault('a listener failed', { cause: error });
  }
}
