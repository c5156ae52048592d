import type { EmbeddingModelV4 } from '@ai-sdk/provider';
import { requireApiKey, toConnection } from '../adapters.ts';
import type { EmbeddingEntry } from '../catalog.ts';
import { findProvider, type ProviderName } from '../providers/index.ts';
import type { EmbeddingAdapter } from '../providers/provider.ts';
import type { Fetch } from '../transport.ts';
import { truncateToTokens } from '../usage.ts';
import type { Embedder } from './embedder.ts';

/** Maximum concurrent requests per model and process. */
const MAX_CONCURRENT_REQUESTS = 4;

/** An entry of a model that is called over HTTP. */
type RemoteEntry = EmbeddingEntry & { readonly provider: ProviderName };

/** Returns whether a model is called over HTTP. */
export function isRemote(model: EmbeddingEntry): model is RemoteEntry {
  return findProvider(model.provider) !== undefined;
}

/** Returns the embedding adapter of a provider. Throws if the provider has no embedding models. */
export function getEmbeddingAdapter(provider: string): EmbeddingAdapter {
  const adapter = findProvider(provider)?.embeddings;
  if (adapter) return adapter;
  throw new Error(`the provider ${provider} has no embedding models`);
}

/** Opens a model of a provider's API. */
export async function openRemoteModel(
  model: RemoteEntry,
  { env, fetch }: { readonly env: NodeJS.ProcessEnv; readonly fetch: Fetch },
): Promise<Embedder> {
  const provider = getEmbeddingAdapter(model.provider);
  let cached: { readonly apiKey: string | undefined; readonly adapter: EmbeddingModelV4 } | undefined;
  const getAdapter = async () => {
    const apiKey = requireApiKey(model, env);
    if (cached === undefined || cached.apiKey !== apiKey)
      cached = {
        apiKey,
        adapter: await provider.createModel(toConnection(model, { apiKey, fetch }), model.providerModel),
      };
    return cached.adapter;
  };
  // Reports a missing key or wrong configuration before there is work.
  await getAdapter();
  return {
    maxConcurrent: MAX_CONCURRENT_REQUESTS,
    maxRequestTokens: provider.maxRequestTokens,
    truncate: (text) => truncateToTokens(text, model.max_input_tokens),
    async embed(values, { purpose, signal }) {
      const adapter = await getAdapter();
      const options = provider.toOptions?.(model, purpose);
      const response = await adapter.doEmbed({ ...options, values, abortSignal: signal });
      return { vectors: sortByIndex(response), tokens: response.usage?.tokens };
    },
    close: async () => undefined,
  };
}

type EmbeddingResponse = Awaited<ReturnType<EmbeddingModelV4['doEmbed']>>;

/** Sorts vectors by their index, since APIs may guarantee no order. */
function sortByIndex({ embeddings, response }: EmbeddingResponse): number[][] {
  const body: unknown = response?.body;
  const rows = typeof body === 'object' && body !== null && 'data' in body && Array.isArray(body.data) ? body.data : [];
  const indexes = rows.map((row: { index?: unknown }) => row.index);
  const hasIndexes = new Set(indexes).size === embeddings.length && indexes.every((index) => Number.isInteger(index));
  if (!hasIndexes) return embeddings;
  const indexed = embeddings.map((vector, at) => ({ vector, index: Number(indexes[at]) }));
  return indexed.toSorted((a, b) => a.index - b.index).map(({ vector }) => vector);
}
