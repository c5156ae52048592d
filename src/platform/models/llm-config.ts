import Type, { type TSchema } from 'typebox';
import { BoundedText, Nullable, StringEnum } from '../schemas.ts';
import type { ModelProvider } from './catalogue.ts';
import { MEDIA_SETTINGS } from './media/settings.ts';

/** Settings that models of any provider may accept. A fallback model without its own settings inherits these. */
const COMMON_SCHEMAS = {
  temperature: Type.Number({ minimum: 0, maximum: 2, description: 'sampling temperature' }),
  max_tokens: Type.Integer({ minimum: 1, maximum: 10_000_000, description: 'maximum number of response tokens' }),
  top_p: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'probability mass of the most likely tokens to sample from',
  }),
  top_k: Type.Integer({ minimum: 1, maximum: 100_000, description: 'number of the most likely tokens to sample from' }),
  presence_penalty: Type.Number({ minimum: -2, maximum: 2, description: 'penalty for tokens that already appeared' }),
  frequency_penalty: Type.Number({
    minimum: -2,
    maximum: 2,
    description: 'penalty for tokens by their frequency so far',
  }),
  seed: Type.Integer({
    minimum: -2_147_483_648,
    maximum: 2_147_483_647,
    description: 'seed for reproducible sampling, if the provider supports it',
  }),
  stop: Type.Array(BoundedText(100), { maxItems: 10, description: 'texts that stop the response' }),
};

const reasoningEffort = StringEnum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'], {
  description: 'reasoning effort; accepted values depend on the model',
});
const thinkingBudget = (minimum: number) =>
  Type.Integer({
    minimum,
    maximum: 1_000_000,
    description:
      'maximum number of thinking tokens: Anthropic from 1,024, in addition to max_tokens; Google from 0, -1 for automatic',
  });
const serviceTier = <const W extends readonly string[]>(values: W) =>
  StringEnum(values, {
    description: 'service tier of the request; the provider may charge other prices than listed',
  });
const verbosity = StringEnum(['low', 'medium', 'high'], { description: 'verbosity of the response' });
const cacheKey = BoundedText(64, {
  minLength: 1,
  description: 'key that routes calls with a common prefix to one prompt cache',
});
const parallelCalls = Type.Boolean({ description: 'whether a turn may request several tool calls (agents)' });
const OPENAI_TIERS = ['auto', 'default', 'flex', 'priority'] as const;

/** Additional settings of each provider. */
const PROVIDER_SCHEMAS = {
  openai: {
    reasoning_effort: reasoningEffort,
    reasoning_summary: StringEnum(['auto', 'concise', 'detailed'], {
      description: 'requests a summary of the reasoning',
    }),
    verbosity,
    service_tier: serviceTier(OPENAI_TIERS),
    prompt_cache_key: cacheKey,
    prompt_cache_ttl: StringEnum(['30m', '12h'], { description: 'minimum lifetime of the prompt cache' }),
    parallel_tool_calls: parallelCalls,
  },
  anthropic: {
    reasoning_effort: reasoningEffort,
    thinking_budget: thinkingBudget(1024),
    prompt_caching: Type.Boolean({ description: 'caches the prompt prefix for five minutes' }),
    service_tier: serviceTier(['auto', 'standard_only']),
    inference_geo: StringEnum(['global', 'us'], { description: 'region in which the model runs' }),
    parallel_tool_calls: parallelCalls,
  },
  google: {
    reasoning_effort: reasoningEffort,
    thinking_budget: thinkingBudget(-1),
    include_thoughts: Type.Boolean({ description: 'requests a summary of the reasoning' }),
    service_tier: serviceTier(['standard', 'flex', 'priority']),
    safety_threshold: StringEnum(['low', 'medium', 'high', 'none', 'off'], {
      description: 'likelihood of harm from which a response is blocked',
    }),
    media_resolution: StringEnum(['low', 'medium', 'high'], {
      description: 'resolution at which images are processed',
    }),
  },
  'openai-compatible': {
    reasoning_effort: reasoningEffort,
    verbosity,
    service_tier: serviceTier(OPENAI_TIERS),
    prompt_cache_key: cacheKey,
    parallel_tool_calls: parallelCalls,
    min_p: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'minimum probability of a token relative to the most likely one',
    }),
    repetition_penalty: Type.Number({ minimum: 0, maximum: 10, description: 'penalty for repetitions; 1 for none' }),
  },
  demo: {},
} satisfies Record<ModelProvider, Record<string, TSchema>>;

/** Names of the settings that any provider may accept. */
export const COMMON_SETTINGS: readonly string[] = Object.keys(COMMON_SCHEMAS);

/** Returns the settings that a provider's models may accept, with their schemas. */
export function getSettingSchemas(provider: ModelProvider): Readonly<Record<string, TSchema>> {
  return { ...COMMON_SCHEMAS, ...PROVIDER_SCHEMAS[provider] };
}

/** Settings of a model call: the union over all providers. A separate check compares them with the model's provider. */
export const LlmConfig = Type.Partial(
  Type.Object({
    temperature: Nullable(COMMON_SCHEMAS.temperature),
    max_tokens: Nullable(COMMON_SCHEMAS.max_tokens),
    top_p: Nullable(COMMON_SCHEMAS.top_p),
    top_k: Nullable(COMMON_SCHEMAS.top_k),
    presence_penalty: Nullable(COMMON_SCHEMAS.presence_penalty),
    frequency_penalty: Nullable(COMMON_SCHEMAS.frequency_penalty),
    seed: Nullable(COMMON_SCHEMAS.seed),
    stop: Nullable(COMMON_SCHEMAS.stop),
    reasoning_effort: Nullable(reasoningEffort),
    reasoning_summary: Nullable(PROVIDER_SCHEMAS.openai.reasoning_summary),
    thinking_budget: Nullable(thinkingBudget(-1)),
    include_thoughts: Nullable(PROVIDER_SCHEMAS.google.include_thoughts),
    verbosity: Nullable(verbosity),
    service_tier: Nullable(serviceTier([...OPENAI_TIERS, 'standard', 'standard_only'])),
    prompt_caching: Nullable(PROVIDER_SCHEMAS.anthropic.prompt_caching),
    prompt_cache_key: Nullable(cacheKey),
    prompt_cache_ttl: Nullable(PROVIDER_SCHEMAS.openai.prompt_cache_ttl),
    parallel_tool_calls: Nullable(parallelCalls),
    inference_geo: Nullable(PROVIDER_SCHEMAS.anthropic.inference_geo),
    safety_threshold: Nullable(PROVIDER_SCHEMAS.google.safety_threshold),
    media_resolution: Nullable(PROVIDER_SCHEMAS.google.media_resolution),
    min_p: Nullable(PROVIDER_SCHEMAS['openai-compatible'].min_p),
    repetition_penalty: Nullable(PROVIDER_SCHEMAS['openai-compatible'].repetition_penalty),
    size: Nullable(MEDIA_SETTINGS.size),
    aspect_ratio: Nullable(MEDIA_SETTINGS.aspect_ratio),
    quality: Nullable(MEDIA_SETTINGS.quality),
    voice: Nullable(MEDIA_SETTINGS.voice),
    speed: Nullable(MEDIA_SETTINGS.speed),
    audio_format: Nullable(MEDIA_SETTINGS.audio_format),
  }),
);
