import { errors } from '../platform/errors.ts';
import type { ModelCatalogue, ModelEntry } from '../platform/models/catalogue.ts';
import { takesPdf } from '../platform/models/files.ts';
import type { MediaKind } from '../platform/models/media/request.ts';
import { canMake, checkMediaSettings, mediaFallbackSettings } from '../platform/models/media/settings.ts';
import { checkSettings, fallbackSettings } from '../platform/models/settings.ts';
import { taskProblems } from './problems.ts';
import type { RevisionFields } from './queries.ts';

/** What a model must be able to write for an answer of a modality: one of these. */
const ACCEPTED_MODALITIES: Readonly<Record<string, readonly string[]>> = {
  text: ['text'],
  json: ['json'],
  csv: ['csv', 'text'],
  // Drawn here, from the Markdown that the model writes.
  pdf: ['pdf', 'text'],
};

const MEDIA_KINDS: Readonly<Record<string, MediaKind>> = { image: 'image', audio: 'audio' };

/** What a model makes instead of text for a modality; undefined where it writes. */
export const findMediaKind = (modality: string): MediaKind | undefined => MEDIA_KINDS[modality];

const supportsVision = (model: ModelEntry) => model.supports_vision;
/** What a model must read for a mode of files: one of these. */
const FILE_MODE_REQUIREMENTS: Readonly<Record<string, readonly ((model: ModelEntry) => boolean)[]>> = {
  image: [supportsVision],
  pdf: [takesPdf],
  image_or_pdf: [supportsVision, takesPdf],
};

/** Checks that the models of a revision can do what it asks of them. Throws a 422 on the first thing they can't. */
export async function checkModelCapabilities(models: ModelCatalogue, revision: RevisionFields): Promise<void> {
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
    throw errors.invalid('fallback_llm_config', taskProblems.fallback_settings_not_used);
  }
  await checkConfigs(revision, main, fallback);
}

async function checkConfigs(
  { output_modality, llm_config: first, fallback_llm_config: own }: RevisionFields,
  main: ModelEntry | undefined,
  fallback: ModelEntry | undefined,
): Promise<void> {
  const kind = findMediaKind(output_modality);
  const field = own === null ? 'llm_config' : 'fallback_llm_config';
  if (kind !== undefined) {
    if (main) checkMediaSettings(main, kind, 'llm_config', first);
    if (fallback) checkMediaSettings(fallback, kind, field, { ...mediaFallbackSettings(fallback, kind, own, first) });
    return;
  }
  if (main) await checkSettings(main, 'llm_config', first);
  if (fallback) await checkSettings(fallback, field, { ...fallbackSettings(own, first) });
}

function checkFileModes(revision: RevisionFields, model: ModelEntry | undefined): void {
  const mode = revision.file_input_mode;
  if (revision.image_required && !['image', 'image_or_pdf', 'any'].includes(mode))
    throw errors.invalid('image_required', taskProblems.image_required_without_images({ mode }));
  const requirements = FILE_MODE_REQUIREMENTS[mode];
  if (!model || !requirements || requirements.some((reads) => reads(model))) return;
  throw errors.invalid('file_input_mode', taskProblems.files_not_read({ model: model.name, mode }));
}

function checkModel(field: string, model: ModelEntry, revision: RevisionFields): void {
  const { output_modality: modality, image_required: isImageRequired } = revision;
  const isSupported = (ACCEPTED_MODALITIES[modality] ?? [modality]).some((written) =>
    model.output_modalities.includes(written),
  );
  const kind = findMediaKind(modality);
  if (!isSupported || (kind !== undefined && !canMake(model.provider, kind))) {
    const supported = model.output_modalities;
    throw errors.invalid(
      'output_modality',
      taskProblems.modality_not_supported({ model: model.name, field, supported, modality }),
    );
  }
  if (isImageRequired && !model.supports_vision)
    throw errors.invalid('image_required', taskProblems.images_not_read({ model: model.name, field }));
}
