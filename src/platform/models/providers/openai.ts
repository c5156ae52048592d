import { StringEnum } from '../../schemas.ts';
import { rewriteStreams } from '../stream-rewriting.ts';
import type { Fetch } from '../transport.ts';
import { defineProvider } from './provider.ts';
import {
  cacheKey,
  defineServiceTier,
  imageQuality,
  imageSize,
  parallelCalls,
  reasoningEffort,
  SPEECH_SCHEMAS,
  verbosity,
} from './settings.ts';

/** OpenAI, by its Responses API. */
export const openai = defineProvider({
  name: 'openai',
  label: 'OpenAI',
  standardKey: {
    variable: 'OPENAI_API_KEY',
    // Prices as of November 2026, without introductory discounts.
    models: [
      {
        name: 'gpt-6.1-sol',
        contextWindow: 1_050_000,
        inputUsd: 2,
        outputUsd: 10,
        description: 'OpenAI, for demanding everyday work',
      },
      {
        name: 'gpt-6.1-terra',
        contextWindow: 1_050_000,
        inputUsd: 1,
        outputUsd: 5,
        description: 'OpenAI, balanced',
      },
      {
        name: 'gpt-6-luna',
        contextWindow: 1_050_000,
        inputUsd: 0.1,
        outputUsd: 0.5,
        description: 'OpenAI, for large volumes',
      },
    ],
    embeddings: [
      { name: 'text-embedding-3-small', dimension: 1536, usd: 0.02, description: 'OpenAI, for large volumes' },
      { name: 'text-embedding-3-large', dimension: 3072, usd: 0.13, description: 'OpenAI, exact' },
    ],
  },
  keyCheck: {
    baseUrl: 'https://api.openai.com/v1',
    baseUrlVariable: 'OPENAI_BASE_URL',
    toHeaders: (key) => ({ authorization: `Bearer ${key}` }),
  },
  acceptsPdf: true,
  settings: {
    reasoning_effort: reasoningEffort,
    reasoning_summary: StringEnum(['auto', 'concise', 'detailed'], {
      description: 'Summary of the reasoning to request',
    }),
    verbosity,
    service_tier: defineServiceTier(['auto', 'default', 'flex', 'priority']),
    prompt_cache_key: cacheKey,
    prompt_cache_ttl: StringEnum(['30m', '12h'], { description: 'Minimum lifetime of the prompt cache' }),
    parallel_tool_calls: parallelCalls,
  },
  toOptions: (settings) => ({
    // Conversations are stored here, so that the provider needs no copy.
    store: false,
    // By default the adapter requests summaries, which the provider gives to verified organizations only.
    reasoningSummary: settings.reasoning_summary ?? null,
    textVerbosity: settings.verbosity,
    serviceTier: settings.service_tier,
    promptCacheKey: settings.prompt_cache_key,
    promptCacheOptions: settings.prompt_cache_ttl && { ttl: settings.prompt_cache_ttl },
    parallelToolCalls: settings.parallel_tool_calls,
  }),
  async createLanguageModel(connection, providerModel) {
    const { createOpenAI } = await import('@ai-sdk/openai');
    return createOpenAI({ ...connection, fetch: readUntilResponseEnd(connection.fetch) }).responses(providerModel);
  },
  media: {
    image: {
      settings: { size: imageSize, quality: imageQuality },
      async createModel(connection, providerModel) {
        return (await import('@ai-sdk/openai')).createOpenAI(connection).imageModel(providerModel);
      },
    },
    audio: {
      settings: SPEECH_SCHEMAS,
      async createModel(connection, providerModel) {
        return (await import('@ai-sdk/openai')).createOpenAI(connection).speech(providerModel);
      },
    },
  },
  embeddings: {
    maxInputTokens: 8191,
    batch: 256,
    maxRequestTokens: 250_000,
    async createModel(connection, providerModel) {
      return (await import('@ai-sdk/openai')).createOpenAI(connection).embeddingModel(providerModel);
    },
    // Older models reject a requested vector length.
    toOptions: ({ providerModel, dimension }) =>
      providerModel.startsWith('text-embedding-3') ? { dimensions: dimension } : {},
  },
  isResponseEvent: (_event, kind) => kind.startsWith('response.'),
  errorPatterns: {
    contextLength: /context[ _-]?(?:length|window)|maximum context/,
    permanentLimit: /insufficient.?quota|exceeded your current quota|billing|request too large/,
  },
});

const ENDS_RESPONSE = /"type"\s*:\s*"response\.(?:completed|incomplete|failed)"/;

/** Rewrites streams: nothing is read after the event that ends the response and carries its usage. */
function readUntilResponseEnd(fetch: Fetch): Fetch {
  return rewriteStreams(fetch, () => {
    let isEnded = false;
    return {
      isComplete: () => isEnded,
      rewrite(line) {
        if (isEnded && line.startsWith('data:')) return '';
        isEnded ||= line.startsWith('data:') && ENDS_RESPONSE.test(line);
        return line;
      },
    };
  });
}
