import Type, { type TSchema } from 'typebox';
import { BoundedText, Nullable, StringEnum } from '../schemas.ts';
import type { ModelProvider } from './catalogue.ts';
import { MEDIA_SETTINGS } from './media/settings.ts';

/** Settings that a model of any provider may take; a fallback model without settings of its own gets those of the first. */
const COMMON_SCHEMAS = {
  temperature: Type.Number({ minimum: 0, maximum: 2, description: 'how freely words are chosen' }),
  max_tokens: Type.Integer({ minimum: 1, maximum: 10_000_000, description: 'most tokens of the answer' }),
  top_p: Type.Number({ minimum: 0, maximum: 1, description: 'share of the likeliest words that are chosen from' }),
  top_k: Type.Integer({ minimum: 1, maximum: 100_000, description: 'how many of the likeliest words are chosen from' }),
  presence_penalty: Type.Number({ minimum: -2, maximum: 2, description: 'against words that were said before' }),
  frequency_penalty: Type.Number({ minimum: -2, maximum: 2, description: 'against words that were said often' }),
  seed: Type.Integer({
    minimum: -2_147_483_648,
    maximum: 2_147_483_647,
    description: 'repeats the choices of another call, as far as the provider can',
  }),
  stop: Type.Array(BoundedText(100), { maxItems: 10, description: 'texts that end the answer' }),
};

const reasoningEffort = StringEnum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'], {
  description: 'how much the model thinks before it answers; models differ in the words that they take',
});
const thinkingBudget = (minimum: number) =>
  Type.Integer({
    minimum,
    maximum: 1_000_000,
    description: 'most tokens of thinking: anthropic from 1,024, beside max_tokens; google from 0, -1 leaves it open',
  });
const serviceTier = <const W extends readonly string[]>(values: W) =>
  StringEnum(values, {
    description: 'how the provider ranks the request, which it may charge otherwise than the price list',
  });
const verbosity = StringEnum(['low', 'medium', 'high'], { description: 'how long the model writes' });
const cacheKey = BoundedText(64, {
  minLength: 1,
  description: 'ties calls with the same beginning to one prompt cache',
});
const parallelCalls = Type.Boolean({ description: 'whether a turn may ask for several tools at once (agents)' });
const OPENAI_TIERS = ['auto', 'default', 'flex', 'priority'] as const;

/** What each provider takes beside {@link COMMON_SCHEMAS}. */
const PROVIDER_SCHEMAS = {
  openai: {
    reasoning_effort: reasoningEffort,
    reasoning_summary: StringEnum(['auto', 'concise', 'detailed'], {
      description: 'asks for a summary of the thinking',
    }),
    verbosity,
    service_tier: serviceTier(OPENAI_TIERS),
    prompt_cache_key: cacheKey,
    prompt_cache_ttl: StringEnum(['30m', '12h'], { description: 'least time that the prompt cache is kept' }),
    parallel_tool_calls: parallelCalls,
  },
  anthropic: {
    reasoning_effort: reasoningEffort,
    thinking_budget: thinkingBudget(1024),
    prompt_caching: Type.Boolean({ description: 'keeps the beginning of the prompt for five minutes' }),
    service_tier: serviceTier(['auto', 'standard_only']),
    inference_geo: StringEnum(['global', 'us'], { description: 'where the model runs' }),
    parallel_tool_calls: parallelCalls,
  },
  google: {
    reasoning_effort: reasoningEffort,
    thinking_budget: thinkingBudget(-1),
    include_thoughts: Type.Boolean({ description: 'asks for a summary of the thinking' }),
    service_tier: serviceTier(['standard', 'flex', 'priority']),
    safety_threshold: StringEnum(['low', 'medium', 'high', 'none', 'off'], {
      description: 'from which likelihood of harm on an answer is withheld',
    }),
    media_resolution: StringEnum(['low', 'medium', 'high'], { description: 'tokens that images are read with' }),
  },
  'openai-compatible': {
    reasoning_effort: reasoningEffort,
    verbosity,
    service_tier: serviceTier(OPENAI_TIERS),
    prompt_cache_key: cacheKey,
    parallel_tool_calls: parallelCalls,
    min_p: Type.Number({ minimum: 0, maximum: 1, description: 'least likelihood of a word beside the likeliest' }),
    repetition_penalty: Type.Number({ minimum: 0, maximum: 10, description: 'against repeats, 1 for none' }),
  },
  demo: {},
} satisfies Record<ModelProvider, Record<string, TSchema>>;

/** Names of the settings that any provider may take. */
export const COMMON_SETTINGS: readonly string[] = Object.keys(COMMON_SCHEMAS);

/** The settings that a provider's models may take, and their values. */
export function getSettingSchemas(provider: ModelProvider): Readonly<Record<string, TSchema>> {
  return { ...COMMON_SCHEMAS, ...PROVIDER_SCHEMAS[provider] };
}

/** Settings of a model call: all that some provider takes. What a model's own provider takes of them is checked besides. */
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
