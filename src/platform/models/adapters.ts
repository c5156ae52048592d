import type { ModelEntry } from './catalog.ts';
import { ModelCallError } from './errors.ts';
import { findProvider, getProvider } from './providers/index.ts';
import type { AdapterConnection } from './providers/provider.ts';
import type { LanguageModel } from './request.ts';
import type { Fetch } from './transport.ts';

/** Returns the adapter of a model. `withSchemas` is false for servers that accept no response schema. */
type AdapterLookup = (model: ModelEntry, withSchemas: boolean) => Promise<LanguageModel>;

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
  call: { apiKey: string | undefined; fetch: Fetch },
): Promise<LanguageModel> {
  return getProvider(model.provider).createLanguageModel(toConnection(model, call), model.providerModel, withSchemas);
}

/** Returns the connection of a model's adapter. Throws ModelCallError if its base URL is missing. */
export function toConnection(
  { name, provider, baseUrl }: Pick<ModelEntry, 'name' | 'baseUrl'> & { readonly provider: string },
  { apiKey, fetch }: { apiKey: string | undefined; fetch: Fetch },
): AdapterConnection {
  if (baseUrl === undefined && findProvider(provider)?.requiresBaseUrl)
    throw new ModelCallError('not_configured', `Model ${name} has no base_url.`);
  return { apiKey, baseURL: baseUrl, fetch };
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
