import { markingIntegers } from '../http/exact-integers.ts';
import { readingUpToResponseEnd, readingUsageAfterFinish } from './after-finish.ts';
import type { ModelEntry } from './catalogue.ts';
import { alwaysStreamed, gatherBeside, usageOf } from './compatible.ts';
import { demoModel } from './demo.ts';
import { ModelCallError } from './errors.ts';
import type { LanguageModel } from './request.ts';
import type { Fetch } from './transport.ts';

/** The namespace of our options in calls of openai-compatible models. */
export const COMPATIBLE = 'compatible';

/** Makes the adapter of a model; `withSchemas` is false for servers that take no JSON schema of the answer. */
export type Providers = (model: ModelEntry, withSchemas: boolean) => Promise<LanguageModel>;

/** Adapters by model, made at its first call and kept; a provider's package is loaded only when it is used. */
export function createProviders(options: { env: NodeJS.ProcessEnv; fetch: Fetch }): Providers {
  const made = new Map<string, { readonly apiKey: string | undefined; readonly adapter: Promise<LanguageModel> }>();
  return async (model, withSchemas) => {
    const apiKey = keyOf(model, options.env);
    const identity = [model.provider, model.baseUrl, model.apiKeyEnv, model.providerModel, withSchemas].join('\n');
    const known = made.get(identity);
    // Another key may have taken the place of the one that an adapter was made with.
    if (known?.apiKey === apiKey && known) return known.adapter;
    const fresh = { apiKey, adapter: adapterOf(model, withSchemas, { apiKey, fetch: options.fetch }) };
    made.set(identity, fresh);
    fresh.adapter.catch(() => {
      if (made.get(identity) === fresh) made.delete(identity);
    });
    return fresh.adapter;
  };
}

/** The adapter of a model, which calls it with this key through this `fetch`. */
export async function adapterOf(
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
      return createOpenAI({ ...settings, fetch: readingUpToResponseEnd(fetch) }).responses(model.providerModel);
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic({ ...settings, fetch: markingIntegers(fetch) }).languageModel(model.providerModel);
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google');
      return createGoogle({ ...settings, fetch: markingIntegers(fetch) }).languageModel(model.providerModel);
    }
    case 'openai-compatible': {
      if (model.baseUrl === undefined)
        throw new ModelCallError('not_configured', `Model ${model.name} has no base_url.`);
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({
        ...settings,
        fetch: alwaysStreamed(readingUsageAfterFinish(fetch)),
        name: COMPATIBLE,
        baseURL: model.baseUrl,
        includeUsage: true,
        supportsStructuredOutputs: withSchemas,
        metadataExtractor: gatherBeside(),
        convertUsage: usageOf,
      }).chatModel(model.providerModel);
    }
  }
}

/** The model's key; undefined for servers that need none. */
export function keyOf(model: Pick<ModelEntry, 'name' | 'apiKeyEnv'>, env: NodeJS.ProcessEnv): string | undefined {
  if (model.apiKeyEnv === undefined) return undefined;
  const key = env[model.apiKeyEnv]?.trim();
  if (key) return key;
  throw new ModelCallError(
    'not_configured',
    `Model ${model.name} needs a key: the environment variable ${model.apiKeyEnv} is not set, and none is stored for it.`,
  );
}
