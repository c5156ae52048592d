import { createMarkingFetch } from '../http/exact-integers.ts';
import type { ModelEntry } from './catalogue.ts';
import { demoModel } from './demo.ts';
import { ModelCallError } from './errors.ts';
import { createExtraDataExtractor, ensureStreamed, toUsage } from './openai-compatible.ts';
import type { LanguageModel } from './request.ts';
import { readUntilResponseEnd, readUsageAfterFinish } from './stream-rewriting.ts';
import type { Fetch } from './transport.ts';

/** Namespace of our options for openai-compatible models. */
export const COMPATIBLE_NAMESPACE = 'compatible';

/** Returns the adapter of a model. `withSchemas` is false for servers that accept no response schema. */
export type AdapterLookup = (model: ModelEntry, withSchemas: boolean) => Promise<LanguageModel>;

/** Creates a cache of adapters. A provider's package is loaded on first use. */
export function createAdapterLookup(options: { env: NodeJS.ProcessEnv; fetch: Fetch }): AdapterLookup {
  const cache = new Map<string, { readonly apiKey: string | undefined; readonly adapter: Promise<LanguageModel> }>();
  return async (model, withSchemas) => {
    const apiKey = requireApiKey(model, options.env);
    const identity = [model.provider, model.baseUrl, model.apiKeyEnv, model.providerModel, withSchemas].join('\n');
    const cached = cache.get(identity);
    // The API key may have changed since the adapter was created.
    if (cached?.apiKey === apiKey && cached) return cached.adapter;
    const created = { apiKey, adapter: createAdapter(model, withSchemas, { apiKey, fetch: options.fetch }) };
    cache.set(identity, created);
    created.adapter.catch(() => {
      if (cache.get(identity) === created) cache.delete(identity);
    });
    return created.adapter;
  };
}

/** Creates the adapter of a model for this key and `fetch`. */
export async function createAdapter(
  model: ModelEntry,
  withSchemas: boolean,
  { apiKey, fetch }: { apiKey: string | undefined; fetch: Fetch },
): Promise<LanguageModel> {
  const settings = { apiKey, baseURL: model.baseUrl, fetch };
  switch (model.provider) {
    case 'demo':
      return demoModel;
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return createOpenAI({ ...settings, fetch: readUntilResponseEnd(fetch) }).responses(model.providerModel);
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic({ ...settings, fetch: createMarkingFetch(fetch) }).languageModel(model.providerModel);
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google');
      return createGoogle({ ...settings, fetch: createMarkingFetch(fetch) }).languageModel(model.providerModel);
    }
    case 'openai-compatible': {
      if (model.baseUrl === undefined)
        throw new ModelCallError('not_configured', `Model ${model.name} has no base_url.`);
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({
        ...settings,
        fetch: ensureStreamed(readUsageAfterFinish(fetch)),
        name: COMPATIBLE_NAMESPACE,
        baseURL: model.baseUrl,
        includeUsage: true,
        supportsStructuredOutputs: withSchemas,
        metadataExtractor: createExtraDataExtractor(),
        convertUsage: toUsage,
      }).chatModel(model.providerModel);
    }
  }
}

/** Returns the model's API key; undefined for servers that need none. Throws ModelCallError if it is missing. */
export function requireApiKey(
  model: Pick<ModelEntry, 'name' | 'apiKeyEnv'>,
  env: NodeJS.ProcessEnv,
): string | undefined {
  if (model.apiKeyEnv === undefined) return undefined;
  const key = env[model.apiKeyEnv]?.trim();
  if (key) return key;
  throw new ModelCallError(
    'not_configured',
    `Model ${model.name} needs a key: the environment variable ${model.apiKeyEnv} is not set, and none is stored for it.`,
  );
}
