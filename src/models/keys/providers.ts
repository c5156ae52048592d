import type { ModelCatalogue, ModelProvider } from '../../platform/models/catalogue.ts';
import { getModelsForKey, KEY_VARIABLES } from '../../platform/models/detect.ts';

/** Who takes the key of a variable. */
export interface KeyedProvider {
  /** Name of the environment variable that its key is known by. */
  readonly variable: string;
  readonly provider: ModelProvider;
  /** Where it is reached, where the models file says it. */
  readonly baseUrl: string | undefined;
  /** Names of the models that need the key: those of the models file, and those that the key adds. */
  readonly models: readonly string[];
}

/** Everybody who can be given a key: the providers whose models a key adds, then those that the models file names. */
export function keyedProviders(models: ModelCatalogue): KeyedProvider[] {
  const entries = [...models.all(), ...models.embeddings, ...models.rerankers];
  const named = entries.flatMap(({ apiKeyEnv }) => (apiKeyEnv === undefined ? [] : [apiKeyEnv]));
  return [...new Set([...Object.values(KEY_VARIABLES), ...named])].map((variable) => {
    const own = entries.filter(({ apiKeyEnv }) => apiKeyEnv === variable);
    const usual = (Object.keys(KEY_VARIABLES) as ModelProvider[]).find((name) => KEY_VARIABLES[name] === variable);
    const first = own.find(({ baseUrl }) => baseUrl !== undefined);
    const added = getModelsForKey(variable);
    const names = [...own, ...added.models, ...added.embeddings].map(({ name }) => name);
    return {
      variable,
      provider: usual ?? ((first?.provider ?? 'openai-compatible') as ModelProvider),
      baseUrl: first?.baseUrl,
      models: [...new Set(names)],
    };
  });
}

/** Whether the installation's chosen embedding model is there by this key alone. */
export function givesEmbedding(variable: string, chosen: string | undefined): boolean {
  return getModelsForKey(variable).embeddings.some(({ name }) => name.toLowerCase() === chosen?.toLowerCase());
}
