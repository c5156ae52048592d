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

/** Takes a part of a stream and answers the text that it adds. */
type Reader = (part: StreamPart) => string;

/** Hears the pieces of an answer; undefined where it is handed over when it is whole. */
type OnDelta = ((text: string) => void) | undefined;

/** An error that the caller's own `onDelta` threw; it goes back to the caller as it is. */
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

  const call = async (request: ModelRequest, signal: AbortSignal, onDelta?: OnDelta): Promise<ModelAnswer> => {
    const { model } = request;
    const attempt = async (withSchemas: boolean) => {
      const answer = new AnswerParts();
      const failureOf = failuresOf(model);
      let begun = false;
      try {
        signal.throwIfAborted();
        const adapter = await providers(model, withSchemas);
        begun = true;
        const options = callOptions(request, { withSchemas, isSeen: onDelta !== undefined }, signal);
        const timing = await listen(adapter, options, readerOf(model, answer), onDelta);
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
    stream: (request, { signal, onDelta }) => call(request, signal, onDelta),
  };
}

/** Takes all of an answer's stream. */
async function listen(model: LanguageModel, options: CallOptions, read: Reader, onDelta: OnDelta) {
  const started = performance.now();
  let firstDeltaMs: number | null = null;
  const { stream } = await model.doStream(options);
  for await (const part of stream) {
    options.abortSignal?.throwIfAborted();
    const text = read(part);
    if (text === '') continue;
    firstDeltaMs ??= performance.now() - started;
    tell(text, onDelta);
  }
  return { firstDeltaMs, totalMs: performance.now() - started };
}

/** What reads the parts of a model's stream: only servers compatible with OpenAI leave thoughts in their text. */
function readerOf({ provider }: ModelEntry, answer: AnswerParts): Reader {
  if (provider !== 'openai-compatible') return (part) => answer.add(part);
  const thoughts = new TaggedThoughts();
  return (whole) =>
    thoughts
      .take(whole)
      .map((part) => answer.add(part))
      .join('');
}

function tell(text: string, onDelta: OnDelta): void {
  try {
    onDelta?.(text);
  } catch (error) {
    throw new CallerFault('onDelta failed', { cause: error });
  }
}
