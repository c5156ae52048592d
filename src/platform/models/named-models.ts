import { ValidationError } from '../errors.ts';
import type { ModelCatalogue } from './catalogue.ts';

/** Fields of a body that name models. */
const MODEL_FIELDS = ['llm_model_id', 'fallback_llm_model_id'] as const;
type ModelFields = { readonly [K in (typeof MODEL_FIELDS)[number]]?: string | null };

/** A body with the ids of the models that it names, however it does; what is no model stays as it is. */
export function resolveModelIds<B extends ModelFields>(models: ModelCatalogue, body: B): B {
  const ids = MODEL_FIELDS.flatMap((field) => {
    const name = body[field];
    return typeof name === 'string' ? [[field, models.find(name)?.id ?? name]] : [];
  });
  return { ...body, ...Object.fromEntries(ids) };
}

/** Checks that models are there for what a body names. Throws a 422 on each that is unknown or retired. */
export function assertModelsExist(models: ModelCatalogue, body: ModelFields): void {
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
