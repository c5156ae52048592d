import { parseJson } from '../json.ts';
import { isRecord } from '../json-schema.ts';
import type { ModelEntry } from './catalogue.ts';
import { probe } from './probe.ts';
import type { ModelSettings } from './request.ts';

/** Tokens of an answer whose length the settings leave open, where the provider must be told one. */
const DEFAULT_MAX_TOKENS = 32_000;

/** How long an answer may become. */
export interface ResponseLength {
  /** The settings, with a length where the provider must be told one. */
  readonly settings: ModelSettings;
  /** Output tokens that the provider is told to stop at, those of thinking among them; undefined where it is told none. */
  readonly maxOutputTokens: number | undefined;
  /** Those of thinking that it is granted on top of `max_tokens`. */
  readonly extraThinkingTokens: number;
}

/**
 * How long a model's answer may become. Anthropic must be told a length: its adapter names the most that the model can write
 * where none is given (128,000 tokens), and adds what the model may think to what is given. What it would name is asked of it.
 */
export async function getResponseLength(model: ModelEntry, requested: ModelSettings): Promise<ResponseLength> {
  const unchanged = { settings: requested, told: requested.max_tokens, beside: 0 };
  if (model.provider !== 'anthropic') return unchanged;
  try {
    return await probeResponseLength(model, requested);
  } catch {
    // Settings that its adapter refuses: the call fails with what is wrong.
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
  throw new Error('the adapter of Anthropic names no max_tokens');
}
