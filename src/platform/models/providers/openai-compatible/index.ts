import Type from 'typebox';
import { defineProvider } from '../provider.ts';
import {
  cacheKey,
  defineServiceTier,
  imageQuality,
  imageSize,
  parallelCalls,
  reasoningEffort,
  SPEECH_SCHEMAS,
  verbosity,
} from '../settings.ts';
import { readUsageAfterFinish } from './chunk-rewriting.ts';
import { findOllamaModels } from './ollama.ts';
import { createExtraDataExtractor, ensureStreamed, toMessageOptions, toUsage } from './responses.ts';
import { TaggedReasoningParser } from './tagged-reasoning.ts';

/** Namespace of the adapter's options. */
const NAMESPACE = 'compatible';

/** Any server with OpenAI's chat completions: self-hosted models, gateways and most other vendors. */
export const openaiCompatible = defineProvider({
  name: 'openai-compatible',
  label: 'OpenAI-compatible',
  requiresBaseUrl: true,
  findModels: ({ OLLAMA_HOST: host }) => findOllamaModels(host),
  acceptsPdf: true,
  audioTypes: /^audio\/(wav|mpeg|mp3)$/,
  settings: {
    reasoning_effort: reasoningEffort,
    verbosity,
    service_tier: defineServiceTier(['auto', 'default', 'flex', 'priority']),
    prompt_cache_key: cacheKey,
    parallel_tool_calls: parallelCalls,
    min_p: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'Minimum probability of a token relative to the most likely one',
    }),
    repetition_penalty: Type.Number({ minimum: 0, maximum: 10, description: 'Penalty for repetitions; 1 for none' }),
  },
  // The adapter sends unknown options unchanged under the names of the API.
  toOptions: ({ verbosity: textVerbosity, ...settings }) => ({
    textVerbosity,
    service_tier: settings.service_tier,
    prompt_cache_key: settings.prompt_cache_key,
    parallel_tool_calls: settings.parallel_tool_calls,
    min_p: settings.min_p,
    repetition_penalty: settings.repetition_penalty,
  }),
  optionsNamespace: NAMESPACE,
  async createLanguageModel({ baseURL = '', fetch, apiKey }, providerModel, withSchemas) {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    return createOpenAICompatible({
      apiKey,
      fetch: ensureStreamed(readUsageAfterFinish(fetch)),
      name: NAMESPACE,
      baseURL,
      includeUsage: true,
      supportsStructuredOutputs: withSchemas,
      metadataExtractor: createExtraDataExtractor(),
      convertUsage: toUsage,
    }).chatModel(providerModel);
  },
  media: {
    image: {
      settings: { size: imageSize, quality: imageQuality },
      async createModel({ baseURL = '', ...connection }, providerModel) {
        const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
        return createOpenAICompatible({ ...connection, name: NAMESPACE, baseURL }).imageModel(providerModel);
      },
    },
    audio: {
      settings: SPEECH_SCHEMAS,
      // The package for compatible servers has no speech models.
      async createModel({ apiKey = 'none', ...connection }, providerModel) {
        return (await import('@ai-sdk/openai')).createOpenAI({ ...connection, apiKey }).speech(providerModel);
      },
    },
  },
  // Servers often run BERT-like models, which read 512 tokens, and accept 32 texts.
  embeddings: {
    maxInputTokens: 512,
    batch: 32,
    maxRequestTokens: 100_000,
    // Many servers reject a requested vector length.
    async createModel({ baseURL = '', ...connection }, providerModel) {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({ ...connection, name: NAMESPACE, baseURL }).embeddingModel(providerModel);
    },
  },
  mayRejectSchemas: true,
  // Servers may leave reasoning in the text.
  createPartParser() {
    const parser = new TaggedReasoningParser();
    return (part) => parser.parse(part);
  },
  isResponseEvent: (event) => 'choices' in event,
  toMessageOptions,
  errorPatterns: {
    contextLength: /input is too long|too many (?:input )?tokens|exceeds?\b.{0,60}\btokens?\b/,
    permanentLimit: /insufficient.?(?:credits|balance)/,
  },
});
