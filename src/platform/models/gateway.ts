import { AnswerParts } from './answer.ts';
import { callOptions } from './call-options.ts';
import { ModelCallError } from './errors.ts';
import { createFailures } from './failures.ts';
import { refusesSchemas } from './json-output.ts';
import { createProviders } from './providers.ts';
import type { CallOptions, LanguageModel, ModelAnswer, ModelGateway, ModelRequest } from './request.ts';
import { createTransport, type Fetch } from './transport.ts';
import { lostUsage } from './usage.ts';

export { creditsFor } from './credits.ts';
export { ModelCallError, type ModelCallReason } from './errors.ts';
export type * from './request.ts';
export type { ModelUsage } from './usage.ts';

/** One call of an adapter, from the options to the finished answer. */
interface Ask {
  /** Whether the answer comes in one piece. */
  readonly whole: boolean;
  make(model: LanguageModel, options: CallOptions, answer: AnswerParts): Promise<ModelAnswer>;
}

/** An error that the caller's own `onDelta` threw; it goes back to the caller as it is. */
class CallerFault extends Error {}

/**
 * The one way to call models. `env` holds the keys, `silenceMs` is the longest a provider may send no byte, `fetch`
 * replaces the HTTP client. A failed call is not repeated here: what to do about it is the workflow's decision.
 *
 * Adapters are called directly, not through the AI SDK's generateText and streamText: against a local server those
 * cost 0.3 ms (whole) and 1.5 ms (streamed) more CPU per call.
 */
export function createModelGateway(options: {
  env: NodeJS.ProcessEnv;
  silenceMs: number;
  fetch?: Fetch;
}): ModelGateway {
  const providers = createProviders({ env: options.env, fetch: createTransport(options) });
  const failuresOf = createFailures(options.env);
  const schemaless = new Set<string>();

  const call = async (request: ModelRequest, signal: AbortSignal, ask: Ask): Promise<ModelAnswer> => {
    const { model } = request;
    const attempt = async (withSchemas: boolean) => {
      const answer = new AnswerParts();
      const failureOf = failuresOf(model);
      let begun = false;
      try {
        signal.throwIfAborted();
        const adapter = await providers(model, withSchemas);
        begun = true;
        return await ask.make(adapter, callOptions(request, withSchemas, signal), answer);
      } catch (error) {
        if (error instanceof CallerFault) throw error.cause;
        const failure = failureOf(error, signal.aborted);
        if (begun) failure.usage = lostUsage(request, failure, { ...answer.heard(), whole: ask.whole });
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
    generate: (request, { signal }) => call(request, signal, { whole: true, make: generate }),
    stream: (request, { signal, onDelta }) => {
      const make: Ask['make'] = (model, callOptions, answer) => stream(model, callOptions, answer, signal, onDelta);
      return call(request, signal, { whole: false, make });
    },
  };
}

async function generate(model: LanguageModel, options: CallOptions, answer: AnswerParts): Promise<ModelAnswer> {
  const started = performance.now();
  answer.addAll(await model.doGenerate(options));
  return answer.finish({ firstDeltaMs: null, totalMs: performance.now() - started });
}

async function stream(
  model: LanguageModel,
  options: CallOptions,
  answer: AnswerParts,
  signal: AbortSignal,
  onDelta: (text: string) => void,
): Promise<ModelAnswer> {
  const started = performance.now();
  let firstDeltaMs: number | null = null;
  const { stream: parts } = await model.doStream(options);
  for await (const part of parts) {
    signal.throwIfAborted();
    const text = answer.add(part);
    if (text === '') continue;
    firstDeltaMs ??= performance.now() - started;
    try {
      onDelta(text);
    } catch (error) {
      throw new CallerFault('onDelta failed', { cause: error });
    }
  }
  return answer.finish({ firstDeltaMs, totalMs: performance.now() - started });
}
