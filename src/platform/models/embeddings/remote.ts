import type { EmbeddingModelV4 } from '@ai-sdk/provider';
import { COMPATIBLE_NAMESPACE, requireApiKey } from '../adapters.ts';
import type { EmbeddingEntry } from '../catalogue.ts';
import { ModelCallError } from '../errors.ts';
import type { Fetch } from '../transport.ts';
import { truncateToTokens } from '../usage.ts';
import type { Embedder, RequestOptions } from './embedder.ts';
import { PROVIDER_LIMITS } from './limits.ts';

/** Maximum concurrent requests per model and process. */
const MAX_CONCURRENT_REQUESTS = 4;

/** An entry of a model that is called over HTTP. */
type RemoteEntry = EmbeddingEntry & { readonly provider: keyof typeof PROVIDER_LIMITS };

/** Returns whether a model is called over HTTP. */
export function isRemote(model: EmbeddingEntry): model is RemoteEntry {
  return Object.hasOwn(PROVIDER_LIMITS, model.provider);
}

/** Opens a model of a provider's API. */
export async function openRemoteModel(
  model: RemoteEntry,
  { env, fetch }: { readonly env: NodeJS.ProcessEnv; readonly fetch: Fetch },
): Promise<Embedder> {
  let cached: { readonly apiKey: string | undefined; readonly adapter: EmbeddingModelV4 } | undefined;
  const getAdapter = async () => {
    const apiKey = requireApiKey(model, env);
    if (cached === undefined || cached.apiKey !== apiKey)
      cached = { apiKey, adapter: await createAdapter(model, { apiKey, fetch }) };
    return cached.adapter;
  };
  // Reports a missing key or wrong configuration before there is work.
  await getAdapter();
  return {
    maxConcurrent: MAX_CONCURRENT_REQUESTS,
    maxRequestTokens: PROVIDER_LIMITS[model.provider].requestTokens,
    truncate: (text) => truncateToTokens(text, model.max_input_tokens),
    async embed(values, options) {
      const adapter = await getAdapter();
      const response = await adapter.doEmbed({ ...toCallOptions(model, options), values });
      return { vectors: sortByIndex(response), tokens: response.usage?.tokens };
    },
    close: async () => undefined,
  };
}

async function createAdapter(
  model: RemoteEntry,
  { apiKey, fetch }: { readonly apiKey: string | undefined; readonly fetch: Fetch },
): Promise<EmbeddingModelV4> {
  const settings = { apiKey, baseURL: model.baseUrl, fetch };
  switch (model.provider) {
    case 'openai':
      return (await import('@ai-sdk/openai')).createOpenAI(settings).embeddingModel(model.providerModel);
    case 'google':
      return (await import('@ai-sdk/google')).createGoogle(settings).embeddingModel(model.providerModel);
    case 'openai-compatible': {
      if (model.baseUrl === undefined)
        throw new ModelCallError('not_configured', `Embedding model ${model.name} has no base_url.`);
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const provider = createOpenAICompatible({ ...settings, name: COMPATIBLE_NAMESPACE, baseURL: model.baseUrl });
      return provider.embeddingModel(model.providerModel);
    }
  }
}

type CallOptions = Omit<Parameters<EmbeddingModelV4['doEmbed']>[0], 'values'>;

function toCallOptions(model: RemoteEntry, { purpose, signal }: RequestOptions): CallOptions {
  const { dimension: dimensions } = model;
  if (model.provider === 'google') {
    const taskType = purpose === 'query' ? 'RETRIEVAL_QUERY' : 'RETRIEVAL_DOCUMENT';
    return { abortSignal: signal, dimensions, providerOptions: { google: { taskType } } };
  }
  // Older OpenAI models, and many other servers, reject a requested vector length.
  const hasSelectableDimensions = model.provider === 'openai' && model.providerModel.startsWith('text-embedding-3');
  return { abortSignal: signal, ...(hasSelectableDimensions && { dimensions }) };
}

type EmbeddingResponse = Awaited<ReturnType<EmbeddingModelV4['doEmbed']>>;

/** Sorts vectors by their index, since OpenAI's API guarantees no order. */
function sortByIndex({ embeddings, response }: EmbeddingResponse): number[][] {
  const body: unknown = response?.body;
  const rows = typeof body === 'object' && body !== null && 'data' in body && Array.isArray(body.data) ? body.data : [];
  const indexes = rows.map((row: { index?: unknown }) => row.index);
  const hasIndexes = new Set(indexes).size === embeddings.length && indexes.every((index) => Number.isInteger(index));
  if (!hasIndexes) return embeddings;
  const indexed = embeddings.map((vector, at) => ({ vector, index: Number(indexes[at]) }));
  return indexed.toSorted((a, b) => a.index - b.index).map(({ vector }) => vector);
}
