import type { ModelCatalogue } from '../platform/models/catalogue.ts';
import { PROVIDERS } from '../platform/models/catalogue-schema.ts';
import { type Excludable, excludableEmbedding, excludableReranker, type RuleType } from './exclusions.ts';

/** Every model of the installation that a rule can name, embedding models and rerankers with them. */
function excludables(models: ModelCatalogue): Excludable[] {
  return [...models.all(), ...models.embeddings.map(excludableEmbedding), ...models.rerankers.map(excludableReranker)];
}

/** Words that a rule of this type can name; of models their names. */
export function nameable(models: ModelCatalogue, type: RuleType): string[] {
  const all = excludables(models);
  if (type === 'model_id') return all.map(({ name }) => name);
  const found = all.map((model) => model[type]);
  return [...new Set(type === 'provider' ? [...PROVIDERS, ...found] : found)];
}

/** What a rule that names this stores; undefined where nothing has the name. */
export function valueFor(models: ModelCatalogue, type: RuleType, given: string): string | undefined {
  const wanted = given.toLowerCase();
  if (type !== 'model_id') return nameable(models, type).find((name) => name.toLowerCase() === wanted);
  const known = models.find(given);
  if (known) return known.id;
  return excludables(models).find(({ id, name }) => id === wanted || name.toLowerCase() === wanted)?.id;
}

/** Name of the model with this id; null where it is configured no more. */
export function modelName(models: ModelCatalogue, id: string): string | null {
  return excludables(models).find((model) => model.id === id)?.name ?? null;
}
