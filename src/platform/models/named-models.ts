import { toProblemAt, ValidationError } from '../errors.ts';
import type { ModelCatalog } from './catalog.ts';
import { modelProblems } from './problems.ts';

/** Request fields that name models. */
const MODEL_FIELDS = ['llm_model_id', 'fallback_llm_model_id'] as const;
type ModelFields = { readonly [K in (typeof MODEL_FIELDS)[number]]?: string | null };

/** Replaces the model names of a request by ids. Unknown names stay. */
export function resolveModelIds<B extends ModelFields>(models: ModelCatalog, body: B): B {
  const ids = MODEL_FIELDS.flatMap((field) => {
    const name = body[field];
    return typeof name === 'string' ? [[field, models.find(name)?.id ?? name]] : [];
  });
  return { ...body, ...Object.fromEntries(ids) };
}

/** Throws a 422 for each unknown or retired model of a request. */
export function assertModelsExist(models: ModelCatalog, body: ModelFields): void {
  const problems = MODEL_FIELDS.flatMap((field) => {
    const name = body[field];
    if (typeof name !== 'string') return [];
    const model = models.find(name);
    if (!model) return toProblemAt(['body', field], modelProblems.model_not_found);
    return model.retired ? toProblemAt(['body', field], modelProblems.retired_model({ model: model.name })) : [];
  });
  if (problems.length > 0) throw new ValidationError(problems);
}
