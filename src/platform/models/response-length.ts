import { parseJson } from '../json.ts';
import { isRecord } from '../json-schema.ts';
import type { ModelEntry } from './catalog.ts';
import { probe } from './probe.ts';
import { getProvider } from './providers/index.ts';
import type { ModelSettings } from './request.ts';

/** Default `max_tokens` for providers that require it. */
const DEFAULT_MAX_TOKENS = 32_000;

/** Maximum length of a response. */
interface ResponseLength {
  /** The settings, with `max_tokens` if the provider requires it. */
  readonly settings: ModelSettings;
  /** Output tokens at which the provider stops, including thinking; undefined without a limit. */
  readonly maxOutputTokens: number | undefined;
  /** Thinking tokens that are granted on top of `max_tokens`. */
  readonly extraThinkingTokens: number;
}

/**
 * Returns the maximum length of a model's response. For a provider that requires `max_tokens`, the adapter by default
 * sends the model's maximum (128,000 tokens), and adds the thinking budget to a given value. The values come from a
 * probe of the adapter.
 */
export async function getResponseLength(model: ModelEntry, requested: ModelSettings): Promise<ResponseLength> {
  const unchanged = { settings: requested, maxOutputTokens: requested.max_tokens, extraThinkingTokens: 0 };
  if (!getProvider(model.provider).requiresMaxTokens) return unchanged;
  try {
    return await probeResponseLength(model, requested);
  } catch {
    // The adapter rejects the settings; the call fails with the reason.
    return unchanged;
  }
}

async function probeResponseLength(model: ModelEntry, requested: ModelSettings): Promise<ResponseLength> {
  const probeMaxTokens = async (settings: ModelSettings) => readMaxTokens((await probe(model, settings, false)).body);
  const maxTokens =
    requested.max_tokens ?? Math.min(DEFAULT_MAX_TOKENS, await probeMaxTokens({ ...requested, max_tokens: undefined }));
  const settings = { ...requested, max_tokens: maxTokens };
  return {
    settings,
    maxOutputTokens: await probeMaxTokens(settings),
    extraThinkingTokens: (await probeMaxTokens({ ...requested, max_tokens: 1 })) - 1,
  };
}

function readMaxTokens(body: string): number {
  const request: unknown = parseJson(body);
  if (isRecord(request) && typeof request.max_tokens === 'number') return request.max_tokens;
  throw new Error('the adapter sent no max_tokens');
}
