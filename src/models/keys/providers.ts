import type { ModelCatalog, ModelEntry } from '../../platform/models/catalog.ts';
import { getModelsForKey } from '../../platform/models/detect.ts';
import { STANDARD_PROVIDERS } from '../../platform/models/providers/index.ts';

type KeyedEntry = Pick<ModelEntry, 'name' | 'baseUrl'> & { readonly provider: string };

/** A provider with its key variable. */
export interface KeyedProvider {
  /** Environment variable that identifies the key. */
  readonly variable: string;
  readonly provider: string;
  /** Base URL from the models file. */
  readonly baseUrl: string | undefined;
  /** Names of the models that use the key, including those that the key adds. */
  readonly models: readonly string[];
}

/** Lists providers that accept a key: standard providers first, then those of the models file. */
export function listKeyedProviders(models: ModelCatalog): KeyedProvider[] {
  const entriesByVariable = new Map<string, KeyedEntry[]>();
  for (const { standardKey } of STANDARD_PROVIDERS) entriesByVariable.set(standardKey.variable, []);
  for (const entry of [...models.all(), ...models.embeddings, ...models.rerankers])
    if (entry.apiKeyEnv !== undefined)
      entriesByVariable.set(entry.apiKeyEnv, [...(entriesByVariable.get(entry.apiKeyEnv) ?? []), entry]);
  return [...entriesByVariable].map(([variable, entries]) => {
    const standardProvider = STANDARD_PROVIDERS.find(({ standardKey }) => standardKey.variable === variable);
    const entryWithUrl = entries.find(({ baseUrl }) => baseUrl !== undefined);
    const added = getModelsForKey(variable);
    const names = [...entries, ...added.models, ...added.embeddings].map(({ name }) => name);
    return {
      variable,
      // Every variable that is not standard has an entry.
      provider: standardProvider?.name ?? (entryWithUrl ?? entries[0])?.provider ?? '',
      baseUrl: entryWithUrl?.baseUrl,
      models: [...new Set(names)],
    };
  });
}

/** Returns whether the configured embedding model requires this key. */
export function providesEmbeddingModel(variable: string, embeddingModel: string | undefined): boolean {
  return getModelsForKey(variable).embeddings.some(({ name }) => name.toLowerCase() === embeddingModel?.toLowerCase());
}
