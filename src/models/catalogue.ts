import type { ModelCatalogue } from '../platform/models/catalogue.ts';
import { PROVIDERS } from '../platform/models/catalogue-schema.ts';
import { type Excludable, type RuleType, toExcludableEmbedding, toExcludableReranker } from './exclusions.ts';

/** Every model of the installation that a rule can name, embedding models and rerankers with them. */
function listExcludables(models: ModelCatalogue): Excludable[] {
  return [
    ...models.all(),
    ...models.embeddings.map(toExcludableEmbedding),
    ...models.rerankers.map(toExcludableReranker),
  ];
}

/** Words that a rule of this type can name; of models their names. */
export function listRuleValues(models: ModelCatalogue, type: RuleType): string[] {
  const all = listExcludables(models);
  if (type === 'model_id') return all.map(({ name }) => name);
  const found = all.map((model) => model[type]);
  return [...new Set(type === 'provider' ? [...PROVIDERS, ...found] : found)];
}

/** What a rule that names this stores; undefined where nothing has the name. */
export function findRuleValue(models: ModelCatalogue, type: RuleType, nameOrId: string): string | undefined {
  const lowerCaseName = nameOrId.toLowerCase();
  if (type !== 'model_id') return listRuleValues(models, type).find((name) => name.toLowerCase() === lowerCaseName);
  const known = models.find(nameOrId);
  if (known) return known.id;
  return listExcludables(models).find(({ id, name }) => id === lowerCaseName || name.toLowerCase() === lowerCaseName)
    ?.id;
}

/** Name of the model with this id; null where it is configured no more. */
export function findModelName(models: ModelCatalogue, id: string): string | null {
  return listExcludables(models).find((model) => model.id === id)?.name ?? null;
}
