import { ValidationError } from '../errors.ts';
import type { ModelCatalog } from './catalog.ts';

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
    const loc = ['body', field];
    if (!model) return [{ loc, msg: 'no model has this id, name or alias', type: 'unknown_model' }];
    return model.retired ? [{ loc, msg: `the model ${model.name} is retired`, type: 'retired_model' }] : [];
  });
  if (problems.length > 0) throw new ValidationError(problems);
}
