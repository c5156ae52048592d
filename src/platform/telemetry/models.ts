import { computeCredits } from '../models/credits.ts';
import type { EmbeddingGateway } from '../models/embeddings/request.ts';
import { ModelCallError } from '../models/errors.ts';
import type { MediaGateway } from '../models/media/request.ts';
import type { ModelGateway, ModelRequest, ModelResponse } from '../models/request.ts';
import type { RerankingGateway } from '../models/reranking/gateway.ts';
import type { ModelUsage } from '../models/usage.ts';
import type { Metrics, ModelCallMeasure, ModelOperation } from './metrics.ts';
import {
  type TracedModel,
  toRequestAttributes,
  toResponseAttributes,
  toUsageAttributes,
  traceModelCall,
} from './model-spans.ts';

type Usage = Pick<ModelCallMeasure, 'tokens' | 'credits' | 'firstTokenSeconds'>;

/** Makes a call and records it. */
async function measure<T>(
  metrics: Metrics,
  model: TracedModel,
  operation: ModelOperation,
  call: () => Promise<T>,
  toUsage: (result: T) => Usage,
): Promise<T> {
  const startedAt = performance.now();
  const record = (outcome: string, isRetryable: boolean, usage: Usage) => {
    const seconds = (performance.now() - startedAt) / 1000;
    metrics.recordModelCall({
      provider: model.provider,
      model: model.name,
      operation,
      outcome,
      isRetryable,
      seconds,
      ...usage,
    });
  };
  try {
    const result = await call();
    if (metrics.instruments) record('ok', false, toUsage(result));
    return result;
  } catch (error) {
    if (metrics.instruments) {
      const failure = error instanceof ModelCallError ? error : undefined;
      record(failure?.reason ?? 'error', failure?.retryable ?? false, {});
    }
    throw error;
  }
}

/** Records the calls of language models. */
export function measureModels(gateway: ModelGateway, metrics: Metrics): ModelGateway {
  const record = (request: ModelRequest, call: () => Promise<ModelResponse>) =>
    traceModelCall(
      request.model,
      'chat',
      () => toRequestAttributes(request),
      () => measure(metrics, request.model, 'chat', call, (response) => toChatUsage(request.model, response)),
      toResponseAttributes,
    );
  return {
    generate: (request, call) => record(request, () => gateway.generate(request, call)),
    stream: (request, call) => record(request, () => gateway.stream(request, call)),
  };
}

/** Makes a call without messages and records it. Its spans have only the usage. */
function measureCall<T>(
  metrics: Metrics,
  model: TracedModel,
  operation: ModelOperation,
  call: () => Promise<T>,
  toUsage: (result: T) => Usage,
): Promise<T> {
  return traceModelCall(
    model,
    operation,
    () => ({}),
    () => measure(metrics, model, operation, call, toUsage),
    (result) => toUsageAttributes(toUsage(result).tokens),
  );
}

function toChatUsage(model: Parameters<typeof computeCredits>[0], response: ModelResponse): Usage {
  return {
    tokens: toTokens(response),
    credits: Number(computeCredits(model, response)),
    ...(response.firstDeltaMs !== null && { firstTokenSeconds: response.firstDeltaMs / 1000 }),
  };
}

function toTokens(usage: ModelUsage): Readonly<Record<string, number>> {
  return {
    input: usage.inputTokens,
    output: usage.outputTokens,
    cached_input: usage.cachedInputTokens,
    cache_write: usage.cacheWriteTokens,
    reasoning: usage.reasoningTokens,
  };
}

/** Records generated images and speech. */
export function measureMedia(media: MediaGateway, metrics: Metrics): MediaGateway {
  return {
    generate: (request, call) =>
      measureCall(
        metrics,
        request.model,
        'generate_content',
        () => media.generate(request, call),
        ({ inputTokens, outputTokens }) => ({ tokens: { input: inputTokens, output: outputTokens } }),
      ),
  };
}

/** Records calls of embedding models. */
export function measureEmbeddings(embeddings: EmbeddingGateway, metrics: Metrics): EmbeddingGateway {
  return {
    embed: (request, call) =>
      measureCall(
        metrics,
        request.model,
        'embeddings',
        () => embeddings.embed(request, call),
        ({ inputTokens, credits }) => ({ tokens: { input: inputTokens }, credits: Number(credits) }),
      ),
    close: () => embeddings.close(),
  };
}

/** Records calls of rerankers. */
export function measureReranking(reranking: RerankingGateway, metrics: Metrics): RerankingGateway {
  return {
    ...reranking,
    rerank: (request, call) =>
      measureCall(
        metrics,
        request.model,
        'rerank',
        () => reranking.rerank(request, call),
        ({ credits }) => ({ credits: Number(credits) }),
      ),
  };
}
