import { errors } from '../platform/errors.ts';
import type { ModelCatalogue, ModelEntry } from '../platform/models/catalogue.ts';
import { checkSettings, fallbackSettings } from '../platform/models/settings.ts';
import type { RevisionFields } from './queries.ts';

/** What a model must be able to write for an answer of a modality: one of these. */
const WRITTEN_AS: Readonly<Record<string, readonly string[]>> = {
  text: ['text'],
  json: ['json'],
  csv: ['csv', 'text'],
};

/** Checks that the models of a revision can do what it asks of them. Throws a 422 on the first thing they can't. */
export async function checkAbilities(models: ModelCatalogue, revision: RevisionFields): Promise<void> {
  const main = models.find(revision.llm_model_id);
  const fallback = revision.fallback_llm_model_id === null ? undefined : models.find(revision.fallback_llm_model_id);
  checkFileModes(revision, main);
  for (const [field, model] of [
    ['llm_model_id', main],
    ['fallback_llm_model_id', fallback],
  ] as const) {
    if (model) checkModel(field, model, revision);
  }
  if (revision.fallback_llm_config !== null && Object.keys(revision.fallback_llm_config).length > 0 && !fallback) {
    throw errors.invalid('fallback_llm_config', 'does nothing without a fallback_llm_model_id');
  }
  if (main) await checkSettings(main, 'llm_config', revision.llm_config);
  if (!fallback) return;
  const own = revision.fallback_llm_config;
  const field = own === null ? 'llm_config' : 'fallback_llm_config';
  await checkSettings(fallback, field, { ...fallbackSettings(own, revision.llm_config) });
}

function checkFileModes(revision: RevisionFields, model: ModelEntry | undefined): void {
  const mode = revision.file_input_mode;
  if (revision.image_required && !['image', 'image_or_pdf', 'any'].includes(mode))
    throw errors.invalid('image_required', `needs a file_input_mode that takes images, not ${mode}`);
  if (!model || model.supports_vision || ['none', 'any'].includes(mode)) return;
  throw errors.invalid('file_input_mode', `the model ${model.name} reads neither images nor PDFs`, 'model_ability');
}

function checkModel(field: string, model: ModelEntry, revision: RevisionFields): void {
  const { output_modality: modality, image_required: needsImage } = revision;
  const able = (WRITTEN_AS[modality] ?? [modality]).some((written) => model.output_modalities.includes(written));
  if (!able) {
    const can = model.output_modalities.join(', ');
    throw errors.invalid(
      'output_modality',
      `the model ${model.name} (${field}) answers ${can}, not ${modality}`,
      'model_ability',
    );
  }
  if (needsImage && !model.supports_vision)
    throw errors.invalid('image_required', `the model ${model.name} (${field}) reads no images`, 'model_ability');
}
