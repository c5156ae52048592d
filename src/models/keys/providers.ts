import type { ModelCatalogue } from '../../platform/models/catalogue.ts';
import { getModelsForKey } from '../../platform/models/detect.ts';
import { STANDARD_PROVIDERS } from '../../platform/models/providers/index.ts';

/** A provider with its key variable. */
export interface KeyedProvider {
  /** Name of the environment variable that its key is known by. */
  readonly variable: string;
  readonly provider: string;
  /** Base URL from the models file. */
  readonly baseUrl: string | undefined;
  /** Names of the models that use the key, including those that the key adds. */
  readonly models: readonly string[];
}

/** Lists providers that accept a key: standard providers first, then those of the models file. */
export function listKeyedProviders(models: ModelCatalogue): KeyedProvider[] {
  const entries = [...models.all(), ...models.embeddings, ...models.rerankers];
  const variables = entries.flatMap(({ apiKeyEnv }) => (apiKeyEnv === undefined ? [] : [apiKeyEnv]));
  const standardVariables = STANDARD_PROVIDERS.map(({ standardKey }) => standardKey.variable);
  return [...new Set([...standardVariables, ...variables])].map((variable) => {
    const providerEntries = entries.filter(({ apiKeyEnv }) => apiKeyEnv === variable);
    const standardProvider = STANDARD_PROVIDERS.find(({ standardKey }) => standardKey.variable === variable);
    const entryWithUrl = providerEntries.find(({ baseUrl }) => baseUrl !== undefined) ?? providerEntries[0];
    const standardModels = getModelsForKey(variable);
    const names = [...providerEntries, ...standardModels.models, ...standardModels.embeddings].map(({ name }) => name);
    return {
      variable,
      provider: standardProvider?.name ?? entryWithUrl?.provider ?? '',
      baseUrl: entryWithUrl?.baseUrl,
      models: [...new Set(names)],
    };
  });
}

/** Whether the configured embedding model requires this key. */
export function providesEmbeddingModel(variable: string, embeddingModel: string | undefined): boolean {
  return getModelsForKey(variable).embeddings.some(({ name }) => name.toLowerCase() === embeddingModel?.toLowerCase());
}
