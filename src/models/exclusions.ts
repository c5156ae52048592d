import { errors } from '../platform/errors.ts';
import type { Message } from '../platform/messages.ts';
import {
  type EmbeddingEntry,
  type ModelCatalog,
  type ModelEntry,
  type RerankerEntry,
  toModelId,
} from '../platform/models/catalog.ts';
import { ModelCallError } from '../platform/models/errors.ts';
import { modelErrors } from './errors.ts';
import { modelMessages, modelProblems } from './problems.ts';

/** Types of exclusion rules. */
export const RULE_TYPES = ['model_id', 'provider', 'vendor'] as const;
export type RuleType = (typeof RULE_TYPES)[number];

/** The fields of a rule that decide about a model. */
export interface Exclusion {
  readonly rule_type: RuleType;
  readonly value: string;
  readonly reason: string | null;
  /** Scope of the rule. */
  readonly scope: 'organization' | 'project';
}

/** The fields of a model that rules match. */
export type Excludable = Pick<ModelEntry, 'id' | 'name' | 'vendor'> & { readonly provider: string };

/** Converts an embedding model. Its vendor is its provider. */
export function toExcludableEmbedding({ name, provider }: EmbeddingEntry): Excludable {
  return { id: toModelId(name), name, provider, vendor: provider };
}

/** Converts a reranker. */
export function toExcludableReranker({ name, provider, vendor }: RerankerEntry): Excludable {
  return { id: toModelId(name), name, provider, vendor };
}

/** Finds the first rule that excludes a model. */
export function findExclusion(rules: readonly Exclusion[], model: Excludable): Exclusion | undefined {
  const names = { model_id: model.id, provider: model.provider, vendor: model.vendor };
  return rules.find(({ rule_type, value }) => names[rule_type].toLowerCase() === value.toLowerCase());
}

/** Returns the message that names the rule, its scope and its reason. */
export function describeExclusion({ rule_type, value, reason, scope }: Exclusion, { name }: Excludable): Message {
  const has_reason = reason === null ? 'no' : 'yes';
  return modelMessages.model_excluded({ model: name, scope, rule_type, value, has_reason, reason: reason ?? '' });
}

/** Throws a 409 if a rule excludes the model. */
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

/** Throws ModelCallError if a rule excludes the model. */
export function assertModelCallAllowed(rules: readonly Exclusion[], model: Excludable): void {
  const rule = findExclusion(rules, model);
  if (rule) throw new ModelCallError('excluded', describeExclusion(rule, model).msg);
}

/** Throws a 422 for the field if a rule excludes its model. */
export function assertFieldModelAllowed(
  rules: readonly Exclusion[],
  field: string | readonly (string | number)[],
  model: Excludable | undefined,
): void {
  const rule = model && findExclusion(rules, model);
  if (rule) throw errors.invalid(field, modelProblems.excluded_model({ cause: describeExclusion(rule, model) }));
}

/** Finds the fallback model of a revision. Null if there is none or a rule excludes it. */
export function findUsableFallback(
  models: ModelCatalog,
  rules: readonly Exclusion[],
  { fallback_llm_model_id: id }: { readonly fallback_llm_model_id: string | null },
): string | null {
  const model = id === null ? undefined : models.find(id);
  return model && findExclusion(rules, model) ? null : id;
}

/** Throws a 422 if a rule excludes a model of a revision. */
export function assertRevisionModelsAllowed(
  models: ModelCatalog,
  rules: readonly Exclusion[],
  revision: { readonly llm_model_id: string | null; readonly fallback_llm_model_id: string | null },
): void {
  for (const field of ['llm_model_id', 'fallback_llm_model_id'] as const) {
    const id = revision[field];
    assertFieldModelAllowed(rules, field, id === null ? undefined : models.find(id));
  }
}
