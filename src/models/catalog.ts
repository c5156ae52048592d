import type { ModelCatalog } from '../platform/models/catalog.ts';
import { PROVIDERS } from '../platform/models/providers/index.ts';
import { type Excludable, type RuleType, toExcludableEmbedding, toExcludableReranker } from './exclusions.ts';

/** Lists all models that a rule can exclude, including embedding models and rerankers. */
function listExcludables(models: ModelCatalog): Excludable[] {
  return [
    ...models.all(),
    ...models.embeddings.map(toExcludableEmbedding),
    ...models.rerankers.map(toExcludableReranker),
  ];
}

/** Lists the values that a rule of this type accepts. */
export function listRuleValues(models: ModelCatalog, type: RuleType): string[] {
  const all = listExcludables(models);
  if (type === 'model_id') return all.map(({ name }) => name);
  const found = all.map((model) => model[type]);
  return [...new Set(type === 'provider' ? [...PROVIDERS.map(({ name }) => name), ...found] : found)];
}

/** Finds the stored value for an ID or name. Case-insensitive. */
export function findRuleValue(models: ModelCatalog, type: RuleType, nameOrId: string): string | undefined {
  const lowerCaseName = nameOrId.toLowerCase();
  if (type !== 'model_id') return listRuleValues(models, type).find((name) => name.toLowerCase() === lowerCaseName);
  const known = models.find(nameOrId);
  if (known) return known.id;
  return listExcludables(models).find(({ id, name }) => id === lowerCaseName || name.toLowerCase() === lowerCaseName)
    ?.id;
}

/** Finds the name of a model. Null if it is no longer configured. */
export function findModelName(models: ModelCatalog, id: string): string | null {
  return listExcludables(models).find((model) => model.id === id)?.name ?? null;
}
