import { Decimal } from 'decimal.js';
import type { EmbeddingEntry, ModelProvider, UnidentifiedModel } from './catalogue.ts';
import { PROVIDER_LIMITS } from './embeddings/limits.ts';

/** Default environment variable of each provider's API key. */
export const KEY_VARIABLES: Readonly<Partial<Record<ModelProvider, string>>> = {
  openai: 'OPENAI_API_KEY',
  anthropic: 'ANTHROPIC_API_KEY',
  google: 'GOOGLE_GENERATIVE_AI_API_KEY',
};

type KnownModel = readonly [name: string, contextWindow: number, inputUsd: number, outputUsd: number, about: string];

/**
 * Models that a provider's key adds, with context window and prices in US dollars per million tokens as of November
 * 2026. Prices are for prompts of ordinary length without introductory discounts. A models file can override each
 * model.
 */
const KNOWN_MODELS: Readonly<Partial<Record<ModelProvider, readonly KnownModel[]>>> = {
  openai: [
    ['gpt-6.1-sol', 1_050_000, 2, 10, 'OpenAI, for demanding everyday work'],
    ['gpt-6.1-terra', 1_050_000, 1, 5, 'OpenAI, balanced'],
    ['gpt-6-luna', 1_050_000, 0.1, 0.5, 'OpenAI, for large volumes'],
  ],
  anthropic: [
    ['claude-opus-5-5', 1_000_000, 4, 20, 'Anthropic, for the hardest work'],
    ['claude-sonnet-5-5', 1_000_000, 2, 10, 'Anthropic, balanced'],
    ['claude-haiku-5-5', 1_000_000, 0.1, 0.5, 'Anthropic, for large volumes'],
  ],
  google: [
    ['gemini-4-hydrogen', 1_048_576, 1.5, 7.5, 'Google, balanced'],
    ['gemini-3.8-flash', 1_048_576, 1.5, 7.5, 'Google, fast'],
    ['gemini-3.5-flash-lite', 1_048_576, 0.3, 2.5, 'Google, for large volumes'],
  ],
};

type KnownEmbedding = readonly [name: string, dimension: number, usd: number, about: string];

/** Embedding models that a provider's key adds. */
const KNOWN_EMBEDDINGS = {
  openai: [
    ['text-embedding-3-small', 1536, 0.02, 'OpenAI, for large volumes'],
    ['text-embedding-3-large', 3072, 0.13, 'OpenAI, exact'],
  ],
  google: [['gemini-embedding-001', 1536, 0.15, 'Google']],
} as const satisfies Record<string, readonly KnownEmbedding[]>;

/**
 * Price of a cached input token relative to an uncached one, and at Anthropic that of a cache write for five minutes.
 */
const CACHED_PRICE_FACTOR = 0.1;
const CACHE_WRITE_PRICE_FACTOR = 1.25;

/** One credit is worth 0.01 US dollars. */
const CREDITS_PER_USD = 100;

/** Detected models. */
export interface DetectedModels {
  readonly models: readonly UnidentifiedModel[];
  readonly embeddings: readonly EmbeddingEntry[];
}

/** Returns the models of providers whose key is set. */
export function detectModels(env: NodeJS.ProcessEnv): DetectedModels {
  const all = Object.values(KEY_VARIABLES).flatMap((variable) =>
    env[variable]?.trim() ? getModelsForKey(variable) : [],
  );
  return { models: all.flatMap(({ models }) => models), embeddings: all.flatMap(({ embeddings }) => embeddings) };
}

/** Returns the models that a key in this variable adds, whether it is set or not. */
export function getModelsForKey(variable: string): DetectedModels {
  const provider = (['openai', 'anthropic', 'google'] as const).find((name) => KEY_VARIABLES[name] === variable);
  if (provider === undefined) return { models: [], embeddings: [] };
  return {
    models: toModelEntries(provider, variable),
    embeddings: provider === 'anthropic' ? [] : toEmbeddingEntries(provider, variable),
  };
}

function toModelEntries(provider: ModelProvider, apiKeyEnv: string): UnidentifiedModel[] {
  return (KNOWN_MODELS[provider] ?? []).map(([name, contextWindow, inputUsd, outputUsd, description]) => ({
    name,
    alias: null,
    provider,
    vendor: provider,
    description,
    supports_vision: true,
    supports_tools: true,
    output_modalities: ['text', 'json'],
    context_window: contextWindow,
    input_price: usdToCredits(inputUsd),
    output_price: usdToCredits(outputUsd),
    cached_input_price: usdToCredits(new Decimal(inputUsd).times(CACHED_PRICE_FACTOR)),
    ...(provider === 'anthropic' && {
      cache_write_price: usdToCredits(new Decimal(inputUsd).times(CACHE_WRITE_PRICE_FACTOR)),
    }),
    retired: false,
    providerModel: name,
    apiKeyEnv,
  }));
}

const usdToCredits = (usd: Decimal.Value): string => new Decimal(usd).times(CREDITS_PER_USD).toFixed();

function toEmbeddingEntries(provider: 'openai' | 'google', apiKeyEnv: string): EmbeddingEntry[] {
  const { max_input_tokens, batch } = PROVIDER_LIMITS[provider];
  return KNOWN_EMBEDDINGS[provider].map(([name, dimension, usd, description]) => ({
    name,
    provider,
    description,
    providerModel: name,
    apiKeyEnv,
    dimension,
    input_price: usdToCredits(usd),
    max_input_tokens,
    batch,
    query_prefix: '',
    document_prefix: '',
  }));
}
