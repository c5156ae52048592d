import { errors } from '../platform/errors.ts';
import type { Message } from '../platform/messages.ts';
import type { EmbeddingEntry, ModelCatalogue, ModelEntry, RerankerEntry } from '../platform/models/catalogue.ts';
import { modelIdOf } from '../platform/models/catalogue.ts';
import { ModelCallError } from '../platform/models/errors.ts';
import { modelErrors } from './errors.ts';
import { modelMessages, modelProblems } from './problems.ts';

/** What a rule names. */
export const RULE_TYPES = ['model_id', 'provider', 'vendor'] as const;
export type RuleType = (typeof RULE_TYPES)[number];

/** A rule, as far as it tells whether a model may be asked and why not. */
export interface Exclusion {
  readonly rule_type: RuleType;
  readonly value: string;
  readonly reason: string | null;
  /** Whose rule it is. */
  readonly scope: 'organization' | 'project';
}

/** What rules know a model by. */
export type Excludable = Pick<ModelEntry, 'id' | 'name' | 'vendor'> & { readonly provider: string };

/** An embedding model as rules know it: what nobody says of its vendor is said of its provider. */
export function toExcludableEmbedding({ name, provider }: EmbeddingEntry): Excludable {
  return { id: modelIdOf(name), name, provider, vendor: provider };
}

/** A reranker as rules know it. */
export function toExcludableReranker({ name, provider, vendor }: RerankerEntry): Excludable {
  return { id: modelIdOf(name), name, provider, vendor };
}

/** The rule that keeps a model from being asked. */
export function findExclusion(rules: readonly Exclusion[], model: Excludable): Exclusion | undefined {
  const names = { model_id: model.id, provider: model.provider, vendor: model.vendor };
  return rules.find(({ rule_type, value }) => names[rule_type].toLowerCase() === value.toLowerCase());
}

/** Returns the message that names the rule, its scope and its reason. */
export function describeExclusion({ rule_type, value, reason, scope }: Exclusion, { name }: Excludable): Message {
  const has_reason = reason === null ? 'no' : 'yes';
  return modelMessages.model_excluded({ model: name, scope, rule_type, value, has_reason, reason: reason ?? '' });
}

/** Refuses what would ask an excluded model. Throws a 409. */
export function assertModelAllowed(rules: readonly Exclusion[], model: Excludable | undefined): void {
  if (model === undefined) return;
  const rule = findExclusion(rules, model);
  if (!rule) return;
  throw modelErrors.excluded(describeExclusion(rule, model).msg, {
    model_id: model.id,
    model_name: model.name,
    ...rule,
  });
}

/** Refuses a call of an excluded model. Throws ModelCallError. */
export function assertModelCallAllowed(rules: readonly Exclusion[], model: Excludable): void {
  const rule = findExclusion(rules, model);
  if (rule) throw new ModelCallError('excluded', describeExclusion(rule, model).msg);
}

/** Refuses to save a field that names an excluded model. Throws a 422. */
export function assertFieldModelAllowed(
  rules: readonly Exclusion[],
  field: string,
  model: Excludable | undefined,
): void {
  const rule = model && findExclusion(rules, model);
  if (rule) throw errors.invalid(field, modelProblems.excluded_model({ cause: describeExclusion(rule, model) }));
}

/** The fallback model of a revision; null where it has none, or one that may not be asked. */
export function findUsableFallback(
  models: ModelCatalogue,
  rules: readonly Exclusion[],
  { fallback_llm_model_id: id }: { readonly fallback_llm_model_id: string | null },
): string | null {
  const model = id === null ? undefined : models.find(id);
  return model && findExclusion(rules, model) ? null : id;
}

/** Checks the models that a revision names when it is saved. Throws a 422. */
export function assertRevisionModelsAllowed(
  models: ModelCatalogue,
  rules: readonly Exclusion[],
  revision: { readonly llm_model_id: string | null; readonly fallback_llm_model_id: string | null },
): void {
  for (const field of ['llm_model_id', 'fallback_llm_model_id'] as const) {
    const id = revision[field];
    assertFieldModelAllowed(rules, field, id === null ? undefined : models.find(id));
  }
}
