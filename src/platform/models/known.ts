import { errors } from '../errors.ts';
import type { ModelCatalogue } from './catalogue.ts';

/** Fields of a body that name models. */
const FIELDS = ['llm_model_id', 'fallback_llm_model_id'] as const;
type NamesModels = { readonly [K in (typeof FIELDS)[number]]?: string | null };

/** A body with the ids of the models that it names, however it does. Throws a 422 on one that is unknown or retired. */
export function withModels<B extends NamesModels>(models: ModelCatalogue, body: B): B {
  const ids = FIELDS.flatMap((field) => {
    const named = body[field];
    return typeof named === 'string' ? [[field, knownModel(models, field, named)]] : [];
  });
  return { ...body, ...Object.fromEntries(ids) };
}

function knownModel(models: ModelCatalogue, field: string, named: string): string {
  const model = models.find(named);
  if (!model) throw errors.invalid(field, 'no model has this id, name or alias', 'unknown_model');
  if (model.retired) throw errors.invalid(field, `the model ${model.name} is retired`, 'retired_model');
  return model.id;
}
