import { ValidationError } from '../errors.ts';
import type { ModelCatalogue } from './catalogue.ts';

/** Fields of a body that name models. */
const FIELDS = ['llm_model_id', 'fallback_llm_model_id'] as const;
type NamesModels = { readonly [K in (typeof FIELDS)[number]]?: string | null };

/** A body with the ids of the models that it names, however it does; what is no model stays as it is. */
export function withModels<B extends NamesModels>(models: ModelCatalogue, body: B): B {
  const ids = FIELDS.flatMap((field) => {
    const named = body[field];
    return typeof named === 'string' ? [[field, models.find(named)?.id ?? named]] : [];
  });
  return { ...body, ...Object.fromEntries(ids) };
}

/** Checks that models are there for what a body names. Throws a 422 on each that is unknown or retired. */
export function checkModelsNamed(models: ModelCatalogue, body: NamesModels): void {
  const problems = FIELDS.flatMap((field) => {
    const named = body[field];
    if (typeof named !== 'string') return [];
    const model = models.find(named);
    const loc = ['body', field];
    if (!model) return [{ loc, msg: 'no model has this id, name or alias', type: 'unknown_model' }];
    return model.retired ? [{ loc, msg: `the model ${model.name} is retired`, type: 'retired_model' }] : [];
  });
  if (problems.length > 0) throw new ValidationError(problems);
}
