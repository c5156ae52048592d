import { COMPATIBLE_NAMESPACE } from './adapters.ts';
import type { ModelProvider } from './catalogue.ts';
import { isStrict } from './json-output.ts';
import type { CallOptions, Json, ModelRequest, ModelSettings } from './request.ts';

type Options = Readonly<Record<string, Json | undefined>>;

/** Returns the provider-specific options under the names of the adapter. */
export function toProviderOptions({
  model,
  settings: requested,
  output,
  tools,
}: ModelRequest): CallOptions['providerOptions'] {
  const strict = output && { strictJsonSchema: isStrict(output.schema) };
  // Providers reject options of tool calls without tools.
  const settings = tools && tools.length > 0 ? requested : { ...requested, parallel_tool_calls: undefined };
  const options = { ...strict, ...OPTIONS_BY_PROVIDER[model.provider](settings) };
  const present = Object.entries(options).filter(([, value]) => value !== undefined);
  return present.length === 0
    ? undefined
    : { [NAMESPACE[model.provider] ?? model.provider]: Object.fromEntries(present) };
}

const NAMESPACE: Readonly<Partial<Record<ModelProvider, string>>> = { 'openai-compatible': COMPATIBLE_NAMESPACE };

const OPTIONS_BY_PROVIDER: Readonly<Record<ModelProvider, (settings: ModelSettings) => Options>> = {
  openai: (settings) => ({
    // Conversations are stored here, so that the provider needs no copy.
    store: false,
    // By default the adapter requests summaries, which providers give to verified organizations only.
    reasoningSummary: settings.reasoning_summary ?? null,
    textVerbosity: settings.verbosity,
    serviceTier: settings.service_tier,
    promptCacheKey: settings.prompt_cache_key,
    promptCacheOptions: settings.prompt_cache_ttl && { ttl: settings.prompt_cache_ttl },
    parallelToolCalls: settings.parallel_tool_calls,
  }),
  anthropic: (settings) => ({
    thinking:
      settings.thinking_budget === undefined ? undefined : { type: 'enabled', budgetTokens: settings.thinking_budget },
    cacheControl: settings.prompt_caching ? { type: 'ephemeral' } : undefined,
    serviceTier: settings.service_tier,
    inferenceGeo: settings.inference_geo,
    disableParallelToolUse: settings.parallel_tool_calls === undefined ? undefined : !settings.parallel_tool_calls,
  }),
  google: ({ thinking_budget: thinkingBudget, include_thoughts: includeThoughts, ...settings }) => ({
    thinkingConfig:
      thinkingBudget === undefined && includeThoughts === undefined ? undefined : { thinkingBudget, includeThoughts },
    serviceTier: settings.service_tier,
    threshold: settings.safety_threshold && THRESHOLDS[settings.safety_threshold],
    mediaResolution: settings.media_resolution && `MEDIA_RESOLUTION_${settings.media_resolution.toUpperCase()}`,
  }),
  // The adapter sends unknown options unchanged under the names of the API.
  'openai-compatible': ({ verbosity: textVerbosity, ...settings }) => ({
    textVerbosity,
    service_tier: settings.service_tier,
    prompt_cache_key: settings.prompt_cache_key,
    parallel_tool_calls: settings.parallel_tool_calls,
    min_p: settings.min_p,
    repetition_penalty: settings.repetition_penalty,
  }),
  demo: () => ({}),
};

const THRESHOLDS: Readonly<Record<string, string>> = {
  low: 'BLOCK_LOW_AND_ABOVE',
  medium: 'BLOCK_MEDIUM_AND_ABOVE',
  high: 'BLOCK_ONLY_HIGH',
  none: 'BLOCK_NONE',
  off: 'OFF',
};
