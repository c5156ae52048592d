import { createMarkingFetch } from '../http/exact-integers.ts';
import type { ModelEntry } from './catalogue.ts';
import { demoModel } from './demo.ts';
import { ModelCallError } from './errors.ts';
import { createExtraDataExtractor, ensureStreamed, toUsage } from './openai-compatible.ts';
import type { LanguageModel } from './request.ts';
import { readUntilResponseEnd, readUsageAfterFinish } from './stream-rewriting.ts';
import type { Fetch } from './transport.ts';

/** The namespace of our options in calls of openai-compatible models. */
export const COMPATIBLE_NAMESPACE = 'compatible';

/** Makes the adapter of a model; `withSchemas` is false for servers that take no JSON schema of the answer. */
export type AdapterLookup = (model: ModelEntry, withSchemas: boolean) => Promise<LanguageModel>;

/** Adapters by model, made at its first call and kept; a provider's package is loaded only when it is used. */
export function createAdapterLookup(options: { env: NodeJS.ProcessEnv; fetch: Fetch }): AdapterLookup {
  const cache = new Map<string, { readonly apiKey: string | undefined; readonly adapter: Promise<LanguageModel> }>();
  return async (model, withSchemas) => {
    const apiKey = requireApiKey(model, options.env);
    const identity = [model.provider, model.baseUrl, model.apiKeyEnv, model.providerModel, withSchemas].join('\n');
    const cached = cache.get(identity);
    // Another key may have taken the place of the one that an adapter was made with.
    if (cached?.apiKey === apiKey && cached) return cached.adapter;
    const created = { apiKey, adapter: createAdapter(model, withSchemas, { apiKey, fetch: options.fetch }) };
    cache.set(identity, created);
    created.adapter.catch(() => {
      if (cache.get(identity) === created) cache.delete(identity);
    });
    return created.adapter;
  };
}

/** The adapter of a model, which calls it with this key through this `fetch`. */
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

/** The model's key; undefined for servers that need none. */
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
