import type { EmbeddingModelV4 } from '@ai-sdk/provider';
import type { EmbeddingEntry } from '../catalogue.ts';
import { ModelCallError } from '../errors.ts';
import { COMPATIBLE, keyOf } from '../providers.ts';
import type { Fetch } from '../transport.ts';
import { beginningIn } from '../usage.ts';
import type { Embedder, RequestOptions } from './embedder.ts';
import { PROVIDER_LIMITS } from './limits.ts';

/** Requests to one model that a process has under way at once. */
const AT_ONCE = 4;

/** An entry whose vectors come over HTTP. */
type RemoteEntry = EmbeddingEntry & { readonly provider: keyof typeof PROVIDER_LIMITS };

/** Whether a model is asked over HTTP. */
export function isRemote(model: EmbeddingEntry): model is RemoteEntry {
  return Object.hasOwn(PROVIDER_LIMITS, model.provider);
}

/** Makes vectors by the API of the model's provider. */
export async function openRemote(
  model: RemoteEntry,
  { env, fetch }: { readonly env: NodeJS.ProcessEnv; readonly fetch: Fetch },
): Promise<Embedder> {
  let made: { readonly apiKey: string | undefined; readonly adapter: EmbeddingModelV4 } | undefined;
  const adapterOfNow = async () => {
    const apiKey = keyOf(model, env);
    if (made === undefined || made.apiKey !== apiKey)
      made = { apiKey, adapter: await adapterOf(model, { apiKey, fetch }) };
    return made.adapter;
  };
  // What has no key, or can't be asked, is told before it has work.
  await adapterOfNow();
  return {
    atOnce: AT_ONCE,
    requestTokens: PROVIDER_LIMITS[model.provider].requestTokens,
    cut: (text) => beginningIn(text, model.max_input_tokens),
    async embed(values, options) {
      const adapter = await adapterOfNow();
      const answer = await adapter.doEmbed({ ...optionsOf(model, options), values });
      return { vectors: inOrder(answer), tokens: answer.usage?.tokens };
    },
    close: async () => undefined,
  };
}

async function adapterOf(
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
      const provider = createOpenAICompatible({ ...settings, name: COMPATIBLE, baseURL: model.baseUrl });
      return provider.embeddingModel(model.providerModel);
    }
  }
}

type CallOptions = Omit<Parameters<EmbeddingModelV4['doEmbed']>[0], 'values'>;

function optionsOf(model: RemoteEntry, { purpose, signal }: RequestOptions): CallOptions {
  const { dimension: dimensions } = model;
  if (model.provider === 'google') {
    const taskType = purpose === 'query' ? 'RETRIEVAL_QUERY' : 'RETRIEVAL_DOCUMENT';
    return { abortSignal: signal, dimensions, providerOptions: { google: { taskType } } };
  }
  // Older models of OpenAI's, and many other servers, refuse to be told how long a vector should be.
  const choosable = model.provider === 'openai' && model.providerModel.startsWith('text-embedding-3');
  return { abortSignal: signal, ...(choosable && { dimensions }) };
}

type Answer = Awaited<ReturnType<EmbeddingModelV4['doEmbed']>>;

/** The vectors in the order of their texts: OpenAI's API numbers them, and promises no order. */
function inOrder({ embeddings, response }: Answer): number[][] {
  const body: unknown = response?.body;
  const rows = typeof body === 'object' && body !== null && 'data' in body && Array.isArray(body.data) ? body.data : [];
  const places = rows.map((row: { index?: unknown }) => row.index);
  const numbered = new Set(places).size === embeddings.length && places.every((place) => Number.isInteger(place));
  if (!numbered) return embeddings;
  const placed = embeddings.map((vector, at) => ({ vector, place: Number(places[at]) }));
  return placed.toSorted((a, b) => a.place - b.place).map(({ vector }) => vector);
}
