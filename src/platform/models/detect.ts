import { Decimal } from 'decimal.js';
import type { EmbeddingEntry, UnidentifiedModel } from './catalog.ts';
import { getEmbeddingAdapter } from './embeddings/remote.ts';
import { PROVIDERS, STANDARD_PROVIDERS, type StandardProvider } from './providers/index.ts';
import type { FoundEmbedding } from './providers/provider.ts';

/** Price of a cached input token relative to an uncached one. */
const CACHED_PRICE_FACTOR = 0.1;
/** One credit is worth 0.01 US dollars. */
const CREDITS_PER_USD = 100;

/** Detected models. */
export interface DetectedModels {
  readonly models: readonly UnidentifiedModel[];
  readonly embeddings: readonly EmbeddingEntry[];
}

/** Returns the models of providers whose key is set. A models file can override each of them. */
export function detectModels(env: NodeJS.ProcessEnv): DetectedModels {
  return mergeModels(
    STANDARD_PROVIDERS.filter(({ standardKey }) => env[standardKey.variable]?.trim()).map(toDetectedModels),
  );
}

/** Returns the models of local servers. */
export async function findLocalModels(env: NodeJS.ProcessEnv): Promise<DetectedModels> {
  const found = PROVIDERS.map(async ({ name: provider, findModels }) => {
    const { models = [], embeddings = [] } = (await findModels?.(env)) ?? {};
    return {
      models: models.map((model) => ({ ...model, provider })),
      embeddings: embeddings.map((embedding) => toEmbeddingEntry({ ...embedding, provider, input_price: '0' })),
    };
  });
  return mergeModels(await Promise.all(found));
}

/** Returns the models that a key in this variable adds, whether it is set or not. */
export function getModelsForKey(variable: string): DetectedModels {
  const provider = STANDARD_PROVIDERS.find(({ standardKey }) => standardKey.variable === variable);
  return provider ? toDetectedModels(provider) : { models: [], embeddings: [] };
}

function mergeModels(parts: readonly DetectedModels[]): DetectedModels {
  return {
    models: parts.flatMap(({ models }) => models),
    embeddings: parts.flatMap(({ embeddings }) => embeddings),
  };
}

function toDetectedModels({ name: provider, standardKey }: StandardProvider): DetectedModels {
  const { variable: apiKeyEnv, cacheWritePriceFactor } = standardKey;
  return {
    models: standardKey.models.map(({ name, contextWindow, inputUsd, outputUsd, description }) => ({
      name,
      alias: null,
      provider,
      vendor: provider,
      description,
      supports_vision: true,
      supports_tools: true,
      output_modalities: ['text', 'json'],
      context_window: contextWindow,
      input_price: toCredits(inputUsd),
      output_price: toCredits(outputUsd),
      cached_input_price: toCredits(new Decimal(inputUsd).times(CACHED_PRICE_FACTOR)),
      ...(cacheWritePriceFactor !== undefined && {
        cache_write_price: toCredits(new Decimal(inputUsd).times(cacheWritePriceFactor)),
      }),
      retired: false,
      providerModel: name,
      apiKeyEnv,
    })),
    embeddings: standardKey.embeddings.map(({ name, dimension, usd, description }) =>
      toEmbeddingEntry({
        name,
        provider,
        description,
        providerModel: name,
        apiKeyEnv,
        dimension,
        input_price: toCredits(usd),
      }),
    ),
  };
}

const toCredits = (usd: Decimal.Value): string => new Decimal(usd).times(CREDITS_PER_USD).toFixed();

type DetectedEmbedding = Omit<EmbeddingEntry, 'max_input_tokens' | 'batch' | 'query_prefix' | 'document_prefix'> &
  Partial<Pick<FoundEmbedding, 'maxInputTokens'>>;

/** Adds the default limits of the provider. */
function toEmbeddingEntry({ maxInputTokens, ...fields }: DetectedEmbedding): EmbeddingEntry {
  const defaults = getEmbeddingAdapter(fields.provider);
  return {
    ...fields,
    max_input_tokens: maxInputTokens ?? defaults.maxInputTokens,
    batch: defaults.batch,
    query_prefix: '',
    document_prefix: '',
  };
}
