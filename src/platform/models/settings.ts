import { LRUCache } from 'lru-cache';
import { remembered } from '../cache.ts';
import { ValidationError } from '../errors.ts';
import { callOptions } from './call-options.ts';
import type { ModelEntry } from './catalogue.ts';
import { adapterOf } from './providers.ts';
import type { ModelSettings } from './request.ts';
import type { Fetch } from './transport.ts';

/** Every setting that a call can carry, and what adapters call it. */
const SETTINGS: Readonly<Record<keyof ModelSettings, string>> = {
  temperature: 'temperature',
  max_tokens: 'maxOutputTokens',
  top_p: 'topP',
  top_k: 'topK',
  presence_penalty: 'presencePenalty',
  frequency_penalty: 'frequencyPenalty',
  stop: 'stopSequences',
  seed: 'seed',
};

/** A stored llm_config as the gateway takes it: fields that are null are left to the provider. */
export function settingsOf(config: Readonly<Record<string, unknown>>): ModelSettings {
  return Object.fromEntries(Object.entries(config).filter(([, value]) => value !== null));
}

/**
 * Refuses settings that a model would not be given: those nobody knows, and those that its provider drops or changes.
 * Throws a 422 that names each.
 */
export async function checkSettings(
  model: ModelEntry,
  field: string,
  config: Readonly<Record<string, unknown>>,
): Promise<void> {
  const given = settingsOf(config);
  const refuse = (names: readonly string[], msg: string, type: string) => {
    if (names.length === 0) return;
    throw new ValidationError(names.map((name) => ({ loc: ['body', field, name], msg, type })));
  };
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(SETTINGS, name));
  refuse(unknown, `is no setting of a model call; known are ${Object.keys(SETTINGS).join(', ')}`, 'unknown_setting');
  if (Object.keys(given).length === 0) return;
  const dropped = await droppedFeatures(model, given);
  const names = Object.entries(SETTINGS)
    .filter(([, feature]) => dropped.includes(feature))
    .map(([name]) => name);
  refuse(names, `the model ${model.name} does not take this value`, 'unsupported_setting');
}

const answers = new LRUCache<string, readonly string[]>({ max: 500 });

/** Settings that the adapter of a model says it would leave out or change; the adapter is asked without a call. */
async function droppedFeatures(model: ModelEntry, settings: ModelSettings): Promise<readonly string[]> {
  const key = JSON.stringify([model.provider, model.providerModel, settings]);
  return (await remembered(answers, key, () => askAdapter(model, settings))) ?? [];
}

/** Answers a call with a stream that ends at once: what is wanted of the adapter is only what it says before it. */
const nothing: Fetch = async () =>
  new Response('data: [DONE]\n\n', { headers: { 'content-type': 'text/event-stream' } });

async function askAdapter(model: ModelEntry, settings: ModelSettings): Promise<readonly string[]> {
  const adapter = await adapterOf(model, true, { apiKey: 'none', fetch: nothing });
  const request = { model, messages: [{ role: 'user', content: 'x' }] as const, settings };
  const { stream } = await adapter.doStream(callOptions(request, true, new AbortController().signal));
  for await (const part of stream) {
    if (part.type !== 'stream-start') continue;
    return part.warnings.flatMap((warning) => (warning.type === 'unsupported' ? [warning.feature] : []));
  }
  return [];
}
