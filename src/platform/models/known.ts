import { errors } from '../errors.ts';
import type { ModelCatalogue, ModelEntry } from './catalogue.ts';

/** The model that a field of a body names. Throws a 422 on one that is unknown or retired. */
export function knownModel(models: ModelCatalogue, field: string, idOrName: string): ModelEntry {
  const model = models.find(idOrName);
  if (!model) throw errors.invalid(field, 'no model has this id, name or alias', 'unknown_model');
  if (model.retired) throw errors.invalid(field, `the model ${model.name} is retired`, 'retired_model');
  return model;
}
